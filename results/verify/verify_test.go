package verify

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/models/suite"
	programs "github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/testenv"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/statespace"
	"github.com/mxgen/mxgen/runner/trail"
)

// testVerifier has this machine's tools.
func testVerifier(t testing.TB) *Verifier {
	t.Helper()
	return &Verifier{Tools: testenv.Tools(t), Slots: process.NewSlots(0), Limits: testenv.Limits}
}

// verdicts decides all properties of a configuration.
func verdicts(t *testing.T, v *Verifier, task Task) map[string]results.Result {
	t.Helper()
	rs, err := v.Verify(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]results.Result{}
	for _, r := range rs {
		all[r.Property] = r
	}
	return all
}

// Every seeded bug is caught by the property that it is there for, and every
// property of every algorithm has one.
func TestSeededBugs(t *testing.T) {
	s, err := suite.Load("../../models/suites/mutants.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if testenv.Racing {
		s.Cases = s.Cases[:8]
	}
	rs, err := testVerifier(t).RunSuite(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rs {
		if !*r.AsExpected {
			t.Errorf("%s: %s: %s: %s", r.Configuration, r.Property, r.Verdict, r.Reason)
		}
		if r.Counterexample == nil && r.Property != "entry" {
			t.Errorf("%s: %s fails without a counterexample", r.Configuration, r.Property)
		}
	}
	killed, bugs := report.BugsKilled(rs)
	t.Logf("%d of %d seeded bugs killed", killed, bugs)
	for _, a := range algorithms.All() {
		for _, p := range a.Properties {
			if !slices.ContainsFunc(a.Bugs, func(b registry.Bug) bool { return b.Caught == p.Name }) {
				t.Errorf("%s: no seeded bug is caught by %s", a.Name, p.Name)
			}
		}
	}
}

// The bug that docs/design.md warns of (Network, deadlock, fairness): nothing but the rules for deadlock and
// fairness can see an idle holder that keeps the token.
func TestOnlyDeadlockAndStarvationSeeTheIdleHolder(t *testing.T) {
	rs := verdicts(t, testVerifier(t), Task{Config: testenv.Config(t, "neilsen-mizuno", "--n 3 --bug idle-holder-keeps-token")})
	for name, r := range rs {
		want := results.Pass
		if name == "deadlock" || name == "starvation" {
			want = results.Fail
		}
		if r.Verdict != want {
			t.Errorf("%s: %s, want %s", name, r.Verdict, want)
		}
	}
}

// What the registry expects of each algorithm and variant is what SPIN finds
// and what the explorer finds.  Larger configurations are in the suites.
func TestExpectedVerdicts(t *testing.T) {
	v := testVerifier(t)
	for _, a := range algorithms.All() {
		if testenv.Racing && a.Name != "ricart-agrawala" {
			continue
		}
		variants := []models.Params{{}}
		for _, s := range a.Switches {
			variants = append(variants, models.Params{"variant": s.Name})
		}
		for _, p := range variants {
			for _, network := range a.Networks {
				for _, n := range []string{"1", "2"} {
					if n == "1" && (p["variant"] != "" || network != a.Networks[0]) {
						continue // one node has no messages for a variant or a network to change
					}
					p["n"], p["network"] = n, string(network)
					if c, ok := smallest(a, p); ok {
						t.Run(c.String(), func(t *testing.T) {
							t.Parallel()
							checkExpected(t, v, a, c)
						})
					}
				}
			}
		}
	}
}

// smallest resolves a configuration, with one round if it needs any.
func smallest(a *registry.Algorithm, p models.Params) (config.Config, bool) {
	delete(p, "rounds")
	c, err := models.Resolve(a.Name, p)
	if err != nil {
		p["rounds"] = "1"
		c, err = models.Resolve(a.Name, p)
	}
	return c, err == nil
}

func checkExpected(t *testing.T, v *Verifier, a *registry.Algorithm, c config.Config) {
	fails := map[string]string{}
	if a.Fails != nil {
		fails = a.Fails(c)
	}
	for name, r := range verdicts(t, v, Task{Config: c}) {
		want := results.Pass
		if fails[name] != "" {
			want = results.Fail
		}
		if r.Verdict != want {
			t.Errorf("%s: %s, want %s: %s", name, r.Verdict, want, r.Reason)
		}
		if r.CrossCheck != agrees {
			t.Errorf("%s: cross-check: %s", name, r.CrossCheck)
		}
		if r.Verdict == results.Fail && name != "entry" && !slices.Equal(r.ConfirmedBy, []string{"spin", "go"}) {
			t.Errorf("%s: confirmed by %v only", name, r.ConfirmedBy)
		}
	}
}

func TestFormulas(t *testing.T) {
	v := testVerifier(t)
	c := testenv.Config(t, "centralized", "--n 2")
	for text, want := range map[string]results.Verdict{
		"served=[] (waiting(2) -> <> inside(2))":                results.Pass,
		"together=[] (how_many_inside <= 1)":                    results.Pass, // a safety formula that holds
		"stays_out=[] !inside(2)":                               results.Fail, // one that does not: SPIN finds no cycle but an assertion
		"often=[] <> inside(1)":                                 results.Fail, // nobody has to request
		"busy_until=[] (inside(1) -> (busy == 1 U !inside(1)))": results.Pass,
	} {
		f, err := models.ParseFormula(c, text)
		if err != nil {
			t.Fatal(err)
		}
		r := verdicts(t, v, Task{Config: c, Properties: []string{}, Formulas: []models.Formula{f}})[f.Name]
		if r.Verdict != want {
			t.Errorf("%s: %s, want %s: %s", text, r.Verdict, want, r.Reason)
		}
		if r.Verdict == results.Fail && r.Counterexample == nil {
			t.Errorf("%s: no counterexample", text)
		}
		if r.Fairness != results.FairnessMessage {
			t.Errorf("%s: fairness %q", text, r.Fairness)
		}
	}
}

// A pass rests on no-overflow: without it the model is not the algorithm.
func TestOverflowTakesPassesBack(t *testing.T) {
	rs := verdicts(t, testVerifier(t), Task{Config: testenv.Config(t, "neilsen-mizuno", "--n 2 --bug request-sent-twice"), Properties: []string{"mutex", "starvation"}})
	for name, r := range rs {
		if r.Verdict != results.Inconclusive || !strings.Contains(r.Reason, registry.NoOverflow) {
			t.Errorf("%s: %s: %s", name, r.Verdict, r.Reason)
		}
	}
}

func TestLimitsAreInconclusive(t *testing.T) {
	v := testVerifier(t)
	c := testenv.Config(t, "ricart-agrawala", "--n 5")
	for name, limits := range map[string]process.Limits{
		"time":   {Timeout: 2 * time.Second, Memory: 4 << 30},
		"memory": {Timeout: time.Minute, Memory: 64 << 20},
	} {
		t.Run(name, func(t *testing.T) {
			v.Limits = limits
			r := verdicts(t, v, Task{Config: c, Properties: []string{"mutex"}})["mutex"]
			if r.Verdict != results.Inconclusive {
				t.Errorf("%s: %s", r.Verdict, r.Reason)
			}
			t.Log(r.Reason)
		})
	}
}

// SPIN's verdict against a program that differs is an error that names both.
func TestDisagreementIsAnError(t *testing.T) {
	c := testenv.Config(t, "ricart-agrawala", "--n 2")
	broken := testenv.Config(t, "ricart-agrawala", "--n 2 --variant no-tie-break")
	system, err := programs.New(broken)
	if err != nil {
		t.Fatal(err)
	}
	g := explore.Run(t.Context(), system, explore.Options{})
	r := verdicts(t, testVerifier(t), Task{Config: c, Properties: []string{"deadlock"}})["deadlock"]
	checkAgainst(&r, g)
	if r.Verdict != results.Error || !strings.Contains(r.Reason, "SPIN says pass") || !strings.Contains(r.Reason, "explorer says fail") {
		t.Errorf("%s: %s", r.Verdict, r.Reason)
	}
}

// A counterexample that the program cannot follow confirms nothing.
func TestUnconfirmed(t *testing.T) {
	c := testenv.Config(t, "ricart-agrawala", "--n 2")
	bug := testenv.Config(t, "ricart-agrawala", "--n 2 --bug replies-while-inside")
	v := testVerifier(t)
	r := verdicts(t, v, Task{Config: bug, Properties: []string{"mutex"}})["mutex"]
	var s trail.States
	initial, err := initialState(t, v, c)
	if err != nil {
		t.Fatal(err)
	}
	s.Initial = initial
	now := map[string]string{}
	for _, x := range initial {
		now[x.Name] = x.Value
	}
	for _, step := range r.Counterexample.Steps {
		for _, ch := range step.Changes {
			now[ch.Variable] = ch.Value
		}
		var all []trail.Variable
		for _, x := range initial {
			all = append(all, trail.Variable{Name: x.Name, Value: now[x.Name]})
		}
		s.Steps = append(s.Steps, trail.StateStep{Event: step.Event, Variables: all})
	}
	if err := replay.Confirm(c, "mutex", s, 0, 0); err == nil {
		t.Error("the correct program went along with the broken model")
	} else {
		t.Log(err)
	}
}

// initialState is the initial state of a configuration's model.
func initialState(t *testing.T, v *Verifier, c config.Config) (initial []trail.Variable, err error) {
	t.Helper()
	job, err := runner.Prepare(t.Context(), v.Tools, testenv.BareModel(t, c), runner.KeepWriteOnly, v.Limits)
	if err != nil {
		return nil, err
	}
	defer job.Close()
	err = statespace.Drive(t.Context(), job, func(func(string) bool) {}, func(_ int, variables []trail.Variable) error {
		initial = append(initial, variables...)
		return nil
	}, v.Limits)
	return initial, err
}
