package algorithms

import "github.com/mxgen/mxgen/reference"

// refineRaymond is the refinement mapping.  On a fifo link the model has no
// variable for the order of a REQUEST and a PRIVILEGE, because the REQUEST is
// the younger one; the mapping checks this.
func refineRaymond(w *reference.World, cells *reference.Cells) {
	for i := range w.N() {
		cells.Number("holder", i+1, raymondAt(w, i+1).holder)
	}
	for i := range w.N() {
		cells.Bool("using", i+1, raymondAt(w, i+1).using)
	}
	for i := range w.N() {
		cells.Bool("asked", i+1, raymondAt(w, i+1).asked)
	}
	for i := range w.N() {
		cells.QueueOf("queue", i+1, raymondAt(w, i+1).queue, w.N())
	}
	var requests, privileges [reference.MaxNodes + 1]reference.Set
	for _, f := range w.InFlight() {
		switch f.Msg.Kind {
		case request:
			cells.AddOnce(&requests[f.From], f.To, f)
		case privilege:
			cells.AddOnce(&privileges[f.From], f.To, f)
			if w.FIFO() && requests[f.From].Has(f.To) {
				cells.Fail("a PRIVILEGE is behind a REQUEST from %d to %d", f.From, f.To)
			}
		}
	}
	for j := 1; j <= w.N(); j++ {
		cells.Set("request_to", j, requests[j])
	}
	for j := 1; j <= w.N(); j++ {
		cells.Set("privilege_to", j, privileges[j])
	}
}
