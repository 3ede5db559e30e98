package reference

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// successors returns the labelled normal forms of what follows a world, as
// a sorted set.  Tickets and stamps in labels are lowered by shift.
func successors(w *World, shift int) []string {
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

// checkNormalForm compares, for every raw world of at most rounds requests
// a node, what follows it with what follows its normal form.  It returns the
// number of raw worlds and the first that differs.
func checkNormalForm(a *Algorithm, cfg config.Config, rounds int) (worlds int, err error) {
	bounded := cfg
	bounded.Rounds = rounds
	for _, c := range []config.Config{cfg, bounded} {
		if err := a.Check(c); err != nil {
			return 0, err
		}
	}
	// Raw worlds are compared without their budgets, which no normal form has.
	budgeted, err := Assemble(a, bounded)
	if err != nil {
		return 0, err
	}
	unbounded, err := Assemble(a, cfg)
	if err != nil {
		return 0, err
	}
	plain := unbounded.Raw().World()
	seen := map[string]bool{}
	w := budgeted.World()
	for queue := [][]byte{w.AppendState(nil)}; len(queue) > 0; queue = queue[1:] {
		w.SetState(queue[0])
		copyWorld(plain, w)
		raw := plain.AppendState(nil)
		shift := plain.Normalise()
		normal := plain.AppendState(nil)
		plain.SetState(raw)
		before := successors(plain, shift)
		plain.SetState(normal)
		if after := successors(plain, 0); !slices.Equal(before, after) {
			return len(seen), fmt.Errorf("after %x, lowered by %d: %q, of its normal form %q", raw, shift, before, after)
		}
		for e := range w.Enabled() {
			w.SetState(queue[0])
			if _, err := w.Step(e); err != nil {
				return len(seen), err
			}
			if next := w.AppendState(nil); !seen[string(next)] {
				seen[string(next)] = true
				queue = append(queue, next)
			}
		}
	}
	return len(seen), nil
}

// copyWorld makes to the world from without budgets.
func copyWorld(to, from *World) {
	var b []byte
	for _, n := range from.nodes {
		c := n.client()
		rounds := c.Rounds
		c.Rounds = 0
		b = from.appendNode(b, n)
		c.Rounds = rounds
	}
	to.SetState(append(b, from.net.bytes...))
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

// TestWrongNormalForm: masking idle tickets is wrong where they are read, and
// so is lowering tickets by more than the least of hi.
func TestWrongNormalForm(t *testing.T) {
	original, _ := Lookup("ricart-agrawala")
	cfg := config.Config{Algorithm: original.Name, N: 2, Network: config.FIFO}
	for name, wrong := range map[string]func(*World) int{
		"no-request-flag": func(w *World) int {
			for i := range w.nodes {
				if n := ricartAgrawalaAt(w, i+1); n.Phase == Idle {
					n.num = 0
				}
			}
			return normaliseRicartAgrawala(w)
		},
		"no-tie-break": func(w *World) int {
			shift := normaliseRicartAgrawala(w)
			for i := range w.nodes {
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
// compared state has the count of requests.
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
