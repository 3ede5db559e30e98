package explore

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Graph is the graph of the reachable worlds of a system.  It does not change
// after Run; goroutines may share it.
type Graph struct {
	sys        *reference.System
	workers    int
	properties []reference.Property
	// stepProperties are the indices of the properties of steps.
	stepProperties []int

	store       store
	initial     State
	levels      []bounds // where each level ends
	transitions int64
	labels      *tally
	entered     reference.Set
	crowded     bool
	found       []*finding // by property, nil: none
	stopped     string     // why the search is not complete
}

// bounds is a number of states in each shard.
type bounds [shards]uint32

// System returns the system whose graph it is.
func (g *Graph) System() *reference.System { return g.sys }

// Complete reports whether every reachable world was visited; otherwise why is
// the reason in one line.
func (g *Graph) Complete() (complete bool, why string) { return g.stopped == "", g.stopped }

// States returns the number of states.
func (g *Graph) States() int {
	n, _ := g.store.size()
	return n
}

// Bytes returns the memory that the states take.
func (g *Graph) Bytes() int64 {
	_, memory := g.store.size()
	return memory
}

// Transitions returns the number of edges: pairs of a state and an event that
// is enabled in it.
func (g *Graph) Transitions() int64 { return g.transitions }

// Depth returns the largest number of events on a shortest path from the
// initial state.
func (g *Graph) Depth() int { return len(g.levels) - 1 }

// Labels returns the different events in alphabetical order of their labels.
// An edge's label is an index into it.
func (g *Graph) Labels() []event.Event { return g.labels.events }

// Counts returns the number of edges by label.
func (g *Graph) Counts() map[string]int64 {
	counts := make(map[string]int64, len(g.labels.events))
	for k, e := range g.labels.events {
		counts[e.String()] = g.labels.counts[k]
	}
	return counts
}

// World sets w, which must be a world of the system, to a state.
func (g *Graph) World(s State, w *reference.World) { w.SetState(g.store.key(s)) }

// depth returns the level of a state.
func (g *Graph) depth(s State) int {
	level, _ := slices.BinarySearchFunc(g.levels, s, func(b bounds, s State) int {
		if int(b[s.shard()]) > s.place() {
			return 1
		}
		return -1
	})
	return level
}

// Path returns a shortest sequence of events from the initial state to s.
func (g *Graph) Path(s State) []event.Event {
	w := newWorker(g.sys)
	var path []event.Event
	for s != g.initial {
		parent := g.store[s.shard()].parents[s.place()]
		path = append(path, g.event(w, parent, s))
		s = parent
	}
	slices.Reverse(path)
	return path
}

// event returns the first event that leads from one state to another.
func (g *Graph) event(w *worker, from, to State) event.Event {
	w.at.SetState(g.store.key(from))
	w.events = w.at.AppendEnabled(w.events[:0])
	for k := range w.events {
		w.step(&w.events[k])
		if bytes.Equal(w.key, g.store.key(to)) {
			return w.events[k].Clone()
		}
		w.at.Rewind()
	}
	panic(fmt.Sprintf("explore: no event leads from state %d to %d", from, to))
}

// Find returns the state of w, a world of the system, if it was visited.
func (g *Graph) Find(w *reference.World) (State, bool) { return g.store.lookup(w.AppendState(nil)) }
