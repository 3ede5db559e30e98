package verify

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/engine"
	"github.com/mxgen/mxgen/results/testenv"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// fileSetup is what a test asks for.
type fileSetup struct {
	FileTask
	engine.CounterexampleOptions
	hasty   bool  // with a time limit of a second
	patient bool  // without a time limit
	memory  int64 // limit in bytes, 0: 1 GB
}

// verifyText decides a model and returns "PROPERTY VERDICT" of each, and what was
// said besides.
func verifyText(t *testing.T, name, text string, change func(*fileSetup)) (verdicts []string, rs []results.Result) {
	t.Helper()
	tools, err := toolchain.Find(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	v := &Verifier{Tools: tools, Limits: process.Limits{Timeout: time.Minute, Memory: 1 << 30}, Slots: process.NewSlots(2)}
	setup := fileSetup{FileTask: FileTask{Source: runner.Source{Name: name, Dir: t.TempDir(), Text: []byte(text)}}}
	if change != nil {
		change(&setup)
	}
	if v.CounterexampleOptions = setup.CounterexampleOptions; setup.hasty {
		v.Limits.Timeout = time.Second
	}
	if setup.patient {
		v.Limits.Timeout = 0
	}
	if setup.memory > 0 {
		v.Limits.Memory = setup.memory
	}
	rs, err = v.VerifyFile(context.Background(), setup.FileTask)
	if err != nil {
		return []string{"refused: " + err.Error()}, nil
	}
	for _, r := range rs {
		verdicts = append(verdicts, r.Property+" "+string(r.Verdict))
		if (r.Verdict == "fail") != (r.Counterexample != nil && slices.Equal(r.ConfirmedBy, []string{"spin"})) {
			t.Errorf("%s: %s %s, confirmed by %v", name, r.Property, r.Verdict, r.ConfirmedBy)
		}
		if r.Reason == "" || strings.Contains(r.Reason, "\n") {
			t.Errorf("%s: %s: reason %q", name, r.Property, r.Reason)
		}
	}
	return verdicts, rs
}

// said is every reason, warning and retry.
func said(rs []results.Result) string {
	var all []string
	for _, r := range rs {
		all = append(append(append(all, r.Reason), r.Warnings...), r.Retries...)
	}
	return strings.Join(all, "\n")
}

func fairly(t *fileSetup)   { t.Fair = true }
func withC(t *fileSetup)    { t.EmbeddedC = true }
func trusting(t *fileSetup) { t.EmbeddedC, t.TrustC = true, true }
func hastily(t *fileSetup)  { t.hasty = true }

// TestModelCases decides the models of the recorded cases anew.  Those that are
// not here are about the commands, not about a verdict on their model.
func TestModelCases(t *testing.T) {
	for k, c := range []struct {
		name   string
		change func(*fileSetup)
		want   string // verdicts, comma-separated
		said   string
	}{
		{"01-ok", nil, "assertions pass,end-states pass", ""},
		{"02-assert-violated", nil, "assertions fail,end-states pass", "without assertions, because another error comes first: "},
		{"03-invalid-end-state", nil, "assertions pass,end-states fail", ""},
		{"04-acceptance-cycle", nil, "assertions pass,end-states pass,acceptance fail", ""},
		{"05-non-progress-cycle", nil, "assertions pass,end-states pass,non-progress fail", ""},
		{"06-depth-truncated", nil, "assertions fail,end-states pass", ""},
		{"07-memlim", hastily, "assertions inconclusive,end-states inconclusive", "timeout of 1s after "},
		{"08-bitstate", nil, "assertions pass,end-states pass", "-m1000000"},
		{"10-timeout-killed", hastily, "assertions inconclusive,end-states inconclusive", "timeout of 1s"},
		{"11-gcc-error", withC, "assertions error,end-states error", "gcc: "},
		{"12-spin-syntax-error", nil, "model error", "syntax error"},
		{"13-ltl-liveness-violated", nil, "assertions pass,end-states pass,ltl:live fail", ""},
		{"14-ltl-safety-violated", nil, "assertions pass,end-states pass,ltl:mutex fail", ""},
		{"16-unreached-vacuous", nil, "assertions pass,end-states pass,ltl:live pass", "6 statements were never executed"},
		{"17-xr-xs-violation", nil, "assertions error,end-states error", "a search that ignores it says pass"},
		{"18-message-lost-m", nil, "assertions pass,end-states pass", ""},
		{"19-value-overflow", nil, "assertions pass,end-states pass", "256 becomes 0"},
		{"20-deadlock-hidden-by-claim", nil, "assertions pass,end-states fail,ltl:small pass", ""},
		{"23-too-many-procs", nil, "assertions error,end-states error", "255"},
		{"25-block-in-d_step", nil, "assertions error,end-states error", "block in d_step"},
		{"26-pan-signal", nil, "assertions error,end-states error", "divides by zero"},
		{"30-embedded-c-replay", withC, "assertions fail,end-states inconclusive", "--trust-embedded-c"},
		{"31-multiple-claims", nil, "assertions pass,end-states pass,ltl:good pass,ltl:bad fail", ""},
		{"32-fairness", fairly, "assertions pass,end-states pass,ltl:p fail,ltl:p (fair) pass", ""},
		{"34-por-incompatible", fairly, "assertions pass,end-states pass,ltl:p fail,ltl:p (fair) pass", ""},
		{"35-bfs", nil, "assertions pass,end-states fail", ""},
		{"37-timeout-stmt", nil, "assertions pass,end-states pass", "uses timeout"},
		{"38-unconditional-self-loop", nil, "assertions pass,end-states pass", "self-loop"},
		{"40-index-out-of-bounds", nil, "assertions fail,end-states inconclusive", "invalid array index"},
		{"41-array-init-6.5.2", nil, "assertions fail,end-states pass", "may be false"},
		{"42-chan-semantics", nil, "assertions fail,end-states pass", ""},
		{"43-identifier-collisions", nil, "assertions pass,end-states pass", ""},
		{"46-live-loop-hides-blocked-process", nil, "assertions pass,end-states pass", "a process that waits for ever is not noticed while another one goes on for ever; these never end: "},
		{"47-pid-assumption", nil, "assertions fail,end-states pass", ""},
		{"50-nomerge-trail-atomic", nil, "assertions fail,end-states pass", ""},
		{"57-fairness-deadlock-control", fairly, "assertions pass,end-states fail,ltl:live fail,ltl:live (fair) fail", ""},
	} {
		if !testenv.Sampled(k) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join("..", "..", "runner", "pan", "testdata", "spin-cases", c.name, "model.pml"))
			if err != nil {
				t.Fatal(err)
			}
			got, rs := verifyText(t, "model.pml", string(text), c.change)
			if strings.Join(got, ",") != c.want {
				t.Errorf("%s, want %s\n%s", strings.Join(got, ","), c.want, said(rs))
			}
			if !strings.Contains(said(rs), c.said) {
				t.Errorf("nothing said of %q:\n%s", c.said, said(rs))
			}
		})
	}
}

