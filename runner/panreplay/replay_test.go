package panreplay

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// job prepares a model, with -o2 as all of ours.
func job(t *testing.T, model string) *runner.Job {
	t.Helper()
	tools, err := toolchain.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	j, err := runner.Prepare(t.Context(), tools, []byte(model), runner.KeepWriteOnly, process.Limits{Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

var safety = runner.Search{
	Want:      pan.Want{Assertions: true, EndStates: true},
	ClaimsOff: true, Reduction: runner.NoReduction,
}

func liveness(claim string) runner.Search {
	return runner.Search{
		Want:      pan.Want{Claim: claim, CyclesOnly: true},
		Reduction: runner.NoReduction, Fairness: runner.WeakFair,
	}
}

func check(t *testing.T, r runner.Result, err error, class pan.Class, kind pan.Kind) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if r.Conclusion.Class != class || r.Conclusion.Kind != kind {
		t.Fatalf("%s (%s): %s; want %s (%s)\nretries %+v\nunknown %q", r.Conclusion.Class, r.Conclusion.Kind, r.Conclusion.Reason,
			class, kind, r.Retries, r.Output.Unknown)
	}
}

// TestReplay replays errors of every kind.
func TestReplay(t *testing.T) {
	const clash = `byte cs;
active [2] proctype P() { do :: d_step { cs < 2 -> cs++; printf("enter %d\n", _pid + 1) } :: d_step { cs > 0 -> cs--; printf("exit\n") } od }
active proctype watch() { d_step { cs == 2 -> assert(false) } }
`
	for _, c := range []struct {
		name, model string
		search      runner.Search
		kind        pan.Kind
		events      int
		cycle       bool
		line        int
	}{
		{"assertion", clash, safety, pan.KindAssertion, 2, false, 3},
		{"first of several assertions in a step", "byte x; active proctype P() { d_step { printf(\"go\\n\"); x = 1;\nassert(x == 2);\nassert(x == 3) } }", safety,
			pan.KindAssertion, 1, false, 2},
		{"bfs", clash, runner.Search{Order: runner.BreadthFirst, Reduction: runner.NoReduction, Want: safety.Want}, pan.KindAssertion, 2, false, 3},
		{"deadlock", "byte x; active proctype P() { printf(\"go\\n\"); x == 1 }", safety, pan.KindEndState, 1, false, 0},
		{"blocked at once", "byte x; active proctype P() { x == 1 }", safety, pan.KindEndState, 0, false, 0},
		{"cycle", "byte x, y; active proctype P() { d_step { x = 1; printf(\"in\\n\") } do :: d_step { y = 1 - y; printf(\"round\\n\") } od }\nltl out { <> (x == 2) }",
			runner.Search{Reduction: runner.NoReduction, Fairness: runner.WeakFair, NFair: 2, Want: pan.Want{Claim: "out", CyclesOnly: true}},
			pan.KindAcceptance, 3, true, 0},
		{"cycle past an assertion", clash + "ltl live { []<> (cs == 3) }", liveness("live"), pan.KindAcceptance, -1, true, 0},
		{"safety formula", clash + "ltl few { [] (cs < 2) }", runner.Search{Want: pan.Want{Claim: "few"}}, pan.KindAssertion, -1, false, -1},
		{"claim that moves", clash + "ltl keeps { [] (cs > 0 -> (cs > 1 V cs > 0)) }", runner.Search{Want: pan.Want{Claim: "keeps"}}, pan.KindAssertion, -1, false, -1},
		{"one of two claims", clash + "ltl other { [] (cs < 9) } ltl keeps { [] (cs > 0 -> (cs > 1 V cs > 0)) }", runner.Search{Want: pan.Want{Claim: "keeps"}}, pan.KindAssertion, -1, false, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			j := job(t, c.model)
			r, err := j.Search(t.Context(), j.Tools().Fast(), c.search, process.Limits{Timeout: time.Minute})
			check(t, r, err, pan.Violated, c.kind)
			p, err := Trail(t.Context(), r.Run, process.Limits{Timeout: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			if !p.Confirmed || !p.Clean || p.EventsCut {
				t.Errorf("not confirmed: %q, clean %v\n%s", p.Reason, p.Clean, r.Trail)
			}
			if c.events >= 0 && len(p.Events) != c.events || (p.CycleStart >= 0) != c.cycle || c.line > 0 && p.AssertLine != c.line {
				t.Errorf("events %q, cycle from %d, assertion at %s:%d", p.Events, p.CycleStart, p.AssertFile, p.AssertLine)
			}
			states, err := States(t.Context(), r.Run, process.Limits{Timeout: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			events := p.Events
			for _, s := range states.Steps {
				events = append(events, s.Event)
			}
			for _, e := range events {
				if e != "exit" && e != "go" && e != "in" && e != "round" && !strings.HasPrefix(e, "enter ") {
					t.Errorf("%q is no event", e)
				}
			}
			damaged := r.Run
			damaged.Trail = append(append([]byte{}, r.Trail...), "99:0:1\n"...)
			if p, err := Trail(t.Context(), damaged, process.Limits{}); err != nil || p.Confirmed {
				t.Errorf("a trail with more steps was confirmed (%v)", err)
			}
		})
	}
}

// TestBrokenTrail puts a step that is impossible into a trail's file.
func TestBrokenTrail(t *testing.T) {
	j := job(t, "byte x; active proctype P() { x = 1; x = 2; assert(x == 0) }")
	r, err := j.Search(t.Context(), j.Tools().Fast(), safety, process.Limits{})
	check(t, r, err, pan.Violated, pan.KindAssertion)
	lines := strings.SplitAfter(string(r.Trail), "\n")
	lines[len(lines)-2] = "3:0:77\n"
	if err := os.WriteFile(filepath.Join(r.Dir, runner.TrailFile), []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := Trail(t.Context(), r.Run, process.Limits{})
	if err != nil || p.Confirmed || p.Reason == "" || p.Clean {
		t.Errorf("confirmed %v, clean %v, %q (%v)", p.Confirmed, p.Clean, p.Reason, err)
	}
}

// TestConcurrent runs one binary and one job many times at once.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	j := job(t, "byte cs; active [2] proctype P() { cs++; assert(cs == 1); cs-- }")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			r, err := j.Search(t.Context(), j.Tools().Fast(), safety, process.Limits{Timeout: time.Minute})
			if err != nil || r.Conclusion.Class != pan.Violated || len(r.Trail) == 0 {
				t.Errorf("%+v %v", r.Conclusion, err)
				return
			}
			if p, err := Trail(t.Context(), r.Run, process.Limits{}); err != nil || !p.Confirmed || !p.Clean {
				t.Errorf("%+v %v", p, err)
			}
		})
	}
	all.Wait()
	compilations := 0
	for _, s := range j.Steps() {
		if strings.Contains(s.Command, "pan.c") {
			compilations++
		}
	}
	if compilations != 1 {
		t.Errorf("%d compilations, want 1", compilations)
	}
}
