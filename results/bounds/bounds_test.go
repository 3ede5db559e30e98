package bounds

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/testenv"
)

// The bounds that the sources state, each with the numbers that SPIN and the explorer
// agree on.
func TestBounds(t *testing.T) {
	for k, test := range []struct {
		algorithm, flags string
		measure          registry.Measure
		load             registry.Load
		least, most      int
		fails            int // stated bounds that are violated
	}{
		{"centralized", "--n 3", registry.MeasureMessages, "", 0, 3, 0},
		{"token-ring", "--n 3", registry.MeasureMessages, "", 0, 2, 0},
		{"token-ring", "--n 4", registry.MeasureBypass, "", 0, 3, 0},
		{"lamport", "--n 2 --rounds 2", registry.MeasureMessages, "", 12, 12, 0},
		{"lamport", "--n 2 --rounds 2 --variant l1", registry.MeasureMessages, registry.LoadRun, 8, 12, 0},
		{"lamport", "--n 2 --variant l1", registry.MeasureMessages, "", 3, 3, 0},
		{"lamport", "--n 2", registry.MeasureBypass, "", 0, 1, 0},
		{"ricart-agrawala", "--n 3", registry.MeasureMessages, "", 4, 4, 0},
		{"ricart-agrawala", "--n 3", registry.MeasureBypass, "", 0, 2, 0},
		{"carvalho-roucairol", "--n 2 --rounds 3", registry.MeasureMessages, "", 0, 2, 0},
		{"raymond-k", "--n 2 --k 2 --rounds 2", registry.MeasureMessages, "", 6, 8, 1},
		{"ricart-agrawala-token", "--n 3", registry.MeasureMessages, "", 0, 3, 0},
		{"suzuki-kasami", "--n 3", registry.MeasureMessages, "", 0, 3, 0},
		{"suzuki-kasami", "--n 3", registry.MeasureBypass, "", 0, 2, 0},
		{"singhal", "--n 3 --rounds 1", registry.MeasureMessages, registry.LoadRun, 5, 9, 0},
		{"raymond", "--n 5", registry.MeasureMessages, "", 0, 8, 0},
		{"neilsen-mizuno", "--n 5", registry.MeasureMessages, "", 0, 5, 0},
		{"neilsen-mizuno", "--n 4 --topology star --variant init", registry.MeasureMessages, "", 0, 3, 0},
		{"maekawa", "--n 3 --rounds 1", registry.MeasureMessages, "", 3, 4, 0},
		{"maekawa", "--n 3 --rounds 2 --variant mk85", registry.MeasureMessages, registry.LoadRun, 18, 22, 0},
		{"maekawa", "--n 3 --rounds 2", registry.MeasureMessages, "", 3, 4, 0}, // for one request among several of its node
		{"maekawa", "--n 3 --variant ordered", registry.MeasureMessages, "", 3, 3, 0},
		{"maekawa", "--n 3 --variant circulating", registry.MeasureMessages, "", 3, 3, 0},
		{"maekawa", "--n 3 --rounds 1 --requesters 1,3", registry.MeasureMessages, registry.LoadRun, 6, 7, 0},
		{"maekawa", "--n 3 --variant basic", registry.MeasureBypass, "", 0, 1, 0},
		{"maekawa", "--n 3 --rounds 1", registry.MeasureBypass, "", 0, 1, 0},
		{"maekawa", "--n 3 --rounds 2", registry.MeasureBypass, "", 0, 2, 1},
	} {
		if !testenv.Sampled(k) {
			continue
		}
		t.Run(test.algorithm+" "+test.flags+" "+string(test.measure), func(t *testing.T) {
			t.Parallel()
			b, err := testFinder(t).Find(t.Context(), testenv.Config(t, test.algorithm, test.flags), test.measure, test.load)
			if err != nil {
				t.Fatal(err)
			}
			if !b.Ends || b.Least != test.least || b.Most != test.most {
				t.Errorf("%d to %d; want %d to %d", b.Least, b.Most, test.least, test.most)
			}
			fails := 0
			for _, c := range b.Stated {
				if !c.Holds {
					fails++
				}
			}
			if fails != test.fails {
				t.Errorf("%d stated bounds are violated, want %d: %+v", fails, test.fails, b.Stated)
			}
			if b.MostRun == nil || len(b.MostRun.Steps) == 0 {
				t.Error("no run to the most")
			}
		})
	}
}

// A model that sends more, or less, than the program is not believed.
func TestBoundsDisagree(t *testing.T) {
	for _, bug := range []string{"replies-twice"} {
		c := testenv.Config(t, "ricart-agrawala", "--n 2 --bug "+bug)
		b, err := testFinder(t).Find(t.Context(), c, registry.MeasureMessages, "")
		if err == nil || !strings.Contains(err.Error(), "disagree") {
			t.Errorf("%s: %+v, %v; want the two to disagree", bug, b, err)
		}
	}
}

// TestInterruptedBounds: a signal during any part of the work leaves bounds that are not complete, and no error.
func TestInterruptedBounds(t *testing.T) {
	for _, one := range []struct {
		algorithm, flags string
		measure          registry.Measure
	}{
		{"maekawa", "--n 4 --rounds 2", registry.MeasureMessages},
		{"maekawa", "--n 4 --rounds 2", registry.MeasureDelay},
		{"ricart-agrawala", "--n 4", registry.MeasureStorage},
		{"suzuki-kasami", "--n 4", registry.MeasureBypass},
	} {
		ctx, interrupt := context.WithCancelCause(t.Context())
		time.AfterFunc(100*time.Millisecond, func() { interrupt(&results.Interruption{By: "SIGTERM"}) })
		b, err := testFinder(t).Find(ctx, testenv.Config(t, one.algorithm, one.flags), one.measure, "")
		if err != nil {
			t.Errorf("%v: %v", one, err)
			continue
		}
		if b.Complete || b.Interrupted != "SIGTERM" || b.Violated() {
			t.Errorf("%v: %+v", one, b)
		}
		if b.Storage != nil && (len(b.Storage.Stated) == 0 || !b.Storage.Stated[0].Open) {
			t.Errorf("%v: %+v", one, b.Storage)
		}
		var out strings.Builder
		if err := Table(&out, b); err != nil || !strings.Contains(out.String(), "interrupted: SIGTERM") {
			t.Errorf("%v: %s%v", one, &out, err)
		}
	}
}

func testFinder(t testing.TB) Finder {
	t.Helper()
	return Finder{Tools: testenv.Tools(t), Limits: testenv.Limits}
}