// TestModelSiblings has other models in which the same kinds of traps hide.
func TestModelSiblings(t *testing.T) {
	const (
		safe    = "assertions pass,end-states pass"
		nothing = `refused: model "m.pml": no model in the file; it needs an init or an active proctype`
	)
	for k, c := range []struct {
		name   string
		text   string
		change func(*fileSetup)
		want   string
		said   string
	}{
		{"an assertion comes before the formula", `byte x;
active proctype A() { do :: x < 3 -> x++; assert(x < 2) :: x >= 3 -> x = 0 od }
ltl small { [] (x < 9) } ltl never3 { [] (x < 3) } ltl back { [] <> (x == 0) }`, nil,
			"assertions fail,end-states pass,ltl:small pass,ltl:never3 fail,ltl:back pass", "comes first"},
		{"an assertion with several arguments in it", `chan c = [2] of { byte, byte };
active proctype A() { c!1,2; assert(c?[1,_] && !(c?[2,_])); c?_,_; assert(len(c) == 1) }`, nil, "assertions fail,end-states pass", ""},
		{"a label accept in a proctype beside a formula", `byte x;
active proctype A() { accept_a: do :: x = 1 - x od }
ltl ok { [] <> (x == 1) }`, nil, safe + ",ltl:ok pass,acceptance fail", ""},
		{"words in comments, strings and macros", `/* ltl no { [] false } c_code { } */
#define PROP ltl q { [] (x <= 1) }
byte x; // never { }
active proctype A() { printf("c_code { } ltl z { }"); x = 2 }
PROP`, nil, safe + ",ltl:q fail", ""},
		{"embedded C behind a macro and a line splice", "#define MEAN c_co\\\nde\nactive proctype A() { MEAN { ; } }", nil,
			`refused: model "m.pml": has embedded C (c_code), which runs whatever it likes; read it, and if you trust it, add --allow-embedded-c`, ""},
		{"formulas without a name", "byte x; active proctype A() { x = 1 } ltl { [] (x < 2) } ltl { <> (x == 2) }", nil,
			safe + ",ltl:ltl_0 pass,ltl:ltl_1 fail", ""},
		{"a never claim without an acceptance label", `byte x; active proctype A() { x = 1; x = 2 }
never { do :: x == 2 -> break :: else od }`, nil, safe + ",never:never_0 fail", ""},
		{"a never claim that holds", `byte x; active proctype A() { x = 1; x = 2 }
never { do :: x == 3 -> break :: else od }`, nil, safe + ",never:never_0 pass", ""},
		{"a never claim with assertions of its own", `byte x; active proctype A() { x = 1; x = 2 }
never { do :: assert(x != 2) od }`, nil, safe + ",never:never_0 fail", ""},
		{"a claim by hand and a formula", `byte x; active proctype A() { do :: x = 1 - x od }
never w { do :: x == 9 -> break :: else od } ltl p { [] (x < 2) }`, nil, safe + ",never:w pass,ltl:p pass", ""},
		{"a trace that fits", `chan c = [1] of { byte }; active proctype A() { c!1; c?1; c!2 } trace { c!1; c!2 }`, nil, safe + ",trace pass", ""},
		{"a trace that does not", `chan c = [1] of { byte }; active proctype A() { c!1; c?1; c!1; c?1 } trace { c!1; c!2 }`, nil,
			"assertions pass,end-states pass,trace fail", "without its trace, because another error comes first: "},
		{"more processes than fairness has room for", `byte n; bool a; active [9] proctype A() { do :: n = (n + 1) % 3 od }
active proctype Z() { a = true } ltl e { <> a }`, fairly, safe + ",ltl:e fail,ltl:e (fair) pass", "-DNFAIR"},
		{"a large state vector", `byte a[20000]; active proctype A() { a[19999] = 1; assert(a[0] == 0) }`, nil, safe, "-DVECTORSZ=32768"},
		{"a larger one", `byte a[300000]; active proctype A() { a[299999] = 1; assert(a[0] == 0) }`, nil, safe, "-DVECTORSZ=524288"},
		{"too large a one", `byte a[5000000]; active proctype A() { a[0] = 1; assert(a[1] == 0) }`, nil, "assertions error,end-states error", "more than the 4194304 bytes"},
		{"a word of C", `byte double; active proctype A() { double = 1 }`, nil, "assertions error,end-states error", "a word of C"},
		{"a value that wraps after a message whose type spin does not know", `mtype:pkt = { DATA }; chan c = [1] of { mtype:pkt }; byte x = 255
active proctype A() { c!DATA; c?_; x++; assert(x != 7) }`, nil, safe, "256 becomes 0"},
		{"who may stay where it is, and a choice that is always false", "byte lock = 1, go; active proctype M() { end: do :: go == 1 -> go = 2 od }\nactive proctype C() { lock == 0 }\nactive proctype F() { if :: false -> go = 1 fi }", nil,
			"assertions pass,end-states fail", "invalid end state: C:1 m.pml:2 waits for (lock==0); F:2 m.pml:3 waits for (0)"},
		{"a condition that tcc miscompiles", `#define N 3
byte waits[4]; byte num[4] = 1; byte entries;
#define before(a, j, b, i) ((a) < (b) || (a) == (b) && (j) < (i))
#define order(i, j) (!(waits[i] == 1) || before(num[i], i, num[j], j))
#define all_ordered (order(1, 2) && order(1, 3) && order(2, 1) && order(2, 3) && order(3, 1) && order(3, 2))
active proctype P() { waits[2] = 1; num[2] = 0; assert(N == 3 || all_ordered); entries++; assert(entries == 1) }`, nil, safe, ""},
		{"a condition that tcc miscompiles, before an error", `#define N 3
byte waits[4]; byte num[4] = 1; byte entries;
#define before(a, j, b, i) ((a) < (b) || (a) == (b) && (j) < (i))
#define order(i, j) (!(waits[i] == 1) || before(num[i], i, num[j], j))
#define all_ordered (order(1, 2) && order(1, 3) && order(2, 1) && order(2, 3) && order(3, 1) && order(3, 2))
active proctype P() { waits[2] = 1; num[2] = 0; assert(N == 3 || all_ordered); entries++; assert(entries == 2) }`, nil, "assertions fail,end-states pass", "assert(entries == 2)"},
		{"a formula that SPIN misreads", "byte n; active proctype C() { do :: n < 5 -> n++ :: else -> break od }\nltl five { [] n != 5 } ltl six { [] (n != 6) }", nil,
			safe + ",ltl:six pass,ltl:five error", "write [] (n != 5)"},
		{"a formula that has a macro", "#define low (x < 2)\nbyte x; active proctype A() { x = 3 }\nltl p { []\n low }", nil, safe + ",ltl:p fail", "formula violated: [] low"},
		{"a remainder by zero", `byte x = 1, y; active proctype A() { x--; y = 5 % x }`, nil, "assertions error,end-states error", "the model divides by zero: m.pml:1 y = (5%x): pan crashed"},
		{"progress beside a formula, with rendezvous", `byte x; chan c = [0] of { byte };
active proctype A() { do :: c!1; progress_a: x = 1 od } active proctype B() { do :: c?_ :: x = 2 od }
ltl s { [] (x < 3) }`, fairly, safe + ",ltl:s pass,ltl:s (fair) pass,non-progress fail,non-progress (fair) pass", ""},
		{"no process", "byte x; proctype A() { x = 1 }", nil, "model error", "no runable process"},
		{"a next operator", "byte k; active proctype A() { k = 1 } ltl p { [] (k == 0 -> X (k == 1)) }", nil,
			safe + ",ltl:p inconclusive", "the operator X, which this SPIN was built without (-DNXT)"},
		{"nothing", "", nil, nothing, ""},
		{"nothing but a comment and a macro", "/* byte x; */\n#define N 3 // init\n", nil, nothing, ""},
		{"a byte order mark", "\xef\xbb\xbfbyte x; active proctype A() { x = 1 }", nil, safe, ""},
		{"an include that is not there", `#include "nowhere.h"` + "\n", nil, "model error", "nowhere.h"},
		{"a file that includes itself by another's name", `#include "model.pml"` + "\nactive proctype A() { skip }", nil, "model error", "model.pml"},
		{"a negative index", "byte a[3]; int i = -1; byte b; active proctype A() { b = a[i] } ltl q { [] (b == 0) }", nil,
			"assertions fail,end-states inconclusive,ltl:q inconclusive", "another error"},
		{"only an unless with rendezvous", `chan c = [0] of { byte }; byte g;
active proctype A() { { c!1; g = 1 } unless { c?2 } } active proctype B() { byte x; do :: c?x :: g == 1 -> break od }`, nil, safe, "-DNOREDUCE"},
		{"embedded C that prints", `active proctype A() { c_code { printf("hello\n"); } }`, withC, "assertions inconclusive,end-states inconclusive", "unknown output"},
		{"an assertion in C", `c_decl { \#include <assert.h>
}
byte x; active proctype A() { c_code { assert(now.x == 0); }; x = 1; assert(x == 2) }`, trusting, "assertions fail,end-states pass", "comes first"},
		{"a field that wraps and is read by an assertion", `typedef T { byte b }
T t; byte x;
active proctype A() { t.b = 250; t.b = t.b + 10; x = 1;
	assert(t.b > 100) }`, nil, "assertions fail,end-states pass", "m.pml:4: 260 becomes 4 (before that statement, which reads it)"},
		{"many channels", `proctype P() { chan c = [1] of { byte }; c!1 } init { byte n; do :: n < 20 -> run P(); n++ :: else -> break od; (n == 0) }`,
			func(t *fileSetup) { t.Properties = []string{"end-states"} }, "end-states fail", ""},
		{"a line marker that is C", "# 3 \"x\\\"; system(\\\"touch pwned\\\"); \\\"\"\nbyte x; active proctype A() { x = 1; assert(x == 0) }", nil, "assertions fail,end-states pass", ""},
		{"channels that more than one proctype claims", `chan c = [2] of { byte };
active proctype A() { xs c; c!1 } active proctype B() { xs c; c!2 } active proctype R() { byte v; xr c; c?v; c?v; assert(v == 2) }`, nil,
			"assertions fail,end-states pass", "xr and xs are left out, because SPIN refuses them: spin -a: error: x[rs] claims from "},
		{"an element of an array of channels that is claimed", `chan q[2] = [1] of { byte };
proctype P(byte me) { byte m; xr q[me]; q[me]?m } init { q[0]!1; run P(0) }`, nil,
			safe, "m.pml:2, Error: ref to array element invalid"},
		{"an element of an array of another process", `byte x; proctype Wk(byte k) { byte arr[2]; arr[1] = k; x = 1 } init { run Wk(3) }
ltl never3 { [] (Wk[1]:arr[1] != 3) }`, nil, safe + ",ltl:never3 error", "SPIN drops the index of arr"},
		{"two formulas with one name", "byte x; active proctype A() { x = 1 } ltl p { [] (x < 3) } ltl p { [] (x < 1) }", nil,
			safe + ",ltl:p error", "more than one formula has the name p"},
		{"a formula that counts processes beside progress labels", `byte x; active proctype A() { do :: x = 1 - x; progress_a: skip od }
ltl few { [] (_nr_pr <= 2) }`, nil, safe + ",ltl:few pass,non-progress pass", ""},
		{"a model that counts processes, with progress labels", `byte x; active proctype A() { do :: x = _nr_pr % 2; progress_a: skip od }`, nil,
			safe + ",non-progress inconclusive", "counts SPIN's own claim"},
		{"a model that would wait for input", "chan STDIN; int ch; active proctype A() { STDIN?ch }", nil, "assertions error,end-states error", "uninitialized chan"},
		{"-D is wanted", "byte x; active proctype A() { x = N }", func(t *fileSetup) { t.Source.Defines = []string{"N=1"} }, safe, ""},
	} {
		if !testenv.Sampled(k) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, rs := verifyText(t, "m.pml", c.text, c.change)
			if strings.Join(got, ",") != c.want {
				t.Errorf("%s, want %s\n%s", strings.Join(got, ","), c.want, said(rs))
			}
			if !strings.Contains(said(rs), c.said) {
				t.Errorf("nothing said of %q:\n%s", c.said, said(rs))
			}
		})
	}
}

