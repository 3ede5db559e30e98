package explore_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/explore"
)

// line returns the edges of the line 1-2-..-n.
func line(n int) (edges []config.Edge) {
	for i := 1; i < n; i++ {
		edges = append(edges, config.Edge{i, i + 1})
	}
	return edges
}

func centralized(n int, net config.Network) config.Config {
	return config.Config{Algorithm: "centralized", N: n, Network: net, Coordinator: 1}
}

func ricartAgrawala(n int, net config.Network, variant string) config.Config {
	v, err := config.ParseVariant(variant)
	if err != nil {
		panic(err)
	}
	return config.Config{Algorithm: "ricart-agrawala", N: n, Network: net, Variant: v}
}

func neilsenMizuno(n int, net config.Network) config.Config {
	return config.Config{Algorithm: "neilsen-mizuno", N: n, Network: net, Edges: line(n), Token: 1}
}

func run(t testing.TB, cfg config.Config, opts explore.Options) *explore.Graph {
	t.Helper()
	sys, err := algorithms.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return explore.Run(context.Background(), sys, opts)
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		cfg         config.Config
		states      int
		transitions int64
	}{
		{ricartAgrawala(1, config.FIFO, ""), 3, 3},
		{ricartAgrawala(2, config.FIFO, ""), 45, 72},
		{ricartAgrawala(2, config.Unordered, ""), 48, 83},
		{ricartAgrawala(3, config.FIFO, ""), 3496, 10633},
		{ricartAgrawala(3, config.Unordered, ""), 4012, 14639},
		{neilsenMizuno(1, config.FIFO), 3, 3},
		{neilsenMizuno(3, config.FIFO), 168, 378},
		{neilsenMizuno(3, config.Unordered), 180, 416},
		{neilsenMizuno(4, config.FIFO), 1622, 4468},
		{neilsenMizuno(4, config.Unordered), 1718, 4830},
		{centralized(1, config.FIFO), 3, 3},
		{centralized(3, config.FIFO), 94, 210},
		{centralized(4, config.Unordered), 726, 1830},
	} {
		g := run(t, c.cfg, explore.Options{})
		if done, why := g.Complete(); !done || g.States() != c.states || g.Transitions() != c.transitions {
			t.Errorf("%s: %d states, %d transitions (%s), want %d and %d", c.cfg, g.States(), g.Transitions(), why, c.states, c.transitions)
		}
		for _, p := range g.Properties() {
			v, err := g.Verdict(p)
			if err != nil || v.Result != explore.Pass {
				t.Errorf("%s: %s: %+v %v", c.cfg, p, v, err)
			}
		}
	}
}

// TestVariants: the verdicts of docs/algorithms.md, A4 and section 6, for its switches.
func TestVariants(t *testing.T) {
	for _, c := range []struct {
		n       int
		variant string
		states  [2]int // fifo and unordered
		fails   string
	}{
		{2, "arbitrary-number=3", [2]int{1300, 1320}, "mutex"},
		{2, "arbitrary-number=2,no-request-flag", [2]int{325, 362}, "mutex deadlock deferral starvation"},
		{2, "arbitrary-number=2,no-tie-break", [2]int{340, 350}, "mutex deadlock deferral starvation"},
		{3, "arbitrary-number=1", [2]int{2966, 3498}, "mutex"},
		{3, "arbitrary-number=1,no-tie-break", [2]int{2335, 3175}, "deadlock deferral starvation"},
		{3, "no-tie-break", [2]int{2687, 2483}, "deadlock deferral starvation"},
		{3, "no-request-flag", [2]int{7189, 8727}, "deadlock deferral starvation"},
		{3, "no-request-flag,no-tie-break", [2]int{677, 749}, "deadlock deferral entry starvation"},
	} {
		for k, net := range []config.Network{config.FIFO, config.Unordered} {
			g := run(t, ricartAgrawala(c.n, net, c.variant), explore.Options{})
			var fails []string
			for _, p := range g.Properties() {
				v, err := g.Verdict(p)
				if err != nil || v.Result == explore.Inconclusive {
					t.Errorf("%s: %s: %+v %v", g.System().Config, p, v, err)
				}
				if v.Result == explore.Fail {
					fails = append(fails, p)
					replay(t, g, v)
				}
			}
			if got := strings.Join(fails, " "); got != c.fails || g.States() != c.states[k] {
				t.Errorf("%s: %d states, fails %q, want %d and %q", g.System().Config, g.States(), got, c.states[k], c.fails)
			}
		}
	}
}

// replay checks that a counterexample is a path of the system and that its cycle
// returns to its first state.
func replay(t *testing.T, g *explore.Graph, v explore.Verdict) {
	t.Helper()
	w := g.System().World()
	walk := func(path []event.Event) {
		for _, e := range path {
			if _, err := w.Step(e); err != nil {
				t.Fatalf("%s: %v", v.Property, err)
			}
		}
	}
	walk(v.Path)
	before := w.AppendState(nil)
	walk(v.Cycle)
	if after := w.AppendState(nil); !bytes.Equal(before, after) {
		t.Errorf("%s: the cycle does not come back", v.Property)
	}
}

