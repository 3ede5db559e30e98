package verify

import (
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/engine"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/testenv"
)

// TestShortestLasso knows the shortest runs of small models by hand: how many
// steps they have, and how many of them come before the cycle.
func TestShortestLasso(t *testing.T) {
	type length struct{ steps, cycle int }
	for name, c := range map[string]struct {
		text string
		want map[string]length // of properties that fail; steps 0: not proved
	}{
		"counter": {`bool w, e; byte n, k;
			active proctype P() { do :: k == 0 -> w = 1; k = 1 :: k == 1 && n > 20 -> e = 1; e = 0; w = 0; k = 0 od }
			active proctype Q() { do :: n < 40 -> n++ :: n == 40 -> n = 0 od }
			ltl s { [] (w -> <> e) }`,
			// w = 1, the step after it, at which the claim starts to wait, and once round the counter.
			// Fair, P must be blocked somewhere, and is when n is small.
			map[string]length{"ltl:s": {2 + 1 + 82, 3}, "ltl:s (fair)": {3 + 82, 3}}},
		"ends": {`byte x; active proctype A() { do :: x < 5 -> x++ :: break od } ltl p { <> (x == 9) }`,
			map[string]length{"ltl:p": {2, 2}, "ltl:p (fair)": {2, 2}}},
		"label": {`active proctype A() { byte i; do :: i < 3 -> i++ :: i > 0 -> accept: i-- od }`,
			map[string]length{"acceptance": {4, 0}, "acceptance (fair)": {4, 0}}},
		"progress": {`byte y; active proctype A() {
			do :: y < 2 -> progress: y++ :: atomic { y == 2 -> y = 1; skip; y = 2 } :: y == 2 -> y = 0 od }`,
			map[string]length{"non-progress": {4 + 4 + 4, 8}, "non-progress (fair)": {4 + 4 + 4, 8}}},
		"rendezvous": {`chan c = [0] of { byte }; byte n;
			active proctype A() { do :: c!1 :: c!2 od } active proctype B() { byte m; do :: c?m -> n = m od }
			ltl p { [] <> (n == 2) }`,
			map[string]length{"ltl:p": {3 + 3, 3}, "ltl:p (fair)": {3 + 3, 3}}},
		"rendezvous and others": {`chan c = [0] of { byte }; byte n; bit k;
			active proctype A() { do :: c!1 :: c!2 od } active proctype B() { byte m; do :: c?m -> n = m od }
			active proctype C() { do :: k = 1 - k od } ltl p { [] <> (n == 2) }`,
			// Where C alone goes on for ever, whether that is fair to A and B is a matter of taste.
			map[string]length{"ltl:p": {3, 1}, "ltl:p (fair)": {}}},
		"timeout": {`byte x, t; active proctype A() { do :: x < 3 -> x++ od }
			active proctype B() { do :: timeout -> x = 0; t = 1 od } ltl p { [] <> (x != 3 && t == 0) }`,
			map[string]length{"ltl:p": {9 + 1 + 9, 10}, "ltl:p (fair)": {9 + 1 + 9, 10}}},
		"unless": {`byte x; active proctype A() {
			do :: { do :: x < 4 -> x++ :: x == 4 -> x = 1 od } unless { x == 2; x = 0 } od } ltl p { [] <> (x == 3) }`,
			map[string]length{"ltl:p": {1 + 6, 1}, "ltl:p (fair)": {1 + 6, 1}}},
		"processes": {`byte x; proctype C(byte k) { x = k }
			init { byte i; do :: i < 3 -> run C(i); i++ :: i == 3 -> (_nr_pr == 1); i = 0 od } ltl p { <> (x == 3) }`,
			map[string]length{"ltl:p": {3*(3+2) + 3, 0}, "ltl:p (fair)": {3*(3+2) + 3, 0}}},
		"blocked": {`bool a, b; active proctype P() { do :: a = !a od } active proctype Q() { b } ltl p { <> b }`,
			map[string]length{"ltl:p": {2, 0}, "ltl:p (fair)": {2, 0}}},
		"free": {`bool a, b, d; active proctype P() { do :: a = !a od } active proctype Q() { do :: d = 0 od } ltl p { <> b }`,
			map[string]length{"ltl:p": {1, 0}, "ltl:p (fair)": {3, 0}}},
	} {
		t.Run(name, func(t *testing.T) {
			_, rs := verifyText(t, "m.pml", c.text, func(s *fileSetup) { s.Fair, s.Shortest = true, true })
			failed := 0
			for _, r := range rs {
				if r.Verdict != results.Fail {
					continue
				}
				failed++
				want, known := c.want[r.Property]
				switch x := r.Counterexample; {
				case !known:
					t.Errorf("%s fails", r.Property)
				case want.steps == 0 && x.Shortest != results.ShortestNotSure:
					t.Errorf("%s: %s", r.Property, x.Shortest)
				case want.steps > 0 && (x.Shortest != results.ShortestProved || len(x.Steps) != want.steps || x.Cycle != want.cycle):
					t.Errorf("%s: %s, %d steps, cycle from %d, want %+v: %v\n%s", r.Property, x.Shortest, len(x.Steps), x.Cycle, want, r.Warnings, report.EventText(r, true))
				}
			}
			if failed != len(c.want) {
				t.Errorf("%d properties fail, want %d", failed, len(c.want))
			}
		})
	}
}

