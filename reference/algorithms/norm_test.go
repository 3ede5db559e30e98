package algorithms

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// successors returns the events that are enabled in a world with the normal form
// of each successor, as a sorted set.  It subtracts shift from tickets and stamps
// in labels.
func successors(w *reference.World, shift int) []string {
	w.SetState(w.AppendState(nil))
	set := map[string]bool{}
	for e := range w.Enabled() {
		if _, err := w.Step(e); err != nil {
			panic(err)
		}
		for k := range e.Msg.Fields {
			if e.Msg.Kind != reply { // whose field, if it has one, is a count
				e.Msg.Fields[k] -= shift
			}
		}
		w.Normalise()
		set[e.String()+" -> "+string(w.AppendState(nil))] = true
		w.Rewind()
	}
	return slices.Sorted(maps.Keys(set))
}

// eachRawWorld visits every raw world of a system without rounds that is
// reachable with at most rounds requests a node.  The test counts the requests
// itself, because a program that counts them has no normal form.  visit may
// move the world.  The result is the number of worlds with their counts.
func eachRawWorld(a *reference.Algorithm, cfg config.Config, rounds int, visit func(w *reference.World, raw []byte) error) (worlds int, err error) {
	if cfg.Rounds != 0 {
		return 0, fmt.Errorf("rounds %d: want 0", cfg.Rounds)
	}
	sys, err := reference.Assemble(a, cfg)
	if err != nil {
		return 0, err
	}
	w := sys.Raw().World()
	type state struct {
		raw      string
		requests [4]int // by node; element 0 is unused
	}
	if cfg.N >= len(state{}.requests) {
		return 0, fmt.Errorf("n %d: too large for this test", cfg.N)
	}
	initial := state{raw: string(w.AppendState(nil))}
	seen := map[state]bool{initial: true}
	for queue := []state{initial}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if err := visit(w, []byte(at.raw)); err != nil {
			return len(seen), err
		}
		w.SetState([]byte(at.raw))
		for e := range w.Enabled() {
			next := at
			if e.Kind == event.Request {
				if next.requests[e.Node]++; next.requests[e.Node] > rounds {
					continue
				}
			}
			w.SetState([]byte(at.raw))
			if _, err := w.Step(e); err != nil {
				return len(seen), err
			}
			if next.raw = string(w.AppendState(nil)); !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return len(seen), nil
}

// checkNormalForm compares, for every raw world of at most rounds requests
// a node, its successors with the successors of its normal form.  It returns
// the number of raw worlds and the first difference.
func checkNormalForm(a *reference.Algorithm, cfg config.Config, rounds int) (worlds int, err error) {
	return eachRawWorld(a, cfg, rounds, func(w *reference.World, raw []byte) error {
		w.SetState(raw)
		shift := w.Normalise()
		normal := w.AppendState(nil)
		w.SetState(raw)
		before := successors(w, shift)
		w.SetState(normal)
		if after := successors(w, 0); !slices.Equal(before, after) {
			return fmt.Errorf("successors of %x, lowered by %d: %q, of its normal form %q", raw, shift, before, after)
		}
		return nil
	})
}

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

func TestNormalForm(t *testing.T) {
	a, _ := Lookup("ricart-agrawala")
	for _, network := range []config.Network{config.FIFO, config.Unordered} {
		for _, v := range ricartAgrawalaVariants {
			rounds := map[int]int{1: 3, 2: 3, 3: 1}
			if network == config.FIFO && v == "" {
				rounds[3] = 2 // some ten thousand worlds
			}
			for n, rounds := range rounds {
				cfg := config.Config{Algorithm: a.Name, N: n, Network: network, Variant: variant(t, v)}
				if worlds, err := checkNormalForm(a, cfg, rounds); err != nil {
					t.Errorf("%s: world %d: %v", cfg, worlds, err)
				}
			}
		}
	}
}

// TestWrongNormalForm: checkNormalForm finds two wrong normal forms: one removes
// tickets that idle nodes compare, one subtracts too much from hi.
func TestWrongNormalForm(t *testing.T) {
	original, _ := Lookup("ricart-agrawala")
	cfg := config.Config{Algorithm: original.Name, N: 2, Network: config.FIFO}
	for name, wrong := range map[string]func(*reference.World) int{
		"no-request-flag": func(w *reference.World) int {
			for i := range w.N() {
				if n := ricartAgrawalaAt(w, i+1); n.Phase == reference.Idle {
					n.num = 0
				}
			}
			return normaliseRicartAgrawala(w)
		},
		"no-tie-break": func(w *reference.World) int {
			shift := normaliseRicartAgrawala(w)
			for i := range w.N() {
				ricartAgrawalaAt(w, i+1).hi = 0
			}
			return shift
		},
	} {
		a := *original
		a.Normalise = wrong
		cfg.Variant = variant(t, name)
		if worlds, err := checkNormalForm(&a, cfg, 3); err == nil {
			t.Errorf("%s: the wrong normal form passes %d worlds", name, worlds)
		}
	}
}

// TestRoundsAreRaw: with rounds, numbers are those of the program, and the
// compared variables include the count of requests.
func TestRoundsAreRaw(t *testing.T) {
	cfg := config.Config{Algorithm: "ricart-agrawala", N: 1, Network: config.FIFO, Rounds: 2}
	sys, err := New(cfg)
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
			a, _ := Lookup(c.algorithm)
			cfg := config.Config{Algorithm: a.Name, N: c.n, Network: network, Variant: variant(t, c.variant)}
			if worlds, err := checkNormalForm(a, cfg, c.rounds); err != nil {
				t.Errorf("%s: world %d: %v", cfg, worlds, err)
			}
		}
	}
}

// TestWrongLamportForm: a normal form in which a stamp in q becomes 0 is wrong.
func TestWrongLamportForm(t *testing.T) {
	original, _ := Lookup("lamport")
	a := *original
	a.Normalise = func(w *reference.World) int {
		shift := normaliseLamport(w)
		for i := range w.N() {
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
