package algorithms

import "github.com/mxgen/mxgen/reference"

// refineTokenRing is the refinement mapping: the node that has taken the token,
// and the node that has sent it to its successor.
func refineTokenRing(w *reference.World, cells *reference.Cells) {
	for i := range w.N() {
		cells.Bool("token", i+1, tokenRingAt(w, i+1).token)
	}
	var senders reference.Set
	for _, f := range w.InFlight() {
		cells.AddOnce(&senders, f.From, f)
		if next := tokenRingAt(w, f.From).next; f.To != next {
			cells.Fail("a TOKEN is under way from %d to %d, but after %d comes %d", f.From, f.To, f.From, next)
		}
	}
	for j := range w.N() {
		cells.Bool("token_net", j+1, senders.Has(j+1))
	}
}
