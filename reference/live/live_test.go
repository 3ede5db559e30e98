package live_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/live"
)

func system(t *testing.T, cfg config.Config) *reference.System {
	t.Helper()
	sys, err := algorithms.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// TestReplay: the records of a live run replay on a World, including sent messages
// and states, and mutual exclusion holds.  It makes runs
// runs of each algorithm, half of them on either network.
func TestReplay(t *testing.T) {
	const n, entries = 4, 5
	tree := []config.Edge{{1, 2}, {2, 3}, {2, 4}}
	for _, net := range []config.Network{config.FIFO, config.Unordered} {
		for _, cfg := range []config.Config{
			{Algorithm: "centralized", N: n, Network: net, Coordinator: 1},
			{Algorithm: "ricart-agrawala", N: n, Network: net},
			{Algorithm: "neilsen-mizuno", N: n, Network: net, Edges: tree, Token: 4},
		} {
			sys := system(t, cfg)
			for seed := range uint64(runs / 2) {
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				w := sys.Raw().World()
				entered := make([]int, n+1)
				err := live.Run(ctx, sys, live.Options{Seed: seed, Entries: entries}, func(r reference.Record) error {
					if r.Event.Kind == event.Enter {
						entered[r.Event.Node]++
					}
					if err := w.Replay(r); err != nil {
						return err
					}
					return sys.Properties()[0].State(w) // mutex
				})
				cancel()
				if err != nil {
					t.Fatalf("%s: run %d: %v", cfg, seed, err)
				}
				for i := 1; i <= n; i++ {
					if entered[i] != entries {
						t.Errorf("%s: run %d: node %d has entered %d times", cfg, seed, i, entered[i])
					}
				}
			}
		}
	}
}

// TestStops: a run that cannot end stops with its context, and an error of the
// observer stops a run.
func TestStops(t *testing.T) {
	sys := system(t, config.Config{Algorithm: "ricart-agrawala", N: 3, Network: config.FIFO,
		Variant: config.Variant{{Name: "no-request-flag"}}})
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	err := live.Run(ctx, sys, live.Options{Entries: 1000}, func(reference.Record) error { return nil })
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a deadlock ends with %v", err)
	}
	enough := errors.New("enough")
	err = live.Run(context.Background(), sys, live.Options{Entries: 1}, func(r reference.Record) error { return enough })
	if !errors.Is(err, enough) {
		t.Errorf("an observer that has enough ends with %v", err)
	}
	if err := live.Run(context.Background(), sys, live.Options{}, nil); err == nil {
		t.Error("no entries are no error")
	}
}

// TestReplayDiffers: Replay rejects a record that differs from the program.
func TestReplayDiffers(t *testing.T) {
	sys := system(t, config.Config{Algorithm: "ricart-agrawala", N: 2, Network: config.FIFO})
	var records []reference.Record
	if err := live.Run(context.Background(), sys, live.Options{Entries: 1}, func(r reference.Record) error {
		records = append(records, r)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*reference.Record){
		"event": func(r *reference.Record) { r.Event = event.Event{Kind: event.Exit, Node: 1} },
		"sends": func(r *reference.Record) { r.Sends = nil },
		"after": func(r *reference.Record) { r.After[0].Number++ },
	} {
		r := records[0]
		r.After = append([]reference.Var{}, r.After...)
		spoil(&r)
		if err := sys.Raw().World().Replay(r); err == nil {
			t.Errorf("%s: a spoilt record replays", name)
		}
	}
}
