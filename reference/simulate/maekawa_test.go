package simulate_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/simulate"
)

// TestMaekawa: runs on the paper's 13 sets (Figure 1c) come to their end under
// every scheduler where all nodes or some request, and the properties hold all
// the way.
func TestMaekawa(t *testing.T) {
	sets := [][]int{
		{1, 2, 3, 4}, {2, 5, 8, 11}, {3, 6, 8, 13}, {4, 6, 10, 11}, {1, 5, 6, 7}, {2, 6, 9, 12}, {2, 7, 10, 13},
		{1, 8, 9, 10}, {3, 7, 9, 11}, {3, 5, 10, 12}, {1, 11, 12, 13}, {4, 7, 8, 12}, {4, 5, 9, 13},
	}
	for _, variant := range []string{"", "eager", "circulating"} {
		for _, requesters := range [][]int{nil, {2, 3, 11, 13}} {
			v, err := config.ParseVariant(variant)
			if err != nil {
				t.Fatal(err)
			}
			sys, err := algorithms.New(config.Config{Algorithm: "maekawa", N: 13, Variant: v, Network: config.FIFO,
				Quorums: sets, Requesters: requesters, Rounds: 5})
			if err != nil {
				t.Fatal(err)
			}
			for _, scheduler := range simulate.Schedulers {
				entered := map[int]int{}
				opts := simulate.Options{Seed: 7, Scheduler: scheduler, Entries: 5, MaxEvents: 1_000_000}
				if err := simulate.Run(context.Background(), sys, opts, func(w *reference.World, r reference.Record) error {
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
				}); err != nil {
					t.Errorf("%s: %s: %v", sys.Config, scheduler, err)
				}
				if len(entered) != sys.Requesters() {
					t.Errorf("%s: %s: entries by node are %v", sys.Config, scheduler, entered)
				}
			}
		}
	}
}
