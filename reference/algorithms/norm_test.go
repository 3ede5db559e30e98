package algorithms_test

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/normalform"
)

func variant(t testing.TB, text string) config.Variant {
	t.Helper()
	v, err := config.ParseVariant(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

var ricartAgrawalaVariants = []string{"", "no-tie-break", "no-request-flag", "no-request-flag,no-tie-break",
	"arbitrary-number=2", "arbitrary-number=2,no-tie-break", "arbitrary-number=2,no-request-flag"}

// A REPLY has no ticket; its field, if it has one, is a count.
func TestNormalForm(t *testing.T) {
	a, _ := algorithms.Lookup("ricart-agrawala")
	for _, network := range []config.Network{config.FIFO, config.Unordered} {
		for _, v := range ricartAgrawalaVariants {
			rounds := map[int]int{1: 3, 2: 3, 3: 1}
			if network == config.FIFO && v == "" {
				rounds[3] = 2 // some ten thousand worlds
			}
			for n, rounds := range rounds {
				cfg := config.Config{Algorithm: a.Name, N: n, Network: network, Variant: variant(t, v)}
				if worlds, err := normalform.Check(a, cfg, rounds, common.Reply); err != nil {
					t.Errorf("%s: world %d: %v", cfg, worlds, err)
				}
			}
		}
	}
}

// TestRoundsAreRaw: with rounds, numbers are those of the program, and the
// compared variables include the count of requests.
func TestRoundsAreRaw(t *testing.T) {
	cfg := config.Config{Algorithm: "ricart-agrawala", N: 1, Network: config.FIFO, Rounds: 2}
	sys, err := algorithms.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	w := sys.World()
	cycle := []event.Event{{Kind: event.Request, Node: 1}, {Kind: event.Enter, Node: 1}, {Kind: event.Exit, Node: 1}}
	for range 2 {
		for _, e := range cycle {
			if _, err := w.Step(e); err != nil {
				t.Fatal(err)
			}
		}
	}
	if w.Can(cycle[0]) {
		t.Error("a third request is possible")
	}
	values, err := w.Values(nil)
	for k, v := range sys.Variables() {
		want := map[string]int{"requests[1]": 2, "num[1]": 1}[v.Name]
		if values[k] != want {
			t.Errorf("%s is %d, want %d", v.Name, values[k], want)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// TestNormalForms checks the normal forms of Lamport's algorithm, of
// K = 1, and of Ricart and Agrawala's further switches.
func TestNormalForms(t *testing.T) {
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
			a, _ := algorithms.Lookup(c.algorithm)
			cfg := config.Config{Algorithm: a.Name, N: c.n, Network: network, Variant: variant(t, c.variant)}
			if worlds, err := normalform.Check(a, cfg, c.rounds, common.Reply); err != nil {
				t.Errorf("%s: world %d: %v", cfg, worlds, err)
			}
		}
	}
}
