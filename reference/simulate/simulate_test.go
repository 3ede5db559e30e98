package simulate_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/simulate"
)

func systems(t *testing.T, n int) (all []*reference.System) {
	t.Helper()
	var star []config.Edge
	for i := 2; i <= n; i++ {
		star = append(star, config.Edge{1, i})
	}
	for _, net := range []config.Network{config.FIFO, config.Unordered} {
		for _, cfg := range []config.Config{
			{Algorithm: "centralized", N: n, Network: net, Coordinator: 2},
			{Algorithm: "ricart-agrawala", N: n, Network: net},
			{Algorithm: "neilsen-mizuno", N: n, Network: net, Edges: star, Token: 2},
		} {
			sys, err := algorithms.New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, sys)
		}
	}
	return all
}

// TestRuns: under every scheduler each node makes its entries, every property
// of worlds holds all the way, and the same seed gives the same run.
func TestRuns(t *testing.T) {
	const n, entries = 5, 20
	for _, sys := range systems(t, n) {
		for _, scheduler := range simulate.Schedulers {
			opts := simulate.Options{Seed: 7, Scheduler: scheduler, Entries: entries}
			run := func(opts simulate.Options) string {
				entered := make([]int, n+1)
				var text strings.Builder
				err := simulate.Run(context.Background(), sys, opts, func(w *reference.World, r reference.Record) error {
					fmt.Fprintln(&text, r)
					if r.Event.Kind == event.Enter {
						entered[r.Event.Node]++
					}
					for _, p := range sys.Properties() {
						if p.State == nil {
							continue
						}
						if err := p.State(w); err != nil {
							return fmt.Errorf("%s after %s: %w", p.Name, r.Event, err)
						}
					}
					return nil
				})
				if err != nil {
					t.Fatalf("%s, %s: %v", sys.Config, scheduler, err)
				}
				for i := 1; i <= n; i++ {
					if entered[i] != entries {
						t.Errorf("%s, %s: node %d has entered %d times", sys.Config, scheduler, i, entered[i])
					}
				}
				return text.String()
			}
			first, again := run(opts), run(opts)
			opts.Seed++
			if first != again || first == run(opts) {
				t.Errorf("%s, %s: seeds do not decide the run", sys.Config, scheduler)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	variant := config.Variant{{Name: "no-request-flag"}}
	stuck, err := algorithms.New(config.Config{Algorithm: "ricart-agrawala", N: 3, Network: config.FIFO, Variant: variant})
	if err != nil {
		t.Fatal(err)
	}
	good := systems(t, 3)[0]
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	mine := errors.New("mine")
	ignore := func(*reference.World, reference.Record) error { return nil }
	for _, c := range []struct {
		ctx     context.Context
		sys     *reference.System
		opts    simulate.Options
		observe func(*reference.World, reference.Record) error
		want    string
	}{
		{context.Background(), stuck, simulate.Options{Entries: 50}, ignore, simulate.ErrStuck.Error()},
		{context.Background(), good, simulate.Options{Entries: 50, MaxEvents: 10}, ignore, simulate.ErrTooLong.Error()},
		{context.Background(), good, simulate.Options{}, ignore, "at least 1"},
		{context.Background(), good, simulate.Options{Entries: 1, Scheduler: "fair"}, ignore, `scheduler "fair"`},
		{cancelled, good, simulate.Options{Entries: 1}, ignore, context.Canceled.Error()},
		{context.Background(), good, simulate.Options{Entries: 1}, func(*reference.World, reference.Record) error { return mine }, "mine"},
	} {
		if err := simulate.Run(c.ctx, c.sys, c.opts, c.observe); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want %q: error %v", c.want, err)
		}
	}
}