// TestNoFalseWarnings: a statement that a formula keeps a run from, one that nobody is to reach, and a process that is
// alone are nothing to warn of; nor is a process said never to end that does.
func TestNoFalseWarnings(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"byte got; active proctype A() { got = 1; got = 2; got = 3 } ltl all { <> (got == 1) }",
		"byte x; active proctype A() { if :: x == 0 -> skip :: else -> assert(false) fi }",
		"byte x; active proctype A() { do :: x = 1 - x od }",
		"byte x; active proctype A() priority 10 { x = 2 } active proctype B() priority 1 { x = 1 } ltl low { [] (x < 4) }",
		"byte x; active proctype A() { x > 0; x = 2 } active proctype B() { x = 1; if :: x == 7 -> assert(false) :: else fi }",
	} {
		if got, rs := verifyText(t, "m.pml", text, nil); slices.ContainsFunc(rs, func(r results.Result) bool { return len(r.Warnings) > 0 || r.Verdict != results.Pass }) {
			t.Errorf("%s: %v\n%s", text, got, said(rs))
		}
	}
}

// TestModelNames asks for properties by name.
func TestModelNames(t *testing.T) {
	const text = "byte x; active proctype A() { x = 1 } ltl p { [] (x < 2) } ltl q { <> (x == 1) }"
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"p"}, "ltl:p pass,ltl:p (fair) pass"},
		{[]string{"ltl:q"}, "ltl:q pass,ltl:q (fair) pass"},
		{[]string{"ltl:q (fair)", "assertions"}, "assertions pass,ltl:q (fair) pass"},
		{[]string{"r"}, `refused: property "r": not one of m.pml; there are assertions, end-states, ltl:p, ltl:p (fair), ltl:q, ltl:q (fair)`},
	} {
		got, _ := verifyText(t, "m.pml", text, func(t *fileSetup) { t.Fair, t.Properties = true, c.names })
		if strings.Join(got, ",") != c.want {
			t.Errorf("%v: %v, want %s", c.names, got, c.want)
		}
	}
}

