package results

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// verdicts decides all properties of a configuration.
func verdicts(t *testing.T, v *Verifier, task Task) map[string]Result {
	t.Helper()
	rs, err := v.Verify(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]Result{}
	for _, r := range rs {
		all[r.Property] = r
	}
	return all
}

// Every seeded bug is caught by the property that it is there for, and the
// bug's configuration passes without it.
func TestSeededBugs(t *testing.T) {
	v := testVerifier(t)
	killed, total := 0, 0
	for _, a := range models.All() {
		caught := map[string]bool{}
		for _, b := range a.Bugs {
			t.Run(a.Name+"/"+b.Name, func(t *testing.T) {
				total++
				rs := verdicts(t, v, Task{Config: resolve(t, a.Name, b.On+" --bug "+b.Name)})
				r := rs[b.Caught]
				if r.Verdict != pan.Fail {
					t.Fatalf("%s: %s: %s", b.Caught, r.Verdict, r.Reason)
				}
				if r.Counterexample == nil && b.Caught != "entry" {
					t.Errorf("%s fails without a counterexample", b.Caught)
				}
				for name, other := range rs {
					if other.Verdict == pan.Error {
						t.Errorf("%s: %s", name, other.Reason)
					}
				}
				killed++
			})
			caught[b.Caught] = true
		}
		for _, p := range a.Properties {
			if !caught[p.Name] {
				t.Errorf("%s: no seeded bug is caught by %s", a.Name, p.Name)
			}
		}
	}
	t.Logf("killed %d of %d seeded bugs", killed, total)
}

// The bug that DESIGN section 3 warns of: nothing but the rules for deadlock and
// fairness can see an idle holder that keeps the token.
func TestOnlyDeadlockAndStarvationSeeTheIdleHolder(t *testing.T) {
	rs := verdicts(t, testVerifier(t), Task{Config: resolve(t, "neilsen-mizuno", "--n 3 --bug idle-holder-keeps-token")})
	for name, r := range rs {
		want := pan.Pass
		if name == "deadlock" || name == "starvation" {
			want = pan.Fail
		}
		if r.Verdict != want {
			t.Errorf("%s: %s, want %s", name, r.Verdict, want)
		}
	}
}

// What the registry expects of each algorithm and variant is what SPIN finds
// and what the explorer finds.
func TestExpectedVerdicts(t *testing.T) {
	v := testVerifier(t)
	for _, a := range models.All() {
		variants := []string{""}
		for _, s := range a.Switches {
			variants = append(variants, " --variant "+s.Name)
		}
		for _, variant := range variants {
			for _, network := range a.Networks {
				for _, size := range []string{"--n 1", "--n 2", "--n 3", "--n 2 --rounds 2"} {
					if strings.Contains(variant, "arbitrary") && size == "--n 3" {
						continue // 290,000 states; in make deep
					}
					c := resolve(t, a.Name, size+variant+" --network "+string(network))
					t.Run(c.String(), func(t *testing.T) { checkExpected(t, v, a, c) })
				}
			}
		}
	}
}

func checkExpected(t *testing.T, v *Verifier, a *models.Algorithm, c config.Config) {
	fails := map[string]string{}
	if a.Fails != nil {
		fails = a.Fails(c)
	}
	for name, r := range verdicts(t, v, Task{Config: c}) {
		want := pan.Pass
		if fails[name] != "" {
			want = pan.Fail
		}
		if r.Verdict != want {
			t.Errorf("%s: %s, want %s: %s", name, r.Verdict, want, r.Reason)
		}
		if r.CrossCheck != agrees {
			t.Errorf("%s: cross-check: %s", name, r.CrossCheck)
		}
		if r.Verdict == pan.Fail && name != "entry" && !slices.Equal(r.ConfirmedBy, []string{"spin", "go"}) {
			t.Errorf("%s: confirmed by %v only", name, r.ConfirmedBy)
		}
	}
}

