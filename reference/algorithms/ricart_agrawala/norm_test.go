package ricartagrawala

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/normalform"
)

// TestWrongNormalForm: normalform.Check finds two wrong normal forms: one removes
// tickets that idle nodes compare, one subtracts too much from hi.
func TestWrongNormalForm(t *testing.T) {
	cfg := config.Config{Algorithm: Algorithm.Name, N: 2, Network: config.FIFO}
	for name, wrong := range map[string]func(*reference.World) int{
		"no-request-flag": func(w *reference.World) int {
			for i := range w.N() {
				if n := nodeAt(w, i+1); n.Phase == reference.Idle {
					n.Num = 0
				}
			}
			return normalise(w)
		},
		"no-tie-break": func(w *reference.World) int {
			shift := normalise(w)
			for i := range w.N() {
				nodeAt(w, i+1).Hi = 0
			}
			return shift
		},
	} {
		a := Algorithm
		a.Normalise = wrong
		cfg.Variant = config.Variant{{Name: name}}
		if worlds, err := normalform.Check(&a, cfg, 3, common.Reply); err == nil {
			t.Errorf("%s: the wrong normal form passes %d worlds", name, worlds)
		}
	}
}