// TestModelWithoutChannel shows runs while channel variables have no channel, which pan,
// printing them, takes for errors of the model.
func TestModelWithoutChannel(t *testing.T) {
	const text = `typedef T { chan c; byte z }; chan q = [2] of { byte }; chan late; T t;
active proctype P() { chan mine; byte x; q!3; late = q; late?x; t.z = x; assert(x == 4); mine = q }
ltl low { [] (t.z != 3) }`
	got, rs := verifyText(t, "m.pml", text, nil)
	if strings.Join(got, ",") != "assertions fail,end-states pass,ltl:low fail" {
		t.Fatalf("%v: %s", got, said(rs))
	}
	for _, r := range rs {
		if r.Counterexample == nil {
			continue
		}
		steps := r.Counterexample.Steps
		var changed []string
		for _, s := range steps {
			for _, c := range s.Changes {
				changed = append(changed, c.Variable+" "+c.Value)
			}
		}
		const want = "q [3]; late [3]; q len 0; late len 0; x (process 0) 3; t.z 3"
		if strings.Join(changed, "; ") != want {
			t.Errorf("%s: %q, not %q", r.Property, changed, want)
		}
		if n := len(steps); r.Property == "assertions" && (n == 0 || steps[n-1].Event != "P:0 m.pml:2  assert(x == 4)  fails") {
			t.Errorf("the last step is another: %+v", steps)
		}
	}
}