func TestFormulas(t *testing.T) {
	v := testVerifier(t)
	c := resolve(t, "centralized", "--n 2")
	for text, want := range map[string]pan.Verdict{
		"served=[] (waiting(2) -> <> inside(2))":                pan.Pass,
		"together=[] (how_many_inside <= 1)":                    pan.Pass, // a safety formula that holds
		"stays_out=[] !inside(2)":                               pan.Fail, // one that does not: SPIN finds no cycle but an assertion
		"often=[] <> inside(1)":                                 pan.Fail, // nobody has to request
		"busy_until=[] (inside(1) -> (busy == 1 U !inside(1)))": pan.Pass,
	} {
		f, err := models.ParseFormula(c, text)
		if err != nil {
			t.Fatal(err)
		}
		r := verdicts(t, v, Task{Config: c, Properties: []string{}, Formulas: []models.Formula{f}})[f.Name]
		if r.Verdict != want {
			t.Errorf("%s: %s, want %s: %s", text, r.Verdict, want, r.Reason)
		}
		if r.Verdict == pan.Fail && r.Counterexample == nil {
			t.Errorf("%s: no counterexample", text)
		}
		if r.Fairness != FairnessMessage {
			t.Errorf("%s: fairness %q", text, r.Fairness)
		}
	}
}

// A pass rests on no-overflow: without it the model is not the algorithm.
func TestOverflowTakesPassesBack(t *testing.T) {
	rs := verdicts(t, testVerifier(t), Task{Config: resolve(t, "neilsen-mizuno", "--n 2 --bug request-sent-twice"), Properties: []string{"mutex", "starvation"}})
	for name, r := range rs {
		if r.Verdict != pan.Inconclusive || !strings.Contains(r.Reason, noOverflow) {
			t.Errorf("%s: %s: %s", name, r.Verdict, r.Reason)
		}
	}
}

func TestLimitsAreInconclusive(t *testing.T) {
	v := testVerifier(t)
	c := resolve(t, "ricart-agrawala", "--n 5")
	for name, limits := range map[string]runner.Limits{
		"time":   {Timeout: 2 * time.Second, Memory: 4 << 30},
		"memory": {Timeout: time.Minute, Memory: 64 << 20},
	} {
		t.Run(name, func(t *testing.T) {
			v.Limits = limits
			r := verdicts(t, v, Task{Config: c, Properties: []string{"mutex"}})["mutex"]
			if r.Verdict != pan.Inconclusive {
				t.Errorf("%s: %s", r.Verdict, r.Reason)
			}
			t.Log(r.Reason)
		})
	}
}

// SPIN's verdict against a program that differs is an error that names both.
func TestDisagreementIsAnError(t *testing.T) {
	c := resolve(t, "ricart-agrawala", "--n 2")
	broken := resolve(t, "ricart-agrawala", "--n 2 --variant no-tie-break")
	g, err := explored(t.Context(), broken, runner.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	r := verdicts(t, testVerifier(t), Task{Config: c, Properties: []string{"deadlock"}})["deadlock"]
	r.against(g)
	if r.Verdict != pan.Error || !strings.Contains(r.Reason, "SPIN says pass") || !strings.Contains(r.Reason, "explorer says fail") {
		t.Errorf("%s: %s", r.Verdict, r.Reason)
	}
}

// A counterexample that the program cannot follow confirms nothing.
func TestUnconfirmed(t *testing.T) {
	c := resolve(t, "ricart-agrawala", "--n 2")
	bug := resolve(t, "ricart-agrawala", "--n 2 --bug replies-while-inside")
	v := testVerifier(t)
	r := verdicts(t, v, Task{Config: bug, Properties: []string{"mutex"}})["mutex"]
	var s runner.States
	initial, err := v.initialState(t.Context(), c)
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
		var all []runner.Variable
		for _, x := range initial {
			all = append(all, runner.Variable{Name: x.Name, Value: now[x.Name]})
		}
		s.Steps = append(s.Steps, runner.StateStep{Event: step.Event, Variables: all})
	}
	if err := confirmInGo(c, "mutex", s, 0, 0); err == nil {
		t.Error("the correct program went along with the broken model")
	} else {
		t.Log(err)
	}
}