// more verifies a configuration with more than verdicts.
func verdictsWith(t *testing.T, algorithm, parameters string, o engine.CounterexampleOptions, properties ...string) map[string]results.Result {
	t.Helper()
	v := *testVerifier(t)
	v.CounterexampleOptions = o
	return verdicts(t, &v, Task{Config: testenv.Config(t, algorithm, parameters), Properties: properties})
}

// Both sides execute the shortest runs, and the program agrees that they violate
// the property.
func TestShortestOfGenerated(t *testing.T) {
	for _, c := range []struct {
		algorithm, parameters, property string
		steps, cycle                    int
	}{
		{"ricart-agrawala-token", "--n 3 --variant arbitrary", "starvation", 15, 5},
		{"singhal", "--n 3 --rounds 2", "starvation", 18, 18},
		{"ricart-agrawala", "--n 2 --variant no-tie-break", "deadlock", 4, -1},
	} {
		if testenv.Racing && c.algorithm == "singhal" {
			continue
		}
		first := verdictsWith(t, c.algorithm, c.parameters, engine.CounterexampleOptions{}, c.property)[c.property]
		r := verdictsWith(t, c.algorithm, c.parameters, engine.CounterexampleOptions{Shortest: true}, c.property)[c.property]
		x := r.Counterexample
		if x == nil || x.Shortest != results.ShortestProved || len(x.Steps) != c.steps || x.Cycle != c.cycle {
			t.Errorf("%s %s: %+v, want %d steps: %v", c.algorithm, c.parameters, x, c.steps, r.Warnings)
			continue
		}
		if len(x.Steps) > len(first.Counterexample.Steps) || !slices.Equal(r.ConfirmedBy, []string{results.EngineSPIN, results.EngineGo}) {
			t.Errorf("%s: %d steps, %d without --shortest; confirmed by %v", c.algorithm, len(x.Steps), len(first.Counterexample.Steps), r.ConfirmedBy)
		}
		if !strings.Contains(report.EventText(r, true), "; no run ") {
			t.Errorf("%s: not said:\n%s", c.algorithm, report.EventText(r, true))
		}
	}
}

func TestAllOfGenerated(t *testing.T) {
	algorithm, err := algorithms.Lookup("suzuki-kasami")
	if err != nil {
		t.Fatal(err)
	}
	properties := []string{"mutex", "starvation"}
	if testenv.Racing {
		properties = properties[:1]
	}
	for _, property := range properties {
		bug := registry.Bug{}
		for _, b := range algorithm.Bugs {
			if b.Caught == property {
				bug = b
			}
		}
		r := verdictsWith(t, "suzuki-kasami", "--n 3 --rounds 2 --bug "+bug.Name, engine.CounterexampleOptions{All: 3}, property)[property]
		if r.Verdict != results.Fail || len(r.Counterexamples) != 3 || len(r.EachRun()) < 3 {
			t.Errorf("%s: %s, %d counterexamples: %v", property, r.Verdict, len(r.Counterexamples), r.Warnings)
		}
	}
}

// Where a search cannot be completed, bitstate runs say what they have seen, which is
// no proof.
func TestApproximateOfGenerated(t *testing.T) {
	v := *testVerifier(t)
	v.Limits.Memory, v.Limits.Timeout = 12<<20, 0 // however fast the machine is
	v.Approximate = true
	task := Task{Config: testenv.Config(t, "carvalho-roucairol", "--n 3 --network unordered --rounds 3"), Properties: []string{"mutex"}}
	r := verdicts(t, &v, task)["mutex"]
	if r.Verdict != results.Inconclusive || !strings.Contains(r.Reason, "approximate: no error found in ") {
		t.Errorf("%s: %s", r.Verdict, r.Reason)
	}
}
