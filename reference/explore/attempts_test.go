package explore

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// TestMessagesOfEachAttempt: where a node requests several times, each message of a complete run
// is counted for exactly one request.
func TestMessagesOfEachAttempt(t *testing.T) {
	sys := system(t, config.Config{Algorithm: "maekawa", N: 4, Network: config.FIFO, Rounds: 2, Requesters: []int{1, 2, 4},
		Quorums: [][]int{{1, 2, 4}, {1, 2, 3}, {2, 3, 4}, {1, 3, 4}}, Variant: variant("sanders", "thesis")})
	random := rand.New(rand.NewPCG(3, 4))
	late := 0
	for range 300 {
		var run []event.Event
		total := 0
		for w := sys.World(); ; {
			enabled := w.AppendEnabled(nil)
			if len(enabled) == 0 {
				break
			}
			run = append(run, enabled[random.IntN(len(enabled))].Clone())
			sends, err := w.Step(run[len(run)-1])
			if err != nil {
				t.Fatal(err)
			}
			total += len(sends)
		}
		sum, requests := 0, 0
		for _, i := range sys.Config.Requesters {
			x := measurement{Meter: Meter{Node: i, Late: true, After: true}, sys: sys}
			w, readings := sys.World(), []reading{{}}
			for _, e := range run {
				at := w.AppendState(nil)
				var after []reading
				for _, r := range readings {
					w.SetState(at)
					over := x.over(w, r)
					first := len(after)
					var err error
					if after, err = x.step(w, r, e, after); err != nil {
						t.Fatal(err)
					}
					for _, next := range after[first:] {
						if !over && x.over(w, next) {
							sum, requests = sum+next.count, requests+1
							if next.before {
								late++
							}
						}
					}
				}
				readings = after
			}
		}
		if sum != total || requests != 6 {
			t.Fatalf("%d messages for %d requests, the run has %d: %v", sum, requests, total, run)
		}
	}
	if late == 0 {
		t.Error("no request was over only after the next one had begun")
	}
}

// TestMessagesOfOneAmongSeveral: with two requests each a request costs as much as with one.
func TestMessagesOfOneAmongSeveral(t *testing.T) {
	sys := system(t, config.Config{Algorithm: "maekawa", N: 3, Network: config.FIFO, Rounds: 2,
		Quorums: [][]int{{1, 2}, {2, 3}, {1, 3}}, Variant: variant("sanders", "thesis")})
	got, err := Measure(context.Background(), sys, Meter{Node: 1, Late: true, After: true}, Options{})
	if err != nil || got.Least != 3 || got.Most != 4 {
		t.Errorf("%d to %d, %v; want 3 to 4", got.Least, got.Most, err)
	}
}