// TestModelMore looks for shortest and for all counterexamples.
func TestModelMore(t *testing.T) {
	const text = `byte x; chan c = [0] of { byte };
active proctype A() { do :: x < 9 -> x++ :: x > 0 -> break od; c!x } active proctype B() { byte y; c?y; assert(y > 3) }
ltl low { [] (x < 5) } ltl stays { <> [] (x == 0) }`
	_, first := verifyText(t, "m.pml", text, nil)
	_, rs := verifyText(t, "m.pml", text, func(t *fileSetup) { t.Shortest, t.All = true, 4 })
	want := map[string]struct {
		steps    int
		shortest string
	}{"assertions": {0, results.ShortestProved}, "ltl:low": {0, results.ShortestProved}, "ltl:stays": {0, results.ShortestProved}}
	for k, r := range rs {
		w, fails := want[r.Property]
		if !fails {
			continue
		}
		if r.Counterexample == nil || r.Counterexample.Shortest != w.shortest {
			t.Errorf("%s: %+v", r.Property, r.Counterexample)
			continue
		}
		if len(r.Counterexample.Steps) > len(first[k].Counterexample.Steps) {
			t.Errorf("%s: %d steps, %d without --shortest", r.Property, len(r.Counterexample.Steps), len(first[k].Counterexample.Steps))
		}
		// Only one way leads to a violation of low, and what follows it is none of its own.
		if n := len(r.Counterexamples); n == 0 || n > 4 || r.Property == "ltl:stays" && n != 4 {
			t.Errorf("%s: %d counterexamples: %v", r.Property, len(r.Counterexamples), r.Warnings)
		}
	}
}

