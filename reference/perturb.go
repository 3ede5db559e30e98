package reference

import (
	"math/rand/v2"
	"slices"

	"github.com/mxgen/mxgen/reference/event"
)

// Perturber changes worlds at random into such as no run may reach.  Properties are
// compared on them, because in a correct algorithm every property holds wherever a run
// leads.
//
// A perturbed world is type-correct.  A variable that changes is any node if it is one, or none if Observe has seen none
// there; a number is at most two more than Observe has seen; one of few values, and each number in a message of a
// class, is one that Observe has seen there.  A set has members of the set that it is a part of, or else those
// that it has seen there; a queue has any nodes.  A class of messages
// is on links where it has seen one, or on any if it has seen none.  The refinement mapping refuses a queue that is too long, and messages that the variant does not have.
type Perturber struct {
	n      int
	nodes  []map[string]*domain // by node and variable
	links  map[string][][2]int  // by class, "" has those of all
	fields map[string]*domain   // by class: of the numbers carried
	kinds  []event.Message      // one message of each class: one that was seen, or one without numbers
	most   int                  // messages at once on one link
}

// domain is what a variable may be.
type domain struct {
	values [][]int      // seen, of a number or of each element of an array, in order
	bits   Set          // the union of the sets seen
	length map[int]bool // of the lists seen
	most   int          // the largest number seen
}

// NewPerturber returns a Perturber that has seen nothing.  A link has room for so many messages, or for more if Observe
// sees more.
func NewPerturber(sys *System, room int) *Perturber {
	p := &Perturber{n: sys.Config.N, links: map[string][][2]int{}, fields: map[string]*domain{}, most: room}
	for _, kind := range sys.Algorithm.Messages {
		p.kinds = append(p.kinds, event.Message{Kind: kind})
	}
	for range p.n {
		p.nodes = append(p.nodes, map[string]*domain{})
	}
	return p
}

// Observe sees the values of a world.
func (p *Perturber) Observe(w *World) {
	for i := range p.nodes {
		for _, v := range w.Vars(i + 1) {
			if p.nodes[i][v.Name] == nil {
				p.nodes[i][v.Name] = &domain{length: map[int]bool{}}
			}
			p.nodes[i][v.Name].observe(v)
		}
	}
	w.EachLink(func(_, _ int, link []InFlight) { p.most = max(p.most, len(link)) })
	for _, f := range w.InFlight() {
		kind := f.Msg.Kind
		for _, kind := range []string{kind, ""} {
			if link := [2]int{f.From, f.To}; !slices.Contains(p.links[kind], link) {
				p.links[kind] = append(p.links[kind], link)
			}
		}
		if p.fields[kind] == nil {
			p.fields[kind] = &domain{}
			p.kinds[slices.IndexFunc(p.kinds, func(m event.Message) bool { return m.Kind == kind })] = f.Msg.Clone()
		}
		p.fields[kind].see(slices.Concat(f.Msg.Fields, f.Msg.Load))
	}
}

func (d *domain) observe(v Var) {
	if v.List == nil {
		d.bits |= Set(v.Number)
		d.see([]int{v.Number})
		return
	}
	d.length[len(v.List)] = true
	d.see(v.List)
}

// mostValues bounds the memory for values.
const mostValues = 64

func (d *domain) see(values []int) {
	for k, n := range values {
		d.most = max(d.most, n)
		if k == len(d.values) {
			d.values = append(d.values, nil)
		}
		if at, seen := slices.BinarySearch(d.values[k], n); !seen && len(d.values[k]) < mostValues {
			d.values[k] = slices.Insert(d.values[k], at, n)
		}
	}
}

// value returns a value of element k.
func (d *domain) value(k int, random *rand.Rand) int {
	return d.values[k][random.IntN(len(d.values[k]))]
}

// among is a value of a variable with a type: of element k of a list.  own tells whether the element is what a node
// says of itself.
func (p *Perturber) among(kind VarKind, d *domain, k int, own bool, random *rand.Rand) int {
	switch {
	case len(d.values[k]) == 1 && (own || kind != NumberVar || !p.allRequest()): // a constant
	case kind == NodeVar && slices.Contains(d.values[k], 0):
		return random.IntN(p.n + 1)
	case kind == NodeVar:
		return 1 + random.IntN(p.n)
	case kind == NumberVar && random.IntN(4) == 0:
		return random.IntN(min(d.most+2, MaxCell) + 1)
	}
	return d.value(k, random)
}

// Perturb changes one variable of one node or of several, or messages under way.
func (p *Perturber) Perturb(w *World, random *rand.Rand) {
	switch random.IntN(9) {
	case 0, 1, 2:
		p.perturbMessages(w, random)
	case 3, 4:
		p.perturbSeveral(w, random)
	default:
		i := random.IntN(p.n)
		vars := w.Listed(i + 1)
		p.perturbNode(i, w.nodes[i], vars[random.IntN(len(vars))].Name, random)
	}
	w.base.touchAll()
}

