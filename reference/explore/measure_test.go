package explore

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
)

// TestMeasure compares the extremes with the bounds of the sources.
func TestMeasure(t *testing.T) {
	line := []config.Edge{{1, 2}, {2, 3}, {3, 4}}
	for _, test := range []struct {
		name        string
		cfg         config.Config
		meter       Meter
		least, most int
	}{
		{"Ricart-Agrawala: 2(N-1)", config.Config{Algorithm: "ricart-agrawala", N: 3, Network: config.Unordered}, Meter{Node: 2}, 4, 4},
		{"each other node overtakes once", config.Config{Algorithm: "ricart-agrawala", N: 3, Network: config.Unordered}, Meter{Node: 2, Bypass: true}, 0, 2},
		{"Suzuki-Kasami: 0 or N", config.Config{Algorithm: "suzuki-kasami", N: 3, Network: config.Unordered, Token: 1}, Meter{Node: 3}, 0, 3},
		{"end of a line: D+1", config.Config{Algorithm: "neilsen-mizuno", N: 4, Network: config.Unordered, Edges: line, Token: 1}, Meter{Node: 4}, 0, 4},
		{"inside a line: one less", config.Config{Algorithm: "neilsen-mizuno", N: 4, Network: config.Unordered, Edges: line, Token: 1}, Meter{Node: 2}, 0, 3},
		{"Raymond alone: 2D", config.Config{Algorithm: "raymond", N: 4, Network: config.Unordered, Edges: line, Token: 1}, Meter{Node: 4, Alone: true}, 0, 6},
		{"Lamport l1: 12 to 18 in all", config.Config{Algorithm: "lamport", N: 3, Network: config.FIFO, Rounds: 1,
			Variant: config.Variant{{Name: "l1"}}}, Meter{}, 12, 18},
		{"K entries: 6 to 8 in all", config.Config{Algorithm: "raymond-k", N: 2, K: 2, Network: config.Unordered, Rounds: 2}, Meter{}, 6, 8},
	} {
		t.Run(test.name, func(t *testing.T) {
			sys, err := algorithms.New(test.cfg)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Measure(context.Background(), sys, test.meter, Options{})
			if err != nil || !got.Ends || got.Least != test.least || got.Most != test.most {
				t.Fatalf("%d to %d, %v; want %d to %d", got.Least, got.Most, err, test.least, test.most)
			}
			for _, end := range []struct {
				run  []event.Event
				want int
			}{{got.LeastRun, got.Least}, {got.MostRun, got.Most}} {
				if n, over, err := Recount(sys, test.meter, end.run); err != nil || !over || n != end.want {
					t.Errorf("the run to %d counts %d, over %v, %v", end.want, n, over, err)
				}
			}
			wander(t, sys, test.meter, got)
		})
	}
}

// wander counts along random runs independently of Measure: every count is within
// the extremes.
func wander(t *testing.T, sys *reference.System, m Meter, x Extremes) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, uint64(m.Node)))
	for range 30 {
		w := sys.World()
		var run []event.Event
		for range 60 {
			enabled := w.AppendEnabled(nil)
			if len(enabled) == 0 {
				break
			}
			e := enabled[random.IntN(len(enabled))].Clone()
			run = append(run, e)
			n, over, err := Recount(sys, m, run)
			if err != nil {
				run = run[:len(run)-1] // not while something else goes on
				continue
			}
			if over && (n < x.Least || n > x.Most) {
				t.Fatalf("%d after %v, outside of %d to %d", n, run, x.Least, x.Most)
			}
			if _, err := w.Step(e); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestMeasureHasNoBound(t *testing.T) {
	sys, err := algorithms.New(config.Config{Algorithm: "ricart-agrawala-token", N: 3, Network: config.Unordered, Token: 1,
		Variant: config.Variant{{Name: "arbitrary"}}})
	if err != nil {
		t.Fatal(err)
	}
	if x, err := Measure(context.Background(), sys, Meter{Node: 1, Bypass: true}, Options{}); !errors.Is(err, ErrIncomplete) {
		t.Errorf("%d to %d, %v; an arbitrary choice has no bound", x.Least, x.Most, err)
	}
	if _, err := Measure(context.Background(), sys, Meter{Node: 1}, Options{MaxStates: 100}); !errors.Is(err, ErrIncomplete) {
		t.Errorf("%v; want more than 100 states", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Measure(ctx, sys, Meter{Node: 1}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v; want it cancelled", err)
	}
}
