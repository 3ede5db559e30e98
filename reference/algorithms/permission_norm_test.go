package reference

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

// TestPermissionNormalForm checks the normal forms of Lamport's algorithm, of
// K = 1, and of Ricart and Agrawala's further switches.
func TestPermissionNormalForm(t *testing.T) {
	for _, c := range []struct {
		algorithm, variant string
		n, rounds          int
	}{
		{"lamport", "l0", 2, 3},
		{"lamport", "l1", 2, 3},
		{"lamport", "l2", 2, 3},
		{"lamport", "l0,light-clock", 2, 3},
		{"lamport", "l1,light-clock", 2, 3},
		{"raymond-k", "", 2, 3},
		{"raymond-k", "", 3, 1},
		{"ricart-agrawala", "own-number", 2, 3},
		{"ricart-agrawala", "own-number", 3, 1},
		{"ricart-agrawala", "modulo=3", 2, 3},
		{"ricart-agrawala", "modulo=3,own-number", 2, 3},
		{"ricart-agrawala", "modulo=5,no-request-flag", 2, 3},
	} {
		for _, network := range []config.Network{config.FIFO, config.Unordered} {
			if c.algorithm == "lamport" && network != config.FIFO {
				continue // which has no form
			}
			a, _ := Lookup(c.algorithm)
			cfg := config.Config{Algorithm: a.Name, N: c.n, Network: network, Variant: variant(t, c.variant)}
			if worlds, err := checkNormalForm(a, cfg, c.rounds); err != nil {
				t.Errorf("%s: world %d: %v", cfg, worlds, err)
			}
		}
	}
}

// TestWrongLamportForm: lowering until a stamp in q may be 0 is wrong.
func TestWrongLamportForm(t *testing.T) {
	original, _ := Lookup("lamport")
	a := *original
	a.Normalise = func(w *World) int {
		shift := normaliseLamport(w)
		for i := range w.nodes {
			n := lamportAt(w, i+1)
			for j, stamp := range n.q {
				n.q[j] = max(0, stamp-1)
			}
		}
		return shift
	}
	if worlds, err := checkNormalForm(&a, config.Config{Algorithm: a.Name, N: 2, Network: config.FIFO}, 2); err == nil {
		t.Errorf("the wrong normal form passes %d worlds", worlds)
	}
}