// TestModelReduced searches with partial order reduction only where it is no danger: SPIN misses states that a claim
// reads of a process.
func TestModelReduced(t *testing.T) {
	const model = `byte done; byte a[2]; mtype = { on, off }; mtype m = on; chan c = [1] of { byte }
		active [3] proctype P() { byte i; do :: i < 9 -> i++ :: i == 9 -> break od; done++ }
		active proctype C() { c!3; c?_ }
		ltl p { `
	for _, c := range []struct {
		formula, want string
		reduced       bool
	}{
		{"[] (done <= 3 && a[1] != 3)", "pass", true},
		{"<> (done == 3)", "pass", true},
		{"[] (m == on)", "pass", true},
		{"[] (done < 3)", "fail", true},
		{"[] (a[done % 2] == 0)", "pass", true},
		{"[] (len(c) < 2 && !c?[4])", "pass", true},
		{"[] (P[0]:i <= 9)", "pass", false},
		{"[] (a[P[0]:i % 2] == 0)", "pass", false},
		{"[] (_nr_pr < 9)", "pass", false},
		{"[] (_last < 9)", "pass", false},
	} {
		got, rs := verifyText(t, "m.pml", model+c.formula+" }", func(s *fileSetup) { s.Properties = []string{"p"} })
		if strings.Join(got, ",") != "ltl:p "+c.want {
			t.Errorf("%s: %v\n%s", c.formula, got, said(rs))
		}
		if commands := strings.Join(rs[0].Commands, "\n"); strings.Contains(commands, "-DNOREDUCE") == c.reduced || len(rs[0].Retries) > 0 {
			t.Errorf("%s: reduced is not %v, or searched again: %v\n%s", c.formula, c.reduced, rs[0].Retries, commands)
		}
	}
}