// TestShortest: the violations that docs/algorithms.md calls shortest are as short here.
func TestShortest(t *testing.T) {
	for _, c := range []struct {
		cfg      config.Config
		property string
		events   int
	}{
		{ricartAgrawala(2, config.Unordered, "arbitrary-number=10"), "mutex", 8},
		{ricartAgrawala(2, config.Unordered, "no-tie-break"), "deadlock", 4},
		{ricartAgrawala(2, config.Unordered, "no-request-flag"), "deadlock", 2},
	} {
		g := run(t, c.cfg, explore.Options{})
		v, err := g.Verdict(c.property)
		if err != nil || v.Result != explore.Fail || len(v.Path) != c.events {
			t.Errorf("%s: %+v %v, want %d events", c.cfg, v, err, c.events)
		}
	}
}

// TestWorkers: any number of workers finds the same graph, numbers, labels
// and paths included.
func TestWorkers(t *testing.T) {
	cfg := neilsenMizuno(4, config.Unordered)
	one, four := run(t, cfg, explore.Options{Workers: 1}), run(t, cfg, explore.Options{Workers: 4})
	if a, b := describe(t, one), describe(t, four); a != b {
		t.Errorf("one worker: %.200s\nfour workers: %.200s", a, b)
	}
}

func describe(t *testing.T, g *explore.Graph) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintln(&b, g.States(), g.Transitions(), g.Depth(), g.Counts())
	for _, p := range g.Properties() {
		v, err := g.Verdict(p)
		fmt.Fprintln(&b, v, err)
	}
	if err := g.Each(func(s explore.State, values []int) error {
		fmt.Fprintln(&b, s, values)
		return nil
	}); err != nil {
		t.Error(err)
	}
	if err := g.Edges(func(e explore.Edge) error {
		fmt.Fprintln(&b, e)
		return nil
	}); err != nil {
		t.Error(err)
	}
	return b.String()
}

// TestIteration: Each and Edges visit as many states and edges as the graph counts,
// different states have different values, and Path leads to its state.
func TestIteration(t *testing.T) {
	for _, cfg := range []config.Config{ricartAgrawala(2, config.Unordered, ""), neilsenMizuno(3, config.FIFO), centralized(4, config.FIFO)} {
		g := run(t, cfg, explore.Options{})
		seen := map[string]bool{}
		w := g.System().World()
		if err := g.Each(func(s explore.State, values []int) error {
			seen[fmt.Sprint(values)] = true
			path := g.Path(s)
			world := g.System().World()
			for _, e := range path {
				if _, err := world.Step(e); err != nil {
					return err
				}
			}
			g.World(s, w)
			if found, ok := g.Find(world); !ok || found != s || len(path) > g.Depth() {
				return fmt.Errorf("state %d: the path leads to %d", s, found)
			}
			return nil
		}); err != nil {
			t.Errorf("%s: %v", cfg, err)
		}
		counts := map[string]int64{}
		if err := g.Edges(func(e explore.Edge) error {
			counts[g.Labels()[e.Label].String()]++
			return nil
		}); err != nil {
			t.Errorf("%s: %v", cfg, err)
		}
		if len(seen) != g.States() || !maps.Equal(counts, g.Counts()) {
			t.Errorf("%s: %d different values of %d states, edges %v, want %v", cfg, len(seen), g.States(), counts, g.Counts())
		}
	}
}

func TestLimits(t *testing.T) {
	cfg := ricartAgrawala(3, config.Unordered, "")
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	sys, err := algorithms.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for want, g := range map[string]*explore.Graph{
		"more than 1000 states": run(t, cfg, explore.Options{MaxStates: 1000}),
		"bytes":                 run(t, cfg, explore.Options{MaxBytes: 50000}),
		"interrupted":           explore.Run(cancelled, sys, explore.Options{}),
	} {
		if complete, why := g.Complete(); complete || !strings.Contains(why, want) {
			t.Errorf("%s: %v %s", want, complete, why)
		}
		for _, p := range []string{"mutex", "starvation", "conservation"} {
			if v, _ := g.Verdict(p); v.Result != explore.Inconclusive {
				t.Errorf("%s: %+v", want, v)
			}
		}
	}
	if _, err := run(t, centralized(2, config.FIFO), explore.Options{}).Verdict("peace"); err == nil {
		t.Error("a property named peace is known")
	}
}

// BenchmarkExplore explores the largest space of the quick suite.
func BenchmarkExplore(b *testing.B) {
	cfg := ricartAgrawala(4, config.Unordered, "")
	var states int
	var transitions, memory int64
	for b.Loop() {
		g := run(b, cfg, explore.Options{})
		if g.States() != 3012293 {
			b.Fatalf("%d states", g.States())
		}
		states, transitions, memory = g.States(), g.Transitions(), g.Bytes()
	}
	perSecond := func(n float64) float64 { return n * float64(b.N) / b.Elapsed().Seconds() }
	b.ReportMetric(perSecond(float64(states)), "states/s")
	b.ReportMetric(perSecond(float64(transitions)), "transitions/s")
	b.ReportMetric(float64(memory)/(1<<20), "MB")
}
