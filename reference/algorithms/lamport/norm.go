package lamport

import (
	"math"

	"github.com/mxgen/mxgen/reference"
)

// normalise subtracts a number from all clocks and stamps so that the
// smallest of them is 1.  Programs only compare, maximise and increment numbers,
// and test whether a stamp in q is 0; no stamp becomes 0.  While a clock is
// still 0 the normal form subtracts nothing.
func normalise(w *reference.World) (shift int) {
	least := math.MaxInt
	for i := range w.N() {
		n := nodeAt(w, i+1)
		least = min(least, n.clk)
		for _, stamp := range n.q.All() {
			least = min(least, stamp)
		}
	}
	if least <= 1 {
		return 0
	}
	for _, f := range w.InFlight() {
		least = min(least, f.Msg.Fields[0])
	}
	shift = least - 1
	if shift <= 0 {
		return 0
	}
	for i := range w.N() {
		n := nodeAt(w, i+1)
		n.clk -= shift
		for j, stamp := range n.q.All() {
			n.q.Set(j, stamp-shift)
		}
	}
	w.RewriteMessages(func(f *reference.InFlight) { f.Msg.Fields[0] -= shift })
	return shift
}
