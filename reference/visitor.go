package reference

// Visitor visits the variables of a node.  It encodes them, decodes them, or
// lists them by name.  An algorithm thus describes its state in one place, the
// method State.
type Visitor struct {
	mode  visit
	bytes []byte // store: appended to; fetch: read at position at
	at    int
	vars  []Var     // list: appended to
	kinds []VarKind // list: of vars
	of    []Set     // list: of vars, the set of which a set is a part, empty if it is not known
}

type visit uint8

const (
	store visit = iota
	fetch
	list
)

// Var is one variable of a node: a number (a truth value is 0 or 1, a set a
// bit mask) or a list of numbers.
type Var struct {
	Name   string
	Number int
	List   []int // nil for a number
}

// VarKind is the type of a variable that is stored as a number, or of the elements of a list.
type VarKind uint8

// The types.
const (
	NumberVar VarKind = iota
	TruthVar          // 0 or 1
	SetVar            // a bit mask of nodes
	NodeVar           // a node, 0: none
	EnumVar           // one of few values, such as states or the members of a set
)

// String returns the type in words.
func (k VarKind) String() string {
	return [...]string{NumberVar: "number", TruthVar: "truth value", SetVar: "set of nodes", NodeVar: "node", EnumVar: "one of few values"}[k]
}

// Int visits a number.  It must not be negative.
func (v *Visitor) Int(name string, p *int) {
	switch v.mode {
	case store:
		v.bytes = appendNumber(v.bytes, uint64(*p))
	case fetch:
		if b := v.bytes[v.at]; b < 0x80 {
			*p = int(b)
			v.at++
			return
		}
		n, rest := number(v.bytes[v.at:])
		*p = int(n)
		v.at = len(v.bytes) - len(rest)
	case list:
		v.list(Var{Name: name, Number: *p})
	}
}

// Bool visits a truth value.
func (v *Visitor) Bool(name string, p *bool) {
	n := 0
	if *p {
		n = 1
	}
	v.Int(name, &n)
	*p = n != 0
	v.is(TruthVar)
}

// Set visits a set of nodes.
func (v *Visitor) Set(name string, p *Set) {
	n := int(*p)
	v.Int(name, &n)
	*p = Set(n)
	v.is(SetVar)
}

// Enum visits one of few values.
func (v *Visitor) Enum(name string, p *int) {
	v.Int(name, p)
	v.is(EnumVar)
}

// Node visits the number of a node, 0 for none.
func (v *Visitor) Node(name string, p *int) {
	v.Int(name, p)
	v.is(NodeVar)
}

// Nodes visits a queue of nodes.
func (v *Visitor) Nodes(name string, p *[]int) {
	v.List(name, p)
	v.is(NodeVar)
}

// Subset visits a set that is a part of another, which is constant.
func (v *Visitor) Subset(name string, p *Set, of Set) {
	v.Set(name, p)
	if v.mode == list {
		v.of[len(v.of)-1] = of
	}
}

// LargeSet visits a set of nodes; there are at most MaxNodes.
func (v *Visitor) LargeSet(name string, p *LargeSet) { v.Set(name, &p.low) }

// list lists a number, or a list of numbers.
func (v *Visitor) list(one Var) {
	v.vars, v.kinds, v.of = append(v.vars, one), append(v.kinds, NumberVar), append(v.of, 0)
}

// is notes the type of the variable that was listed last.
func (v *Visitor) is(kind VarKind) {
	if v.mode == list {
		v.kinds[len(v.kinds)-1] = kind
	}
}

// List visits a list of numbers, none negative.
func (v *Visitor) List(name string, p *[]int) { VisitList(v, name, p) }

// VisitList visits a list of small numbers, none negative.  Of a large system a node may have
// such a list with an element for each node, and memory is what limits the simulation.
func VisitList[T int | int32 | uint8](v *Visitor, name string, p *[]T) {
	if v.mode == list {
		v.list(Var{Name: name, List: Ints(*p)})
		return
	}
	n := len(*p)
	v.Int(name, &n)
	if v.mode == fetch {
		*p = append((*p)[:0], make([]T, n)...)
	}
	for k, element := range *p {
		number := int(element)
		v.Int(name, &number)
		(*p)[k] = T(number)
	}
}

// VisitEnums visits a list of which each element is one of few values.
func VisitEnums[T int | int32 | uint8](v *Visitor, name string, p *[]T) {
	VisitList(v, name, p)
	v.is(EnumVar)
}

// Ints copies a list of small numbers; the copy is not nil.
func Ints[T int | int32 | uint8](list []T) []int {
	numbers := make([]int, len(list))
	for k, number := range list {
		numbers[k] = int(number)
	}
	return numbers
}