// Mix gives some nodes of a world the state that they have in another one of the same system.
func (p *Perturber) Mix(w, other *World, random *rand.Rand) {
	for i, n := range w.nodes {
		if random.IntN(2) == 0 {
			w.fetch(other.appendNode(nil, other.nodes[i]))
			n.State(&w.visitor)
		}
	}
	w.base.touchAll()
}

// perturbSeveral changes one variable of several nodes, of all of them as often as not: all in the same way, or each in
// its own.  A property that counts nodes has its rare values there, such as three nodes inside or two with the token.
func (p *Perturber) perturbSeveral(w *World, random *rand.Rand) {
	vars := w.Listed(1 + random.IntN(p.n))
	name := vars[random.IntN(len(vars))].Name
	if random.IntN(3) == 0 {
		name = "phase"
	}
	every, same, seed := random.IntN(2) == 0, random.IntN(2) == 0, random.Uint64()
	for i, n := range w.nodes {
		if p.nodes[i][name] == nil || !every && random.IntN(2) == 0 {
			continue
		}
		own := random
		if same {
			own = rand.New(rand.NewPCG(seed, seed))
		}
		p.perturbNode(i, n, name, own)
	}
}

// perturbNode changes a variable of a node.
func (p *Perturber) perturbNode(i int, n Node, name string, random *rand.Rand) {
	listed := Visitor{mode: list}
	n.State(&listed)
	k := slices.IndexFunc(listed.vars, func(v Var) bool { return v.Name == name })
	v, kind, d := &listed.vars[k], listed.kinds[k], p.nodes[i][name]
	switch {
	case v.Name == "phase":
		if p.requests(i) {
			v.Number = random.IntN(int(CS) + 1)
		}
	case kind == TruthVar:
		v.Number = random.IntN(2)
	case kind == SetVar:
		p.perturbSets(i, &listed, k, random)
	case v.List == nil:
		v.Number = p.among(kind, d, 0, true, random)
	case kind == NodeVar:
		v.List = p.perturbQueue(v.List, random)
	case len(v.List) > 0:
		at := random.IntN(min(len(v.List), len(d.values)))
		if len(v.List) == p.n && i < len(d.values) && random.IntN(2) == 0 {
			at = i // what a node says of itself is read most
		}
		v.List[at] = p.among(kind, d, at, at == i, random)
	}
	visitor := Visitor{mode: fetch, bytes: encoded(listed.vars)}
	n.State(&visitor)
}

// members are the possible members of set k of a node.
func (p *Perturber) members(i int, listed *Visitor, k int) Set {
	if of := listed.of[k]; of != 0 && p.requests(i) {
		return of
	}
	return p.nodes[i][listed.vars[k].Name].bits
}

// requests tells whether a node has requested.  Else the model has no phase of the node.
func (p *Perturber) requests(i int) bool { return len(p.nodes[i]["phase"].values[0]) > 1 }

// allRequest tells whether every node has requested.
func (p *Perturber) allRequest() bool {
	for i := range p.n {
		if !p.requests(i) {
			return false
		}
	}
	return true
}

// perturbSets adds a member to set k of a node or removes it, or adds it to all sets of the node that may have it.
func (p *Perturber) perturbSets(i int, listed *Visitor, k int, random *rand.Rand) {
	members := slices.Collect(p.members(i, listed, k).All())
	if len(members) == 0 {
		return
	}
	member := members[random.IntN(len(members))]
	if random.IntN(3) > 0 {
		listed.vars[k].Number ^= 1 << member
		return
	}
	for l := range listed.vars {
		if listed.kinds[l] == SetVar && p.members(i, listed, l).Has(member) {
			listed.vars[l].Number |= 1 << member
		}
	}
}

// perturbQueue changes a member of a queue, removes the first one, or appends one or more.
func (p *Perturber) perturbQueue(queue []int, random *rand.Rand) []int {
	switch k := len(queue); random.IntN(4) {
	case 0:
		if k > 0 {
			return queue[1:]
		}
	case 1:
		if k > 0 {
			queue[random.IntN(k)] = 1 + random.IntN(p.n)
		}
		return queue
	}
	for more := 1 + random.IntN(p.n); more > 0 && len(queue) < p.n; more-- {
		queue = append(queue, 1+random.IntN(p.n))
	}
	return queue
}

// encoded is the state of a node as Visitor stores it.
func encoded(vars []Var) (b []byte) {
	for _, v := range vars {
		if v.List == nil {
			b = appendNumber(b, uint64(v.Number))
			continue
		}
		b = appendNumber(b, uint64(len(v.List)))
		for _, n := range v.List {
			b = appendNumber(b, uint64(n))
		}
	}
	return b
}
