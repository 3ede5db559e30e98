package results

import (
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/runner/pan"
)

func sweep(t *testing.T, params models.Params) *Sweep {
	t.Helper()
	systems, err := models.Sweep("maekawa", models.SweepQuorums, params)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	s, err := testVerifier(t).Sweep(t.Context(), systems, []string{"mutex", "deadlock"}, func(k int, _ []Result) {
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
			s := sweep(t, models.Params{"n": "3", "rounds": "1", "variant": variant})
			if s.SmallestBad != smallest {
				t.Errorf("the smallest bad one is %d, want %d", s.SmallestBad, smallest)
			}
			var out strings.Builder
			if err := SweepTable(&out, s); err != nil {
				t.Fatal(err)
			}
			text := out.String()
			if strings.Contains(text, "fail after 6 events") != (smallest > 0) || strings.Contains(text, "deadlock is violated") != (smallest > 0) {
				t.Error(text)
			}
		})
	}
}

// Of the bad systems the one with the fewest members counts, then the shortest run.
func TestSmallestBad(t *testing.T) {
	system := func(number, members, steps int, verdict pan.Verdict) Swept {
		set := make([]int, members)
		r := Result{Verdict: verdict, Configuration: config.Config{Quorums: [][]int{set}}}
		if steps > 0 {
			r.Counterexample = &Counterexample{Steps: make([]Step, steps)}
		}
		return Swept{Number: number, Results: []Result{{Verdict: pan.Pass}, r}}
	}
	for _, test := range []struct {
		systems []Swept
		want    int
	}{
		{nil, 0},
		{[]Swept{system(1, 3, 0, pan.Pass), system(2, 2, 0, pan.Inconclusive)}, 0},
		{[]Swept{system(1, 3, 9, pan.Fail), system(2, 2, 12, pan.Fail)}, 2},
		{[]Swept{system(1, 3, 9, pan.Fail), system(2, 3, 8, pan.Fail), system(3, 3, 8, pan.Fail)}, 2},
		{[]Swept{system(1, 3, 0, pan.Fail)}, 1},
	} {
		s := Sweep{Systems: test.systems}
		if s.smallest(); s.SmallestBad != test.want {
			t.Errorf("%+v: %d, want %d", test.systems, s.SmallestBad, test.want)
		}
	}
}

// A system is shown by the bad numbering with the shortest run, and one that is not
// decided does not hide it.
func TestSwept(t *testing.T) {
	numbered := []config.Config{{Quorum: "a"}, {Quorum: "b"}, {Quorum: "c"}, {Quorum: "d"}}
	one := func(v pan.Verdict, states int64, steps int) []Result {
		r := Result{Verdict: v, States: states}
		if steps > 0 {
			r.Counterexample = &Counterexample{Steps: make([]Step, steps)}
		}
		return []Result{{Verdict: pan.Pass}, r}
	}
	for _, test := range []struct {
		all            [][]Result
		quorum         string
		bad, undecided int
	}{
		{[][]Result{one(pan.Pass, 7, 0), one(pan.Pass, 9, 0)}, "a", 0, 0},
		{[][]Result{one(pan.Pass, 9, 0), one(pan.Inconclusive, 7, 0)}, "b", 0, 1},
		{[][]Result{one(pan.Inconclusive, 9, 0), one(pan.Fail, 7, 5)}, "b", 1, 1},
		{[][]Result{one(pan.Pass, 9, 0), one(pan.Fail, 1, 5), one(pan.Error, 1, 0), one(pan.Fail, 1, 4)}, "d", 2, 1},
	} {
		s := swept(1, numbered[:len(test.all)], test.all)
		if s.Quorum != test.quorum || s.Bad != test.bad || s.Undecided != test.undecided || s.States != 9 || s.Numberings != len(test.all) {
			t.Errorf("%+v", s)
		}
	}
}
