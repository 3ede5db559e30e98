package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/progress"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// tools are those of this machine; a test that needs them fails without.
func tools(t *testing.T) toolchain.Tools {
	t.Helper()
	found, err := toolchain.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// job prepares a model, with -o2 as all of ours.
func job(t *testing.T, model string) *Job {
	t.Helper()
	j, err := Prepare(t.Context(), tools(t), []byte(model), KeepWriteOnly, process.Limits{Timeout: time.Minute})
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

func example(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "models", "testdata", "golden", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var safety = Search{
	Want:      pan.Want{Assertions: true, EndStates: true},
	ClaimsOff: true, Reduction: NoReduction,
}

func liveness(claim string) Search {
	return Search{
		Want:      pan.Want{Claim: claim, CyclesOnly: true},
		Reduction: NoReduction, Fairness: WeakFair,
	}
}

func check(t *testing.T, r Result, err error, class pan.Class, kind pan.Kind) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if r.Conclusion.Class != class || r.Conclusion.Kind != kind {
		t.Fatalf("%s (%s): %s; want %s (%s)\nretries %+v\nunknown %q", r.Conclusion.Class, r.Conclusion.Kind, r.Conclusion.Reason,
			class, kind, r.Retries, r.Output.Unknown)
	}
}

// TestGenerated verifies generated models; their numbers of states are known.
// Both compilers must agree.
func TestGenerated(t *testing.T) {
	for _, c := range []struct {
		name, claim string
		states      float64
	}{
		{"neilsen-mizuno-4-line", "starvation_4", 1718},
		{"ricart-agrawala-3", "starvation_2", 4012},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			j := job(t, example(t, c.name+".pml"))
			for _, compiler := range []toolchain.Compiler{j.tools.Fast(), {Tool: j.tools.Gcc, Level: "-O1"}} {
				r, err := j.Search(t.Context(), compiler, safety, process.Limits{Timeout: time.Minute, Memory: 1 << 30})
				check(t, r, err, pan.Verified, "")
				if r.Output.Stored != c.states || r.Trail != nil {
					t.Errorf("%s: %.0f states, want %.0f; trail %q", compiler.Tool.Name, r.Output.Stored, c.states, r.Trail)
				}
			}
			r, err := job(t, example(t, c.name+"-starvation.pml")).Escalate(t.Context(), liveness(c.claim), process.Limits{Timeout: time.Minute, Memory: 1 << 30})
			check(t, r, err, pan.Verified, "")
			if len(r.Retries) == 0 || !strings.HasPrefix(r.Retries[0].What, "-DNFAIR=") {
				t.Errorf("retries %+v, want one of NFAIR", r.Retries)
			}
		})
	}
}

// TestGrowth checks that a search which lacks depth or a larger state vector runs again, and
// that its retries say so.
func TestGrowth(t *testing.T) {
	deep := "short n; active proctype A() { do :: n < 8000 -> n++ :: n == 8000 -> break od; assert(n < LAST) }"
	for _, c := range []struct {
		name, model string
		search      Search
		class       pan.Class
		kind        pan.Kind
		what        string
	}{
		{"depth", strings.ReplaceAll(deep, "LAST", "9999"), safety, pan.Verified, "", "-m1000000"},
		{"depth to the error", strings.ReplaceAll(deep, "LAST", "8000"), safety, pan.Violated, pan.KindAssertion, "-m1000000"},
		{"depth of a long run", "int a, b; active proctype A() { do :: a < 20000 -> a++ :: b < 900 -> b++ :: a == 20000 && b == 900 -> assert(false) od }",
			safety, pan.Violated, pan.KindAssertion, "-m1000000"},
		{"depth as far as allowed", strings.ReplaceAll(deep, "LAST", "9999"), Search{ClaimsOff: true, Reduction: NoReduction, Want: safety.Want, MaxDepth: 12000},
			pan.Incomplete, pan.KindDepth, "-m12000"},
		{"vector", "byte a[3000]; active proctype A() { a[2999] = 1; assert(a[0] == 0) }", safety, pan.Verified, "", "-DVECTORSZ=4096"},
		{"vector later", "byte n; proctype P() { byte b[200]; end: b[0] == 1 }\nactive proctype A() { do :: n < 9 -> run P(); n++ :: else -> break od }",
			safety, pan.Verified, "", "-DVECTORSZ=2048"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			j := job(t, c.model)
			r, err := j.Search(t.Context(), j.tools.Fast(), c.search, process.Limits{Timeout: time.Minute})
			check(t, r, err, c.class, c.kind)
			if len(r.Retries) == 0 || r.Retries[len(r.Retries)-1].What != c.what || r.Retries[0].Why == "" {
				t.Errorf("retries %+v, want %s last", r.Retries, c.what)
			}
			if !strings.Contains(strings.Join(r.Commands, "\n"), c.what) {
				t.Errorf("%s is not in %q", c.what, r.Commands)
			}
		})
	}
}

