package sweep

import (
	"context"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/testenv"
	"github.com/mxgen/mxgen/results/verify"
	"github.com/mxgen/mxgen/runner/process"
)

func runSweep(t *testing.T, params models.Params) *Sweep {
	t.Helper()
	systems, err := models.Sweep("maekawa", models.SweepQuorums, params)
	if err != nil {
		t.Fatal(err)
	}
	v := &verify.Verifier{Tools: testenv.Tools(t), Limits: testenv.Limits, Slots: process.NewSlots(0)}
	verifier := func(ctx context.Context, c config.Config, properties []string, _ string) ([]results.Result, error) {
		return v.Verify(ctx, verify.Task{Config: c, Properties: properties})
	}
	count := 0
	s, err := Run(t.Context(), systems, []string{"mutex", "deadlock"}, 2*cap(v.Slots), verifier, func(k int, _ []results.Result) {
		if k != count {
			t.Errorf("%d is told after %d", k, count)
		}
		count++
	})
	if err != nil || count != len(systems) || len(s.Systems) != count {
		t.Fatalf("%d of %d, %v", count, len(systems), err)
	}
	return s
}

func TestSweep(t *testing.T) {
	for variant, smallest := range map[string]int{"sanders": 0, "mk85": 0, "basic": 2} {
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			s := runSweep(t, models.Params{"n": "3", "rounds": "1", "variant": variant})
			if s.SmallestBad != smallest {
				t.Errorf("the smallest bad one is %d, want %d", s.SmallestBad, smallest)
			}
			var out strings.Builder
			if err := Table(&out, s); err != nil {
				t.Fatal(err)
			}
			text := out.String()
			if strings.Contains(text, "fail, 6 events") != (smallest > 0) || strings.Contains(text, "deadlock is violated") != (smallest > 0) {
				t.Error(text)
			}
		})
	}
}

// Of the bad systems the one with the fewest members counts, then the shortest run.
func TestSmallestBad(t *testing.T) {
	system := func(number, members, steps int, verdict results.Verdict) System {
		set := make([]int, members)
		r := results.Result{Verdict: verdict, Configuration: config.Config{Quorums: [][]int{set}}}
		if steps > 0 {
			r.Counterexample = &results.Counterexample{Steps: make([]results.Step, steps)}
		}
		return System{Number: number, Results: []results.Result{{Verdict: results.Pass}, r}}
	}
	for _, test := range []struct {
		systems []System
		want    int
	}{
		{nil, 0},
		{[]System{system(1, 3, 0, results.Pass), system(2, 2, 0, results.Inconclusive)}, 0},
		{[]System{system(1, 3, 9, results.Fail), system(2, 2, 12, results.Fail)}, 2},
		{[]System{system(1, 3, 9, results.Fail), system(2, 3, 8, results.Fail), system(3, 3, 8, results.Fail)}, 2},
		{[]System{system(1, 3, 0, results.Fail)}, 1},
	} {
		s := Sweep{Systems: test.systems}
		if s.findSmallest(); s.SmallestBad != test.want {
			t.Errorf("%+v: %d, want %d", test.systems, s.SmallestBad, test.want)
		}
	}
}

// A system is shown by the bad numbering with the shortest run, and one that is not
// decided does not hide it.
func TestSummarise(t *testing.T) {
	numbered := []config.Config{{Quorum: "a"}, {Quorum: "b"}, {Quorum: "c"}, {Quorum: "d"}}
	one := func(v results.Verdict, states int64, steps int) []results.Result {
		r := results.Result{Verdict: v, States: states}
		if steps > 0 {
			r.Counterexample = &results.Counterexample{Steps: make([]results.Step, steps)}
		}
		return []results.Result{{Verdict: results.Pass}, r}
	}
	for _, test := range []struct {
		all            [][]results.Result
		quorum         string
		bad, undecided int
	}{
		{[][]results.Result{one(results.Pass, 7, 0), one(results.Pass, 9, 0)}, "a", 0, 0},
		{[][]results.Result{one(results.Pass, 9, 0), one(results.Inconclusive, 7, 0)}, "b", 0, 1},
		{[][]results.Result{one(results.Inconclusive, 9, 0), one(results.Fail, 7, 5)}, "b", 1, 1},
		{[][]results.Result{one(results.Pass, 9, 0), one(results.Fail, 1, 5), one(results.Error, 1, 0), one(results.Fail, 1, 4)}, "d", 2, 1},
	} {
		s := summarise(1, numbered[:len(test.all)], test.all)
		if s.Quorum != test.quorum || s.Bad != test.bad || s.Undecided != test.undecided || s.States != 9 || s.Numberings != len(test.all) {
			t.Errorf("%+v", s)
		}
	}
}
