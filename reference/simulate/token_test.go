package simulate_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/simulate"
)

// TestTokens: runs of the algorithms with a token come to their end under
// every scheduler, and their properties hold all the way.
func TestTokens(t *testing.T) {
	star := []config.Edge{{1, 2}, {1, 3}, {1, 4}, {1, 5}}
	for _, cfg := range []config.Config{
		{Algorithm: "neilsen-mizuno", N: 5, Edges: star, Token: 2, Variant: config.Variant{{Name: "init"}}},
		{Algorithm: "raymond", N: 5, Edges: star, Token: 2},
		{Algorithm: "ricart-agrawala-token", N: 5, Token: 2},
		{Algorithm: "ricart-agrawala-token", N: 5, Token: 2, Variant: config.Variant{{Name: "arbitrary"}}},
		{Algorithm: "suzuki-kasami", N: 5, Token: 2},
		{Algorithm: "token-ring", N: 5, Order: []int{2, 4, 1, 3, 5}},
	} {
		for _, cfg.Network = range []config.Network{config.FIFO, config.Unordered} {
			sys, err := algorithms.New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			for _, scheduler := range simulate.Schedulers {
				opts := simulate.Options{Seed: 7, Scheduler: scheduler, Entries: 20}
				if err := simulate.Run(context.Background(), sys, opts, func(w *reference.World, r reference.Record) error {
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
					t.Errorf("%s: %s: %v", cfg, scheduler, err)
				}
			}
		}
	}
}
