package lamport

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// properties are the invariants of docs/algorithms.md, A3.
func properties(config.Config) []reference.Property {
	return []reference.Property{
		{Name: "ticket-order", State: ticketOrder},
		{Name: "request-known", State: requestKnown},
	}
}

// ticketOrder: nodes enter in the order of stamps, then of node numbers.
// A world has no history of entries, so the invariant compares with future
// entries: the request of a node that can enter is earlier than every other
// node's request, and than the next request of an idle node.
func ticketOrder(w *reference.World) error {
	for i := range w.N() {
		n := nodeAt(w, i+1)
		if n.Phase != reference.Wait || !w.Node(i+1).MayEnter() {
			continue
		}
		for j := range w.N() {
			o := nodeAt(w, j+1)
			stamp := o.q.At(o.ID)
			if o.Phase == reference.Idle {
				stamp = o.clk + 1
			}
			if o != n && !n.isBefore(stamp, o.ID) {
				return fmt.Errorf("node %d can enter with stamp %d before node %d with stamp %d", n.ID, n.q.At(n.ID), o.ID, stamp)
			}
		}
	}
	return nil
}

// requestKnown: the request of a node that waits or is in its critical
// section is at, or under way to, every other node.
func requestKnown(w *reference.World) error {
	var known [reference.MaxNodes + 1]reference.Set // known[j]: where the request of j is, or will be
	for i := range w.N() {
		for j := range nodeAt(w, i+1).q.All() {
			known[j] = known[j].With(i + 1)
		}
	}
	for _, f := range w.InFlight() {
		if f.Msg.Kind == common.Request {
			known[f.From] = known[f.From].With(f.To)
		}
	}
	for j := range w.N() {
		n := nodeAt(w, j+1)
		if n.Phase == reference.Idle || known[n.ID].Len() == n.N {
			continue
		}
		return fmt.Errorf("the request of node %d is neither at every other node nor under way there", n.ID)
	}
	return nil
}
