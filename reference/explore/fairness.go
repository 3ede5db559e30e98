package explore

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Message fairness (docs/design.md, "Network, deadlock, fairness"): an
// obligation is the delivery of a class of messages on a link, the entry of a
// node, or its exit.  A run is fair if every obligation is infinitely often
// disabled or fulfilled.  A request is not an obligation.

// fairGraph is the graph with its edges and their obligations.
type fairGraph struct {
	first       []uint32 // first edge of each state; one more at the end
	to          []State
	obligation  []uint16 // that an edge fulfils, free for a request
	label       []uint16
	waiting     []reference.Set // nodes that wait in each state
	obligations int             // how many there are
}

const free = ^uint16(0)

// edges returns the range of the edges that leave a state.
func (f *fairGraph) edges(s State) (from, to uint32) { return f.first[s], f.first[s+1] }

// obligationOf numbers the obligations of the labels, in order of appearance.
func obligationOf(labels []event.Event) (of []uint16, n int) {
	type obligation struct {
		kind       event.Kind
		node, peer int
		class      string
	}
	numbers := map[obligation]uint16{}
	for _, e := range labels {
		if e.Kind == event.Request {
			of = append(of, free)
			continue
		}
		o := obligation{e.Kind, e.Node, e.Peer, e.Msg.Kind}
		if _, known := numbers[o]; !known {
			numbers[o] = uint16(len(numbers))
		}
		of = append(of, numbers[o])
	}
	return of, len(numbers)
}

// fair derives the edges of a complete graph.
func (g *Graph) fair() *fairGraph {
	bound := int(g.store.bound())
	f := &fairGraph{
		first:      make([]uint32, 0, bound+1),
		to:         make([]State, 0, g.transitions),
		obligation: make([]uint16, 0, g.transitions),
		label:      make([]uint16, 0, g.transitions),
		waiting:    make([]reference.Set, bound),
	}
	of, n := obligationOf(g.labels.events)
	f.obligations = n
	_ = g.walk(func(b *block) error { // the callback never fails
		edges := b.edges
		for s := b.from; s < b.end; s++ {
			f.first = append(f.first, uint32(len(f.to)))
			for ; len(edges) > 0 && edges[0].From == s; edges = edges[1:] {
				f.to = append(f.to, edges[0].To)
				f.label = append(f.label, uint16(edges[0].Label))
				f.obligation = append(f.obligation, of[edges[0].Label])
			}
		}
		return nil
	})
	f.first = append(f.first, uint32(len(f.to)))
	w := g.sys.World()
	for s := range State(bound) {
		if !g.store.has(s) {
			continue
		}
		g.World(s, w)
		for i := 1; i <= g.sys.Config.N; i++ {
			if w.Phase(i) == reference.Wait {
				f.waiting[s] = f.waiting[s].With(i)
			}
		}
	}
	return f
}

// mask is a set of obligations.
type mask []uint64

func (f *fairGraph) mask() mask { return make(mask, (f.obligations+63)/64) }

func (m mask) add(o uint16) { m[o/64] |= 1 << (o % 64) }

func (m mask) has(o uint16) bool { return m[o/64]>>(o%64)&1 != 0 }

func (m mask) clear() {
	for k := range m {
		m[k] = 0
	}
}

func (m mask) empty() bool {
	for _, word := range m {
		if word != 0 {
			return false
		}
	}
	return true
}

// keep removes from m what is not in o.
func (m mask) keep(o mask) {
	for k := range m {
		m[k] &= o[k]
	}
}

// drop removes from m what is in o.
func (m mask) drop(o mask) {
	for k := range m {
		m[k] &^= o[k]
	}
}

// possible makes m the obligations that can be fulfilled in a state.
func (f *fairGraph) possible(s State, m mask) {
	m.clear()
	for k, end := f.edges(s); k < end; k++ {
		if o := f.obligation[k]; o != free {
			m.add(o)
		}
	}
}
