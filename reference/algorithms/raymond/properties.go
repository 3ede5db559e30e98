package raymond

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// properties are the invariants of docs/algorithms.md, A11.
func properties(cfg config.Config) []reference.Property {
	return []reference.Property{
		common.ExactlyOne(common.Privilege, func(w *reference.World, i int) bool { return nodeAt(w, i).holder == i }),
		{Name: "holder", State: holder},
		{Name: "asked", State: asked},
		{Name: "queue", State: queue(cfg)},
	}
}

// holder: from every node the pointers lead to the node that has the
// token, or, while it is under way, to its sender, which points to its receiver.
func holder(w *reference.World) error {
	for i := range w.N() {
		at, hops := i+1, 0
		for !ends(w, at) {
			at = nodeAt(w, at).holder
			if hops++; hops == w.N() {
				return fmt.Errorf("from node %d the pointers do not lead to the token", i+1)
			}
		}
	}
	return nil
}

// ends reports whether the pointers end at node i.
func ends(w *reference.World, i int) bool {
	holder := nodeAt(w, i).holder
	return holder == i || slices.ContainsFunc(w.InFlight(), func(f reference.InFlight) bool {
		return f.Msg.Kind == common.Privilege && f.From == i && f.To == holder
	})
}

// asked: a node with the token has not asked for it.
func asked(w *reference.World) error {
	for i := range w.N() {
		if n := nodeAt(w, i+1); n.asked && n.holder == n.ID {
			return fmt.Errorf("node %d has the token and has asked for it", n.ID)
		}
	}
	return nil
}

// queue: no node is in a queue twice.  A queue is therefore not longer
// than the number of neighbours plus one.
func queue(cfg config.Config) func(*reference.World) error {
	degree := make([]int, cfg.N+1)
	for _, e := range cfg.Edges {
		degree[e[0]]++
		degree[e[1]]++
	}
	return func(w *reference.World) error {
		for i := range w.N() {
			n := nodeAt(w, i+1)
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