// endless has more states than any test waits for.
const endless = "int a, b; active proctype A() { do :: a++ :: b++ :: a + b == 2000000000 -> assert(false) od }"

// TestLimits ends long runs in every way.
func TestLimits(t *testing.T) {
	t.Run("timeout", func(t *testing.T) {
		t.Parallel()
		j := job(t, endless)
		s := safety
		s.Depth, s.MaxDepth = 1_000_000, 1_000_000
		r, err := j.Escalate(t.Context(), s, process.Limits{Timeout: 3 * time.Second, Memory: 1 << 30})
		check(t, r, err, pan.Incomplete, pan.KindTime)
		if !strings.Contains(r.Conclusion.Reason, "3s") || r.Running > 60 {
			t.Errorf("%s after %.1f s of %s", r.Conclusion.Reason, r.Running, r.Compiler.Tool.Name)
		}
	})
	t.Run("memory from inside", func(t *testing.T) {
		t.Parallel()
		j := job(t, endless)
		s := safety
		s.Depth, s.MaxDepth = 200_000, 200_000
		r, err := j.Search(t.Context(), j.tools.Fast(), s, process.Limits{Timeout: time.Minute, Memory: 48 << 20})
		check(t, r, err, pan.Incomplete, pan.KindMemory)
		if !strings.Contains(r.Conclusion.Reason, "MEMLIM") || r.Peak > 56<<20 || r.Peak == 0 {
			t.Errorf("%s, peak %d", r.Conclusion.Reason, r.Peak)
		}
	})
	t.Run("memory from outside", func(t *testing.T) {
		t.Parallel()
		j := job(t, endless)
		b, err := j.compileWith(t.Context(), j.tools.Fast(), safety.ownDefines(), toolchain.Limits)
		if err != nil {
			t.Fatal(err)
		}
		r, err := b.Run(t.Context(), safety, []string{"-m500000", "-w20"}, process.Limits{Memory: 64 << 20}, nil)
		if err != nil || r.Exit.Killed != process.MemoryLimit {
			t.Fatalf("%+v %v", r.Step, err)
		}
		c := pan.Conclude(r.Output, safety.Want)
		if c.Class != pan.Incomplete || c.Kind != pan.KindMemory || r.Output.Stored == 0 {
			t.Errorf("%+v, %.0f states", c, r.Output.Stored)
		}
	})
	t.Run("cancel", func(t *testing.T) {
		t.Parallel()
		j := job(t, endless)
		s := safety
		s.Depth, s.MaxDepth = 1_000_000, 1_000_000
		if _, err := j.compileWith(t.Context(), j.tools.Fast(), s.defines(s.first(j.tools.Fast(), process.Limits{Memory: 1 << 30})), toolchain.Limits); err != nil {
			t.Fatal(err) // it takes no time of the run's
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		ctx = progress.Observe(ctx, progress.Observer{Figures: func(progress.Figures) { cancel() }}) // pan has stored a million states
		r, err := j.Search(ctx, j.tools.Fast(), s, process.Limits{Memory: 1 << 30})
		check(t, r, err, pan.Incomplete, pan.KindKilled)
		if r.Output.Stored == 0 {
			t.Error("an interrupted pan prints its summary")
		}
	})
}

// TestEscalate checks that a long run escalates, and finds the same states.
func TestEscalate(t *testing.T) {
	t.Parallel()
	// 6.5 million states, more than 10 seconds of tcc's code: gcc is done sooner
	j := job(t, "byte a, b, c, d; active proctype A() { end: do :: d_step { a < 66 -> a++ } :: d_step { b < 66 -> b++ } "+
		":: d_step { c < 66 -> c++ } :: d_step { d < 21 -> d++ } od }")
	r, err := j.Escalate(t.Context(), safety, process.Limits{Timeout: 10 * time.Minute, Memory: 1 << 30})
	check(t, r, err, pan.Verified, "")
	if len(r.Retries) != 1 || r.Retries[0].What != "gcc -O2" || r.Output.Stored != 67*67*67*22 {
		t.Errorf("%.0f states, retries %+v", r.Output.Stored, r.Retries)
	}
}

// TestLateEscalation checks that a run which has little time left is not ended for another
// one, which could not get as far: the states of the first run are reported.
func TestLateEscalation(t *testing.T) {
	t.Parallel()
	j := job(t, endless)
	j.tools.Gcc.Path = script(t, t.TempDir(), "gcc", "sleep 2; exec "+j.tools.Gcc.Path+` "$@"`)
	s := safety
	s.Depth, s.MaxDepth = 1_000_000, 1_000_000
	r, err := j.Escalate(t.Context(), s, process.Limits{Timeout: 4 * time.Second, Memory: 1 << 30})
	check(t, r, err, pan.Incomplete, pan.KindTime)
	if len(r.Retries) > 0 || r.Output.Stored == 0 {
		t.Errorf("%.0f states, retries %+v", r.Output.Stored, r.Retries)
	}
}

// TestLateDepth checks the same for a run that needs more depth.
func TestLateDepth(t *testing.T) {
	t.Parallel()
	p := pan.NewParser()
	fmt.Fprintln(p.Stdout(), "error: max search depth too small")
	if !p.DepthLimited() {
		t.Fatal("not what pan prints")
	}
	late := safety.stopper(attempt{depth: 10, limits: process.Limits{Timeout: patience}})
	early := safety.stopper(attempt{depth: 10, limits: process.Limits{Timeout: time.Hour}})
	late(p, 0)
	early(p, 0)
	time.Sleep(patience + patience/10)
	if got := late(p, 0); got != process.NotKilled {
		t.Errorf("%v, and no time is left", got)
	}
	if got := early(p, 0); got != process.DepthLimit {
		t.Errorf("%v instead of %v", got, process.DepthLimit)
	}
}

// TestEscalationIsNotNeeded checks that the compilation of the optimised verifier is ended when
// the run has ended before it.
func TestEscalationIsNotNeeded(t *testing.T) {
	t.Parallel()
	// A compiler that is never done.
	j := job(t, "active proctype P() { skip }")
	dir := t.TempDir()
	path := script(t, dir, "gcc", "echo $$ > "+dir+"/self; sleep 1000")
	e := &escalation{compiler: toolchain.Compiler{Tool: toolchain.Tool{Name: "gcc", Path: path}}}
	ask := e.during(t.Context(), j, safety.ownDefines(), nil)
	if ask(nil, prepareAfter-1); e.cancel != nil {
		t.Error("the compiler was started before the run has taken long")
	}
	ask(nil, prepareAfter)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if data, err := os.ReadFile(filepath.Join(dir, "self")); err == nil && len(data) > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the compiler was not started within a minute")
		}
	}
	if why := ask(nil, time.Hour); why != process.NotKilled {
		t.Errorf("escalated to a verifier that is not there: %v", why)
	}
	e.end()
	waitGone(t, filepath.Join(dir, "self"))
	if steps := j.Steps(); len(steps) != 1 {
		t.Errorf("steps %+v, want spin's alone", steps)
	}
}

// TestCompilationIsShared lets two callers wait for one compilation.  One gives up; the other
// must get the Binary.
func TestCompilationIsShared(t *testing.T) {
	t.Parallel()
	j := job(t, "active proctype P() { skip }")
	dir := t.TempDir()
	path := script(t, dir, "cc", `echo >> `+dir+`/started; sleep 2; while [ "$1" != -o ]; do shift; done; echo > "$2"`)
	c := toolchain.Compiler{Tool: toolchain.Tool{Name: "cc", Path: path}}
	short, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	var both sync.WaitGroup
	both.Go(func() {
		if _, err := j.compileWith(short, c, nil, process.Limits{}); err == nil {
			t.Error("the one who gave up has a binary")
		}
	})
	both.Go(func() {
		if _, err := j.compileWith(t.Context(), c, nil, process.Limits{}); err != nil {
			t.Error(err)
		}
	})
	both.Wait()
	if data, err := os.ReadFile(filepath.Join(dir, "started")); err != nil || len(data) != 1 {
		t.Errorf("started %d times (%v)", len(data), err)
	}
}
