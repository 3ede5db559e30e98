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
	configs, err := models.Sweep("maekawa", models.SweepQuorums, params)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	s, err := testVerifier(t).Sweep(t.Context(), configs, []string{"mutex", "deadlock"}, func(k int, _ []Result) {
		if k != count {
			t.Errorf("%d is told after %d", k, count)
		}
		count++
	})
	if err != nil || count != len(configs) || len(s.Systems) != count {
		t.Fatalf("%d of %d, %v", count, len(configs), err)
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
