package lamport

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/normalform"
)

// TestWrongLamportForm: a normal form in which a stamp in q becomes 0 is wrong.
func TestWrongLamportForm(t *testing.T) {
	a := Algorithm
	a.Normalise = func(w *reference.World) int {
		shift := normalise(w)
		for i := range w.N() {
			n := nodeAt(w, i+1)
			for j, stamp := range n.q.All() {
				n.q.Set(j, max(0, stamp-1))
			}
		}
		return shift
	}
	if worlds, err := normalform.Check(&a, config.Config{Algorithm: a.Name, N: 2, Network: config.FIFO}, 2, common.Reply); err == nil {
		t.Errorf("the wrong normal form passes %d worlds", worlds)
	}
}
