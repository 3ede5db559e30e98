package live_test

import (
	"context"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/live"
)

// TestReplayTokens: messages that are under way initially, tokens that carry
// arrays, and targets chosen on leaving replay as well.
func TestReplayTokens(t *testing.T) {
	tree := []config.Edge{{1, 2}, {2, 3}, {2, 4}}
	for _, cfg := range []config.Config{
		{Algorithm: "neilsen-mizuno", N: 4, Edges: tree, Token: 4, Variant: config.Variant{{Name: "init"}}},
		{Algorithm: "raymond", N: 4, Edges: tree, Token: 3},
		{Algorithm: "ricart-agrawala-token", N: 4, Token: 2},
		{Algorithm: "ricart-agrawala-token", N: 4, Token: 2, Variant: config.Variant{{Name: "arbitrary"}}},
		{Algorithm: "suzuki-kasami", N: 4, Token: 1},
		{Algorithm: "token-ring", N: 4, Order: []int{2, 4, 1, 3}},
		{Algorithm: "token-ring", N: 1},
	} {
		for _, cfg.Network = range []config.Network{config.FIFO, config.Unordered} {
			sys := system(t, cfg)
			for seed := range uint64(5) {
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				w := sys.Raw().World()
				err := live.Run(ctx, sys, live.Options{Seed: seed, Entries: 5}, func(r reference.Record) error {
					if err := w.Replay(r); err != nil {
						return err
					}
					for _, p := range sys.Properties() {
						if p.State == nil {
							continue
						}
						if err := p.State(w); err != nil {
							return err
						}
					}
					return nil
				})
				cancel()
				if err != nil {
					t.Errorf("%s: seed %d: %v", cfg, seed, err)
				}
			}
		}
	}
}
