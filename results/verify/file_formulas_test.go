package verify

import (
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/testenv"
)

// TestModelFormulas has claims that spin cannot read, or that refer to something that is not there: each has a
// verdict of its own, and no other property loses its own.
func TestModelFormulas(t *testing.T) {
	const (
		safe   = "assertions pass,end-states pass,"
		worker = "byte x; active proctype A() { byte k; do :: x < 3 -> x++; k = x :: else -> at: x = 0 od }\n"
		other  = "active proctype B() { byte m; do :: m = 1 - m; here: skip od }\n"
	)
	for k, c := range []struct {
		name, text, want, said string
	}{
		{"one of several with X", worker + "ltl { [] (x < 4) } ltl n { [] (x == 1 ->\nX (x == 2)) } ltl { <> (x == 3) } ltl z { [] (x < 3) }",
			safe + "ltl:ltl_0 pass,ltl:ltl_1 pass,ltl:z fail,ltl:n inconclusive", "the operator X"},
		{"a misspelt variable", worker + "ltl p { [] (y == 0) } ltl q { [] (x < 4) }", safe + "ltl:q pass,ltl:p error", "undeclared variable: y"},
		{"an unknown label", worker + "ltl p { [] !A@nowhere } ltl q { [] (x < 4) }", safe + "ltl:q pass,ltl:p error", "unknown label"},
		{"an unknown local variable", worker + "ltl p { [] (A[0]:j < 4) } ltl q { [] (A[0]:k < 4) }", safe + "ltl:q pass,ltl:p error", "proctype A has no variable j"},
		{"no formula is wrong, but the model", "byte x; active proctype A() { y = 1 } ltl p { [] (x == 0) }", "model error", "undeclared variable: y"},
		{"_pid in a formula", "bool t[2]; active [2] proctype A() { t[0] = 1 } ltl p { <> t[_pid] } ltl q { <> t[0] }",
			safe + "ltl:q pass,ltl:p error", "_pid in a claim is the number of the claim's own process"},
		{"_pid in a never claim", worker + "never { do :: _pid == 1 && x > 9 -> break :: else od }", safe + "never:never_0 error", "_pid in a claim"},
		{"_pid in a process only", "byte x; active [2] proctype A() { x = _pid } ltl q { [] (x < 2) }", safe + "ltl:q pass", ""},
		{"another proctype's process", worker + other + "ltl p { [] !(B[0]@here) } ltl q { <> (B[1]@here) } ltl r { [] (A[1]:k < 9) }",
			safe + "ltl:p error,ltl:q fail,ltl:r error", "B[0], but process 0 is a A: it refers to the wrong proctype"},
		{"a process that is not there", worker + "ltl p { [] !(A[5]@at) } ltl q { [] (A[1]:k < 9) } ltl r { <> A[3]@at }",
			safe + "ltl:p error,ltl:q error,ltl:r error", "A[5], which never exists"},
		{"a process that is started later", "byte x; proctype T() { byte k; k = 3; on: x = 1; false } init { x = 2; end: run T(); false }\nltl p { [] !(T[1]@on) } ltl q { [] (T[1]:k < 4) } ltl r { [] (T[2]:k < 4) } ltl s { <> (T[1]@on) }",
			"assertions pass,end-states fail,ltl:p fail,ltl:q pass,ltl:r error,ltl:s pass", "T[1] also where it has not started"},
		{"a process that is read only where it has not started", "bool setup = true; init { setup = false; run T() } proctype T() { skip; crit: skip }\nltl p { [] !(setup && T@crit) } ltl q { [] !(setup && T[1]@crit) } ltl r { [] !(setup && T[2]@crit) }",
			safe + "ltl:p pass,ltl:q pass,ltl:r error", "T[2], which never exists"},
		{"a process that is not looked at", worker + "ltl p { [] (x > 5 -> A[4]@at) }", safe + "ltl:p pass", ""},
		{"processes that have no end", worker + other + "ltl p { [] (A[0]:k < 4) } ltl q { <> (B[1]@here) }", safe + "ltl:p pass,ltl:q fail", ""},
		{"any process of a proctype", worker + "ltl p { [] (A@at -> x > 2) }", safe + "ltl:p pass", ""},
		{"a never claim that cannot fail", worker + "never { do :: x == 9 -> skip :: x != 9 od } never a { accept: skip; do :: true od }", safe + "never:never_0 pass,never:a pass", "the claim is vacuous"},
		{"never claims that can", worker + "never { do :: x == 9 -> break :: else od } never a { do :: x == 9 -> goto accept1 :: else od; accept1: do :: true od } never b { do :: assert(x < 9) od }",
			safe + "never:never_0 pass,never:a pass,never:b pass", ""},
		{"a loop that does nothing", "byte x; active proctype A() { do :: skip od } active proctype B() { x = 1; assert(x == 1); x == 2 } ltl p { <> (x == 1) }", safe + "ltl:p fail", "without merged steps"},
		{"a place by its number", worker + "never { do :: pc_value(0) == 99 -> break :: else od }", safe + "never:never_0 pass", ""},
	} {
		if !testenv.Sampled(k) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, rs := verifyText(t, "m.pml", c.text, nil)
			if strings.Join(got, ",") != c.want {
				t.Errorf("%s, want %s\n%s", strings.Join(got, ","), c.want, said(rs))
			}
			if !strings.Contains(said(rs), c.said) {
				t.Errorf("nothing said of %q:\n%s", c.said, said(rs))
			}
			for _, r := range rs {
				if strings.Contains(strings.Join(r.Warnings, "\n"), "ended") && c.name == "processes that have no end" {
					t.Errorf("a needless warning: %q", r.Warnings)
				}
			}
		})
	}
}

