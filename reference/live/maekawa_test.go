package live_test

import (
	"context"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/live"
)

// TestReplayMaekawa: a run has no messages from a node to itself, and it ends when
// the nodes that request have made their entries.
func TestReplayMaekawa(t *testing.T) {
	quorums := [][]int{{1, 2, 4}, {1, 2, 3}, {2, 3, 4}, {1, 3, 4}}
	for _, variant := range []string{"sanders", "eager", "ordered", "circulating"} {
		for _, requesters := range [][]int{nil, {2, 3}} {
			v, err := config.ParseVariant(variant)
			if err != nil {
				t.Fatal(err)
			}
			sys := system(t, config.Config{Algorithm: "maekawa", N: 4, Variant: v, Network: config.FIFO,
				Quorums: quorums, Requesters: requesters, Rounds: 5})
			for seed := range uint64(5) {
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				w := sys.Raw().World()
				entries := 0
				err := live.Run(ctx, sys, live.Options{Seed: seed, Entries: 5}, func(r reference.Record) error {
					if err := w.Replay(r); err != nil {
						return err
					}
					if r.Event.Kind == event.Enter {
						entries++
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
				if err != nil || entries != 5*sys.Requesters() {
					t.Errorf("%s: seed %d: %d entries, %v", sys.Config, seed, entries, err)
				}
			}
		}
	}
}
