package algorithms

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
)

// raymondProperties are the invariants of docs/algorithms.md, A11.
func raymondProperties(cfg config.Config) []reference.Property {
	return []reference.Property{
		exactlyOne(privilege, func(w *reference.World, i int) bool { return raymondAt(w, i).holder == i }),
		{Name: "holder", State: raymondHolder},
		{Name: "asked", State: raymondAsked},
		{Name: "queue", State: raymondQueue(cfg)},
	}
}

// raymondHolder: from every node the pointers lead to the node that has the
// token, or, while it is under way, to its sender, which points to its receiver.
func raymondHolder(w *reference.World) error {
	for i := range w.N() {
		at, hops := i+1, 0
		for !raymondEnds(w, at) {
			at = raymondAt(w, at).holder
			if hops++; hops == w.N() {
				return fmt.Errorf("from node %d the pointers do not lead to the token", i+1)
			}
		}
	}
	return nil
}

// raymondEnds reports whether the pointers end at node i.
func raymondEnds(w *reference.World, i int) bool {
	holder := raymondAt(w, i).holder
	return holder == i || slices.ContainsFunc(w.InFlight(), func(f reference.InFlight) bool {
		return f.Msg.Kind == privilege && f.From == i && f.To == holder
	})
}

// raymondAsked: a node with the token has not asked for it.
func raymondAsked(w *reference.World) error {
	for i := range w.N() {
		if n := raymondAt(w, i+1); n.asked && n.holder == n.ID {
			return fmt.Errorf("node %d has the token and has asked for it", n.ID)
		}
	}
	return nil
}

// raymondQueue: no node is in a queue twice.  A queue is therefore not longer
// than the number of neighbours plus one.
func raymondQueue(cfg config.Config) func(*reference.World) error {
	degree := make([]int, cfg.N+1)
	for _, e := range cfg.Edges {
		degree[e[0]]++
		degree[e[1]]++
	}
	return func(w *reference.World) error {
		for i := range w.N() {
			n := raymondAt(w, i+1)
			var queued reference.Set
			for _, j := range n.queue {
				queued = queued.With(j)
			}
			if len(n.queue) > degree[n.ID]+1 || queued.Len() != len(n.queue) {
				return fmt.Errorf("node %d with %d neighbours has the queue %v", n.ID, degree[n.ID], n.queue)
			}
		}
		return nil
	}
}
