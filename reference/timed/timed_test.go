package timed_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/timed"
)

func distribution(t testing.TB, text string) timed.Distribution {
	t.Helper()
	d, err := timed.ParseDistribution("time", text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func unbounded(t testing.TB, cfg config.Config) *reference.System {
	t.Helper()
	a, ok := algorithms.Lookup(cfg.Algorithm)
	if !ok {
		t.Fatal(cfg.Algorithm)
	}
	return assemble(t, a, cfg)
}

func assemble(t testing.TB, a *reference.Algorithm, cfg config.Config) *reference.System {
	t.Helper()
	sys, err := reference.AssembleUnbounded(a, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

func options(t testing.TB, think, section, delay string) timed.Options {
	return timed.Options{Seed: 1, Think: distribution(t, think), Section: distribution(t, section), Delay: distribution(t, delay),
		Warmup: 20, Batches: 5, BatchEntries: 40}
}

// watched is an algorithm whose nodes note violations of mutual exclusion and of
// the order of messages.
type watched struct {
	reference.Node
	shared *watch
	id     int
}

type watch struct {
	inside, most int
	received     map[[2]int]int // the number of the last message on a link
	disordered   int
}

// watchedAlgorithm wraps the programs of an algorithm.
func watchedAlgorithm(name string, w *watch) *reference.Algorithm {
	original, _ := algorithms.Lookup(name)
	a := *original
	a.Programs = func(cfg config.Config) (func(int) (reference.Node, error), error) {
		program, err := original.Programs(cfg)
		return func(i int) (reference.Node, error) {
			n, err := program(i)
			return &watched{n, w, i}, err
		}, err
	}
	return &a
}

// MayEnter counts an entry, which follows at once.
func (n *watched) MayEnter() bool {
	may := n.Node.MayEnter()
	if may {
		n.shared.inside++
		n.shared.most = max(n.shared.most, n.shared.inside)
	}
	return may
}

func (n *watched) Exit(out *reference.Outbox) {
	n.shared.inside--
	n.Node.Exit(out)
}

// Receive looks at the stamps of Lamport's messages, which grow on each link.
func (n *watched) Receive(from int, m event.Message, out *reference.Outbox) {
	if n.shared.received != nil {
		link := [2]int{from, n.id}
		if m.Fields[0] < n.shared.received[link] {
			n.shared.disordered++
		}
		n.shared.received[link] = m.Fields[0]
	}
	n.Node.Receive(from, m, out)
}

// TestMutualExclusion: at most K nodes are inside.  Links keep the order of
// messages if the network is fifo; Lamport's algorithm needs that, and violates
// mutual exclusion without it.
func TestMutualExclusion(t *testing.T) {
	for _, c := range []struct {
		cfg        config.Config
		most       int
		disordered bool
	}{
		{config.Config{Algorithm: "ricart-agrawala", N: 5, Network: config.Unordered}, 1, false},
		{config.Config{Algorithm: "raymond-k", N: 5, K: 2, Network: config.Unordered}, 2, false},
		{config.Config{Algorithm: "lamport", N: 5, Network: config.FIFO}, 1, false},
		{config.Config{Algorithm: "lamport", N: 5, Network: config.Unordered}, 2, true},
	} {
		w := watch{}
		if c.cfg.Algorithm == "lamport" {
			w.received = map[[2]int]int{}
		}
		sys := assemble(t, watchedAlgorithm(c.cfg.Algorithm, &w), c.cfg)
		_, err := timed.Run(context.Background(), sys, options(t, "exp:1", "exp:0.5", "exp:1"))
		if err != nil && !(c.disordered && errors.Is(err, timed.ErrStuck)) {
			t.Errorf("%s: %v", c.cfg, err)
		}
		if w.most < c.most || c.most == 1 && w.most > 1 || w.disordered > 0 != c.disordered {
			t.Errorf("%s: %d inside, %d messages out of order", c.cfg, w.most, w.disordered)
		}
	}
}

// TestDeterministic: the same options give the same run, another seed or number of
// the run another one.
func TestDeterministic(t *testing.T) {
	sys := unbounded(t, config.Config{Algorithm: "suzuki-kasami", N: 6, Network: config.Unordered, Token: 1})
	run := func(seed, number uint64) timed.Measured {
		opts := options(t, "exp:3", "const:0.1", "lognormal:1,0.5")
		opts.Seed, opts.Run = seed, number
		m, err := timed.Run(context.Background(), sys, opts)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	first := run(1, 0)
	if again := run(1, 0); !reflect.DeepEqual(first, again) {
		t.Errorf("%+v and then %+v", first, again)
	}
	for _, other := range []timed.Measured{run(2, 0), run(1, 1)} {
		if reflect.DeepEqual(first, other) {
			t.Errorf("two runs are equal: %+v", other)
		}
	}
}

// TestTimes: times that can be computed by hand.  With two nodes and a coordinator
// that is node 1, node 2 needs REQUEST and GRANT, so 2 units, to enter; alone it
// waits for nothing else.
func TestTimes(t *testing.T) {
	sys := unbounded(t, config.Config{Algorithm: "centralized", N: 2, Network: config.Unordered, Coordinator: 1, Requesters: []int{2}})
	opts := options(t, "const:10", "const:3", "const:1")
	m, err := timed.Run(context.Background(), sys, opts)
	if err != nil {
		t.Fatal(err)
	}
	for k, b := range m.Batches {
		close := func(a, b float64) bool { return math.Abs(a-b) < 1e-6 }
		if b.Entries != 40 || !close(b.Time, 40*(10+2+3)) || !close(b.Waiting, 40*2) || !close(b.Response, 40*(2+3)) || !close(b.Queue, 40*2) || b.Handovers != 0 {
			t.Errorf("batch %d: %+v", k, b)
		}
	}
	if m.Least != 3 || m.Most != 3 || m.MostWaiting != 1 || m.Busiest != 1 || m.MostOvertaken != 0 {
		t.Errorf("%+v", m)
	}
}

// TestDeadlock: a run of which nothing is left ends with an error.
func TestDeadlock(t *testing.T) {
	v, err := config.ParseVariant("basic")
	if err != nil {
		t.Fatal(err)
	}
	sys := unbounded(t, config.Config{Algorithm: "maekawa", N: 3, Variant: v, Network: config.FIFO, Quorums: [][]int{{1, 2}, {2, 3}, {1, 3}}})
	if m, err := timed.Run(context.Background(), sys, options(t, "exp:1", "const:0.1", "exp:1")); !errors.Is(err, timed.ErrStuck) {
		t.Errorf("%+v %v", m, err)
	}
}

// TestLimits: a run ends at its limits and when it is interrupted.
func TestLimits(t *testing.T) {
	sys := unbounded(t, config.Config{Algorithm: "ricart-agrawala", N: 40, Network: config.Unordered})
	ctx, cancel := context.WithCancel(context.Background())
	opts := options(t, "exp:1", "const:0.1", "const:1")
	opts.MaxPending = 100
	if _, err := timed.Run(ctx, sys, opts); !errors.Is(err, timed.ErrCrowded) {
		t.Error(err)
	}
	opts.MaxPending, opts.MaxEvents = 0, 100
	if _, err := timed.Run(ctx, sys, opts); !errors.Is(err, timed.ErrTooLong) {
		t.Error(err)
	}
	cancel()
	if _, err := timed.Run(ctx, sys, opts); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestNotInitialised: nodes that may not request yet, because they are not initialised,
// request later.
func TestNotInitialised(t *testing.T) {
	v, err := config.ParseVariant("init")
	if err != nil {
		t.Fatal(err)
	}
	cfg := config.Config{Algorithm: "neilsen-mizuno", N: 4, Variant: v, Network: config.Unordered, Token: 1, Edges: []config.Edge{{1, 2}, {2, 3}, {3, 4}}}
	if _, err := timed.Run(context.Background(), unbounded(t, cfg), options(t, "const:0.5", "const:0.1", "const:1")); err != nil {
		t.Error(err)
	}
}

// TestDistributions: samples have the mean, and the text is read again.
func TestDistributions(t *testing.T) {
	for _, c := range []struct {
		text string
		mean float64
	}{{"const:3", 3}, {"const:0", 0}, {"exp:2", 2}, {"uniform:1,4", 2.5}, {"lognormal", 1}, {"lognormal:3,0.5", 3}, {"exp", 1}, {"uniform", 1}} {
		d := distribution(t, c.text)
		if got := d.Mean(); math.Abs(got-c.mean) > 1e-12 {
			t.Errorf("%s: mean %g", c.text, got)
		}
		if got := timed.SampleMean(d, 20_000); math.Abs(got-c.mean) > 0.05*c.mean {
			t.Errorf("%s: mean of samples %g", c.text, got)
		}
		if again := distribution(t, d.String()); again != d {
			t.Errorf("%s: read again as %s", d, again)
		}
		if c.mean > 0 {
			if got := d.WithMean(7).Mean(); math.Abs(got-7) > 1e-12 {
				t.Errorf("%s: scaled to 7: %g", d, got)
			}
		}
	}
	for _, text := range []string{"", "normal:1", "exp:", "exp:-1", "exp:NaN", "exp:Inf", "exp:1,2", "uniform:1", "uniform:2,1", "uniform:1,2,3", "lognormal:1,6", "const:1e300", "exp:1e999", "const:x"} {
		if d, err := timed.ParseDistribution("think", text); err == nil {
			t.Errorf("%q: read as %s", text, d)
		}
	}
}

// FuzzParseDistribution: what is read has a finite mean and is read again from its
// text.
func FuzzParseDistribution(f *testing.F) {
	for _, text := range []string{"exp:1", "const:0.1", "uniform:1,2", "lognormal:1,2", "exp:1e9", "uniform:0,0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := timed.ParseDistribution("think", text)
		if err != nil {
			return
		}
		if m := d.Mean(); m < 0 || math.IsNaN(m) || math.IsInf(m, 0) {
			t.Errorf("%q: mean %g", text, m)
		}
		if again, err := timed.ParseDistribution("think", d.String()); err != nil || again != d {
			t.Errorf("%q: %s is read again as %s, %v", text, d, again, err)
		}
	})
}

// cpuTime is the time that the process has computed.
func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkEvents measures the processor time of a million events of each algorithm with many nodes,
// the creation of the nodes included, and their memory.
func BenchmarkEvents(b *testing.B) {
	star := func(n int) []config.Edge {
		edges := make([]config.Edge, 0, n-1)
		for i := 2; i <= n; i++ {
			edges = append(edges, config.Edge{1, i})
		}
		return edges
	}
	var plane [][]int // of order 7: the lines of 57 points
	for i := range 57 {
		var line []int
		for _, d := range []int{0, 1, 3, 13, 32, 36, 43, 52} { // a difference set
			line = append(line, (i+d)%57+1)
		}
		slices.Sort(line)
		plane = append(plane, line)
	}
	sanders, err := config.ParseVariant("sanders,thesis")
	if err != nil {
		b.Fatal(err)
	}
	const large, broadcast = 1_000_000, 10_000
	for _, cfg := range []config.Config{
		{Algorithm: "centralized", N: large, Network: config.Unordered, Coordinator: 1},
		{Algorithm: "token-ring", N: large, Network: config.FIFO},
		{Algorithm: "lamport", N: broadcast, Network: config.FIFO},
		{Algorithm: "ricart-agrawala", N: broadcast, Network: config.Unordered},
		{Algorithm: "carvalho-roucairol", N: broadcast, Network: config.Unordered},
		{Algorithm: "raymond-k", N: broadcast, Network: config.Unordered, K: 3},
		{Algorithm: "ricart-agrawala-token", N: broadcast, Network: config.Unordered, Token: 1},
		{Algorithm: "suzuki-kasami", N: broadcast, Network: config.Unordered, Token: 1},
		{Algorithm: "singhal", N: broadcast, Network: config.FIFO},
		{Algorithm: "maekawa", N: len(plane), Network: config.FIFO, Variant: sanders, Quorums: plane},
		{Algorithm: "raymond", N: large, Network: config.Unordered, Token: 1, Edges: star(large)},
		{Algorithm: "neilsen-mizuno", N: large, Network: config.Unordered, Token: 1, Edges: star(large)},
	} {
		for _, delay := range []string{"const:1", "exp:1"} {
			b.Run(fmt.Sprintf("%s/%d/%s", cfg.Algorithm, cfg.N, delay), func(b *testing.B) {
				sys := unbounded(b, cfg)
				opts := options(b, fmt.Sprintf("exp:%d", 100*cfg.N), "const:0.1", delay)
				opts.Batches, opts.BatchEntries = 1, 100
				if cfg.N == large {
					opts.BatchEntries = 200_000
				}
				var events uint64
				began := cpuTime()
				for b.Loop() {
					m, err := timed.Run(context.Background(), sys, opts)
					if err != nil {
						b.Fatal(err)
					}
					events += m.Events
				}
				b.ReportMetric((cpuTime()-began).Seconds()/float64(events)*1e6, "cpu-s/Mevents")
				b.ReportMetric(float64(events)/float64(b.N)/1e6, "Mevents/op")
				b.ReportAllocs()
			})
		}
	}
}
