package explore

import (
	"iter"

	"github.com/mxgen/mxgen/reference/event"
)

// All is every state in ascending order.
func (g *Graph) All() iter.Seq[State] {
	return func(yield func(State) bool) {
		for s := range g.store.bound() {
			if g.store.has(s) && !yield(s) {
				return
			}
		}
	}
}

// Each calls do for every state in ascending order, with the values of the
// compared variables.  It stops at the first error of do and returns it.  The
// values are valid during the call.  A state whose values do not fit into the
// compared variables is an error too.
func (g *Graph) Each(do func(s State, values []int) error) error {
	w := g.sys.World()
	var values []int
	for s := range g.All() {
		g.World(s, w)
		var err error
		if values, err = w.Values(values[:0]); err != nil {
			return err
		}
		if err := do(s, values); err != nil {
			return err
		}
	}
	return nil
}

// Edge is an edge of the graph.
type Edge struct {
	From  State
	Label int // index into Labels
	To    State
}

// Edges calls do for every edge, ordered by source state and then by the order
// of enabled events.  It stops at the first error of do and returns it.  The
// graph must be complete.
func (g *Graph) Edges(do func(Edge) error) error {
	return g.walk(func(b *block) error {
		for _, e := range b.edges {
			if err := do(e); err != nil {
				return err
			}
		}
		return nil
	})
}

// block is a range of consecutive states with the edges that leave them.
type block struct {
	from, end State
	edges     []Edge
}

const blockStates = 1 << 12

// walk derives all edges again, block by block in parallel, and calls do for
// the blocks in ascending order.
func (g *Graph) walk(do func(*block) error) error {
	blocks := make([]block, 4*g.workers)
	workers := make([]*worker, g.workers)
	for k := range workers {
		workers[k] = newWorker(g.sys)
	}
	bound := g.store.bound()
	for from := State(0); from < bound; {
		n := 0
		for ; n < len(blocks) && from < bound; n++ {
			end := min(bound, from+blockStates)
			blocks[n].from, blocks[n].end = from, end
			from = end
		}
		parallel(g.workers, n, func(worker, item int) {
			workers[worker].edges(g, &blocks[item])
		})
		for k := range n {
			if err := do(&blocks[k]); err != nil {
				return err
			}
		}
	}
	return nil
}

// edges derives the edges of a block.
func (w *worker) edges(g *Graph, b *block) {
	b.edges = b.edges[:0]
	for s := b.from; s < b.end; s++ {
		if !g.store.has(s) {
			continue
		}
		w.successors(g, s, func(e *event.Event, to State) {
			b.edges = append(b.edges, Edge{From: s, Label: g.labels.number(e), To: to})
		})
	}
}

// successors calls do for every edge that leaves a state.
func (w *worker) successors(g *Graph, s State, do func(e *event.Event, to State)) {
	w.at.SetState(g.store.key(s))
	w.events = w.at.AppendEnabled(w.events[:0])
	for k := range w.events {
		w.step(&w.events[k])
		to, found := g.store.lookup(w.key)
		if !found {
			panic("explore: edges of an incomplete graph")
		}
		do(&w.events[k], to)
		w.at.Rewind()
	}
}