// TestModelChannels asks for channels that lose messages, and for end states with empty channels.
func TestModelChannels(t *testing.T) {
	const (
		full  = "chan c = [1] of { bit }; active proctype S() { c!1; c!0; c!1 } active proctype R() { c?1 }\n"
		trace = "chan c = [2] of { bit }; active proctype S() { c!1; c!1 } trace { c!1; c!1; c!1 }\n"
	)
	lossy := func(t *fileSetup) { t.Lossy = true }
	empty := func(t *fileSetup) { t.EmptyChannels = true }
	for _, c := range []struct {
		text   string
		change func(*fileSetup)
		want   string
	}{
		{full, nil, "assertions pass,end-states fail"},
		{full, lossy, "assertions pass,end-states pass"},
		{full, func(t *fileSetup) { lossy(t); empty(t) }, "assertions pass,end-states fail"},
		{full + "ltl p { <> (len(c) == 0) } ltl q { [] (len(c) == 1 -> <> (len(c) == 0)) }", lossy, "assertions pass,end-states pass,ltl:p pass,ltl:q fail"},
		{"chan c = [1] of { bit }; active proctype S() { c!1 }", empty, "assertions pass,end-states fail"},
		{"chan c = [1] of { bit }; active proctype S() { c!1; c?_ }", empty, "assertions pass,end-states pass"},
		{trace, nil, "assertions pass,end-states pass,trace pass"},
		{trace, empty, "assertions pass,end-states fail,trace pass"},
	} {
		got, rs := verifyText(t, "m.pml", c.text, c.change)
		if strings.Join(got, ",") != c.want {
			t.Errorf("%s: %v, want %s\n%s", c.text, got, c.want, said(rs))
		}
	}
}

// TestRemoteReadsLeaveOutWhatNothingReads: a formula about a local variable does not put global variables that nothing
// reads into the state.
func TestRemoteReadsLeaveOutWhatNothingReads(t *testing.T) {
	t.Parallel()
	_, rs := verifyText(t, "m.pml", `byte log[4];
active proctype P() { byte x; do :: x = (x + 1) % 3 :: log[0] = x :: log[1] = x :: log[2] = x :: log[3] = x od }
ltl small { [] (P[0]:x < 3) }
`, func(s *fileSetup) { s.Properties = []string{"ltl:small"} })
	if len(rs) != 1 || rs[0].Verdict != results.Pass || rs[0].States > 20 {
		t.Error(said(rs), rs)
	}
	_, rs = verifyText(t, "m.pml", `byte log;
active proctype P() { byte x; do :: x = (x + 1) % 3; log = log + x od }
ltl small { [] (P[0]:x < 2) }
`, func(s *fileSetup) { s.Properties = []string{"ltl:small"} })
	if len(rs) != 1 || rs[0].Verdict != results.Fail {
		t.Error(said(rs))
	}
}

// TestUncountedClaimIsSaid: where plain SPIN says otherwise of the number of processes, a warning says why.
func TestUncountedClaimIsSaid(t *testing.T) {
	t.Parallel()
	_, rs := verifyText(t, "m.pml", "byte x;\nactive proctype P() { x = 1 }\nltl one { <> (_nr_pr == 1) }\n", func(s *fileSetup) { s.Properties = []string{"ltl:one"} })
	if len(rs) != 1 || rs[0].Verdict != results.Pass || !slices.ContainsFunc(rs[0].Warnings, func(w string) bool { return strings.Contains(w, "SPIN counts the claim") }) {
		t.Error(said(rs), rs)
	}
}
