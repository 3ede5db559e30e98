package explore

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/mxgen/mxgen/reference"
)

// Storage is what the nodes and the messages of a graph hold: how many numbers, and how many
// values each of them has in all reachable states.
type Storage struct {
	Variables []Field   // of a node, in the order of its program; those of all nodes have equal names
	Nodes     []int     // different states of each node, without its client's; element 0 is unused
	Messages  []Message // classes that occur
}

// Field is a variable of a node, or the fields or the load of a message.
type Field struct {
	Name    string
	Numbers int // in it: 1, or the greatest length of a list
	Bits    int // that tell apart the values that occur, number by number; the most of all nodes
}

// Message is a class of messages.
type Message struct {
	Kind     string
	Fields   Field // that the label of an event shows
	Load     Field // further numbers, such as the arrays of a token
	Contents int   // different contents
}

// clientVariables are what every node has besides its algorithm.
var clientVariables = []string{"phase", "requests"}

// Store finds what nodes and messages hold.
func (g *Graph) Store() Storage {
	x := storing{nodes: make([]map[string]bool, g.sys.Config.N+1), variables: make([][]values, g.sys.Config.N+1), kinds: map[string]*kindValues{}}
	w := g.sys.World()
	for s := range g.store.bound() {
		if g.store.has(s) {
			g.World(s, w)
			x.add(w)
		}
	}
	return x.sum(g.sys.Algorithm.Messages)
}

// storing collects values.
type storing struct {
	names     []string
	nodes     []map[string]bool
	variables [][]values // of each node, in the order of names
	kinds     map[string]*kindValues
}

// kindValues are the values of a class of messages.
type kindValues struct {
	fields, load values
	contents     map[string]bool
}

// values are the values that occur at each place of a list; absent ones are -1.
type values struct {
	places []map[int]bool
	least  int // length of the shortest list
	seen   bool
}

// add adds a list that occurs.
func (v *values) add(list []int) {
	if !v.seen || len(list) < v.least {
		v.least = len(list)
	}
	v.seen = true
	for k, n := range list {
		if k == len(v.places) {
			v.places = append(v.places, map[int]bool{})
		}
		v.places[k][n] = true
	}
}

// bits are those that tell apart the values of each place.
func (v *values) bits() int {
	sum := 0
	for k, place := range v.places {
		different := len(place)
		if k >= v.least {
			different++ // there may be none
		}
		sum += bits.Len(uint(different - 1))
	}
	return sum
}

func (x *storing) add(w *reference.World) {
	for i := 1; i <= w.N(); i++ {
		if x.nodes[i] == nil {
			x.nodes[i] = map[string]bool{}
		}
		var state []byte
		for _, v := range w.Listed(i) {
			if slices.Contains(clientVariables, v.Name) {
				continue
			}
			list := v.List
			if list == nil {
				list = []int{v.Number}
			}
			at := slices.Index(x.names, v.Name)
			if at < 0 {
				at = len(x.names)
				x.names = append(x.names, v.Name)
			}
			for len(x.variables[i]) <= at {
				x.variables[i] = append(x.variables[i], values{})
			}
			x.variables[i][at].add(list)
			state = fmt.Appendf(state, "%v", list)
		}
		x.nodes[i][string(state)] = true
	}
	for _, f := range w.InFlight() {
		k := x.kinds[f.Msg.Kind]
		if k == nil {
			k = &kindValues{contents: map[string]bool{}}
			x.kinds[f.Msg.Kind] = k
		}
		k.fields.add(f.Msg.Fields)
		k.load.add(f.Msg.Load)
		k.contents[fmt.Sprint(f.Msg.Fields, f.Msg.Load)] = true
	}
}

// sum sums up.
func (x *storing) sum(kinds []string) Storage {
	out := Storage{Nodes: make([]int, len(x.nodes))}
	for at, name := range x.names {
		f := Field{Name: name}
		for _, variables := range x.variables {
			if at < len(variables) {
				f.Numbers = max(f.Numbers, len(variables[at].places))
				f.Bits = max(f.Bits, variables[at].bits())
			}
		}
		out.Variables = append(out.Variables, f)
	}
	for i, states := range x.nodes {
		out.Nodes[i] = len(states)
	}
	for _, kind := range kinds {
		if k := x.kinds[kind]; k != nil {
			out.Messages = append(out.Messages, Message{Kind: kind, Contents: len(k.contents),
				Fields: Field{Numbers: len(k.fields.places), Bits: k.fields.bits()},
				Load:   Field{Numbers: len(k.load.places), Bits: k.load.bits()}})
		}
	}
	return out
}