// TestReducedWhereAllStartAtOnce: a model that waits until its processes have ended is searched with reduction where init starts
// them together.
func TestReducedWhereAllStartAtOnce(t *testing.T) {
	for start, reduced := range map[string]bool{
		"atomic { run W(1); run W(2) }": true,
		"run W(1); run W(2)":            false,
	} {
		_, rs := verifyText(t, "m.pml", "byte x; proctype W(byte k) { x = k; k = 9; k = x }\ninit { "+start+"; _nr_pr == 1; assert(x > 0) }", nil)
		for _, r := range rs {
			commands := strings.Join(r.Commands, "\n")
			if r.Verdict != results.Pass || strings.Contains(commands, "-DGLOB_ALPHA") != reduced || strings.Contains(commands, "-DNOREDUCE") == reduced {
				t.Errorf("%s: %s: %s\n%s", start, r.Property, r.Verdict, commands)
			}
		}
	}
}

// TestModelApproximate has no memory for an exact search, and says how many states the
// bitstate searches have seen.
func TestModelApproximate(t *testing.T) {
	const text = "byte a, b, c; active proctype A() { do :: a < 100 -> a++ :: b < 100 -> b++ :: c < 100 -> c++ :: else -> break od }"
	got, rs := verifyText(t, "m.pml", text, func(t *fileSetup) {
		t.memory, t.patient, t.Approximate, t.Properties = 24<<20, true, true, []string{"assertions"}
	})
	if strings.Join(got, ",") != "assertions inconclusive" || !strings.Contains(said(rs), "no error found in ") || !strings.Contains(said(rs), "hash factor ") {
		t.Errorf("%v:\n%s", got, said(rs))
	}
}
