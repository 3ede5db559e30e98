package tokenring

import "github.com/mxgen/mxgen/reference"

// refine is the refinement mapping: the node that has taken the token,
// and the node that has sent it to its successor.
func refine(w *reference.World, cells *reference.Cells) {
	cells.Bools("token", func(i int) bool { return nodeAt(w, i).token })
	var senders reference.Set
	for _, f := range w.InFlight() {
		cells.AddOnce(&senders, f.From, f)
		if next := nodeAt(w, f.From).next; f.To != next {
			cells.Fail("a TOKEN is under way from %d to %d, but after %d comes %d", f.From, f.To, f.From, next)
		}
	}
	for j := range w.N() {
		cells.Bool("token_net", j+1, senders.Has(j+1))
	}
}
