package formula

import (
	"fmt"
	"strconv"

	"github.com/mxgen/mxgen/reference"
)

// State is a world of the program as formulas see it.
type State struct {
	at     *reference.World // in normal form where the model has one
	places map[string]int   // of the compared variables
	values []int
	err    error // why there are no values
}

// NewState is a state of the worlds of a system.
func NewState(sys *reference.System) *State {
	s := &State{at: sys.World(), places: map[string]int{}}
	for k, v := range sys.Variables() {
		s.places[v.Name] = k
	}
	return s
}

// Set takes the state of a world, raw or not.
func (s *State) Set(w *reference.World) {
	s.at.SetState(w.AppendState(nil))
	if s.at.System().Normal() {
		s.at.Normalise()
	}
	s.values, s.err = s.at.Values(s.values[:0])
}

// expression is a formula about one state, or a number in it.
type expression interface {
	value(s *State) (int, error)
	String() string
}

type (
	number int
	symbol struct {
		name string
		of   expression
	} // of a node, nil: of none
	variable []part
	unary    struct {
		operator string
		of       expression
	}
	binary struct {
		operator    string
		left, right expression
	}
)

// part is a part of a variable's name: NAME or NAME[INDEX].
type part struct {
	name  string
	index expression // nil: none
}

func (n number) String() string { return strconv.Itoa(int(n)) }
func (y symbol) String() string {
	if y.of == nil {
		return y.name
	}
	return y.name + "(" + y.of.String() + ")"
}
func (v variable) String() string {
	text := ""
	for k, p := range v {
		if k > 0 {
			text += "."
		}
		if text += p.name; p.index != nil {
			text += "[" + p.index.String() + "]"
		}
	}
	return text
}
func (u unary) String() string { return u.operator + u.of.String() }
func (b binary) String() string {
	return "(" + b.left.String() + " " + b.operator + " " + b.right.String() + ")"
}

func (n number) value(*State) (int, error) { return int(n), nil }

func (y symbol) value(s *State) (int, error) {
	node := 0
	if y.of != nil {
		var err error
		if node, err = y.of.value(s); err != nil {
			return 0, err
		}
		if node < 1 || node > s.at.N() {
			return 0, fmt.Errorf("%s: nodes are 1 to %d", y, s.at.N())
		}
	}
	switch y.name {
	case "N":
		return s.at.N(), nil
	case "idle":
		return truth(s.at.Phase(node) == reference.Idle), nil
	case "waiting":
		return truth(s.at.Phase(node) == reference.Wait), nil
	case "inside":
		return truth(s.at.Phase(node) == reference.CS), nil
	case "may_enter":
		return truth(s.at.Phase(node) == reference.Wait && s.at.Node(node).MayEnter()), nil
	case "how_many_inside":
		return s.at.InPhase(reference.CS).Len(), nil
	case "somebody_waits":
		return truth(s.at.InPhase(reference.Wait) != 0), nil
	case "network_empty":
		return truth(len(s.at.InFlight()) == 0), nil
	}
	return 0, fmt.Errorf("%s: not a symbol of the program", y)
}

func (v variable) value(s *State) (int, error) {
	name := ""
	for k, p := range v {
		if k > 0 {
			name += "."
		}
		name += p.name
		if p.index != nil {
			n, err := p.index.value(s)
			if err != nil {
				return 0, err
			}
			name += "[" + strconv.Itoa(n) + "]"
		}
	}
	place, known := s.places[name]
	switch {
	case !known:
		return 0, fmt.Errorf("%s is no variable that the program has as well", name)
	case s.err != nil:
		return 0, s.err
	}
	return s.values[place], nil
}

func (u unary) value(s *State) (int, error) {
	n, err := u.of.value(s)
	if u.operator == "-" {
		return -n, err
	}
	return truth(n == 0), err
}

func (b binary) value(s *State) (int, error) {
	l, err := b.left.value(s)
	if err != nil {
		return 0, err
	}
	switch { // the right side may have no value where it does not matter
	case b.operator == "&&" && l == 0, b.operator == "->" && l == 0:
		return truth(b.operator == "->"), nil
	case b.operator == "||" && l != 0:
		return 1, nil
	}
	r, err := b.right.value(s)
	if err != nil {
		return 0, err
	}
	switch b.operator {
	case "+":
		return l + r, nil
	case "-":
		return l - r, nil
	case "*":
		return l * r, nil
	case "==":
		return truth(l == r), nil
	case "!=":
		return truth(l != r), nil
	case "<":
		return truth(l < r), nil
	case ">":
		return truth(l > r), nil
	case "<=":
		return truth(l <= r), nil
	case ">=":
		return truth(l >= r), nil
	case "<->":
		return truth((l != 0) == (r != 0)), nil
	}
	return truth(r != 0), nil // && || ->
}

func truth(is bool) int {
	if is {
		return 1
	}
	return 0
}
