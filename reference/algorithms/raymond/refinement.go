package raymond

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// refine is the refinement mapping.  On a fifo link the model has no
// variable for the order of a REQUEST and a PRIVILEGE, because the REQUEST is
// the younger one; the mapping checks this.
func refine(w *reference.World, cells *reference.Cells) {
	cells.Numbers("holder", func(i int) int { return nodeAt(w, i).holder })
	cells.Bools("using", func(i int) bool { return nodeAt(w, i).using })
	cells.Bools("asked", func(i int) bool { return nodeAt(w, i).asked })
	for i := range w.N() {
		cells.QueueOf("queue", i+1, nodeAt(w, i+1).queue, w.N())
	}
	var requests, privileges [reference.MaxNodes + 1]reference.Set
	for _, f := range w.InFlight() {
		switch f.Msg.Kind {
		case common.Request:
			cells.AddOnce(&requests[f.From], f.To, f)
		case common.Privilege:
			cells.AddOnce(&privileges[f.From], f.To, f)
			if w.FIFO() && requests[f.From].Has(f.To) {
				cells.Fail("a PRIVILEGE is behind a REQUEST from %d to %d", f.From, f.To)
			}
		}
	}
	cells.Sets("request_to", func(j int) reference.Set { return requests[j] })
	cells.Sets("privilege_to", func(j int) reference.Set { return privileges[j] })
}
