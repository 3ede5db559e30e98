package verify

import (
	"strings"
	"testing"

	"github.com/mxgen/mxgen/results/testenv"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// TestModelTraps has models of which a search with SPIN's defaults says pass.
func TestModelTraps(t *testing.T) {
	const safe = "assertions pass,end-states pass"
	const critical = "active [2] proctype P() { bit cs; byte k; k = 1; cs = 1; cs = 0; k = 2 }\n"
	for k, c := range []struct {
		name   string
		text   string
		change func(*fileSetup)
		want   string
		said   string
	}{
		{"a formula about locals", critical + `ltl mutex { [] !(P[0]:cs == 1 && P[1]:cs == 1) }`, nil, safe + ",ltl:mutex fail", "P[0] also where it has not started or has ended"},
		{"by a macro, and fairly", "#define in(i) (P[i]:cs == 1)\n" + critical + `ltl mutex { [] !(in(0) && in(1)) } ltl last { <> [] !in(0) }`, fairly,
			safe + ",ltl:mutex fail,ltl:mutex (fair) fail,ltl:last pass,ltl:last (fair) pass", ""},
		{"a never claim about locals", critical + `never { do :: P[0]:cs == 1 && P[1]:cs == 1 -> break :: true od }`, nil, safe + ",never:never_0 fail", ""},
		{"a local that is not used any more", `active proctype P() { byte k; k = 1; k = k + 1; do :: true -> true od }
active proctype Q() { skip }
ltl low { [] !(P[0]:k == 2) } ltl stays { [] (P[0]:k == 2 -> [] (P[0]:k == 2)) }`, nil, safe + ",ltl:low fail,ltl:stays pass", ""},
		{"the number of a process, which depends on who has ended", `proctype W() { byte i; i = 1; i = 2 }
init { pid p; run W(); p = run W(); assert(p != 2) }`, nil, "assertions fail,end-states pass", ""},
		{"a process that waits for its number", `proctype W() { byte i; i = 1; i = 2; i = 3; _pid != 3 }
init { run W(); run W(); run W() }`, nil, "assertions pass,end-states fail", ""},
		{"a channel's number", `chan g = [2] of {chan}; proctype W() { chan l = [1] of {byte}; byte i; i = 1; g!l; i = 2 }
init { chan q, r; run W(); g?q; run W(); g?r; assert(q == r) }`, nil, "assertions fail,end-states pass", ""},
		{"an assertion of more than its parentheses", `byte x, b; active proctype A() { assert (x == 0) && (b == 1); x = 2 }
ltl p { [] (x != 2) }`, nil, "assertions fail,end-states pass,ltl:p fail", ""},
		{"an assertion, round and round", `byte x; active proctype M() { do :: assert(x < 3) od }
active proctype B() { do :: x = (x + 1) % 4 od }
ltl q { [] (x < 4) }`, nil, "assertions fail,end-states pass,ltl:q pass", ""},
		{"an assertion that starts a process", `byte n; proctype W() { n++; n > 5 }
init { assert(run W()); assert(n == 9) }`, nil, "assertions fail,end-states error", "run operator"},
		{"another process's variable as a first value", `active proctype A() { byte x; x = 1; x = 2; x = 3; end: false }
proctype B() { byte k = A:x; assert(k != 1) }
init { run B() }`, nil, "assertions fail,end-states pass", ""},
		{"the priority of a process that has ended", `byte x; active proctype A() { x = 1 ; end: x == 3 }
active proctype B() { if :: x == 1 -> x = 2 :: x == 0 -> set_priority(7, 2); x = 3 fi; assert(x != 2) }`, nil, "assertions inconclusive,end-states inconclusive", "set_priority"},
		{"the own priority", `active proctype A() { set_priority(_pid, 9); assert(get_priority(_pid) == 9) }`, nil, safe, ""},
		{"a formula whose name is nearly a label's", `byte x; active proctype A() { accept: do :: x = 1 - x od }
ltl acceptable { [] (x < 2) } ltl low { [] (x < 3) }`, nil, safe + ",ltl:acceptable pass,ltl:low pass,acceptance fail", ""},
		{"an assertion about another process", critical + `active proctype Q() { assert(!(P[0]:cs == 1 && P[1]:cs == 1)) }`, nil, "assertions fail,end-states pass", ""},
		{"steps that are merged", `active proctype P() { byte i; i = 1; i = 2; i = 3 }
never { true; true; true; do :: P[0]:i == 2 -> break :: else -> break od }`, nil, safe + ",never:never_0 fail", ""},
		{"a claim that counts steps", `byte x; active proctype P() { byte i; i = 1; i = 2; i = 3; x = 1 }
never { true; true; true; x == 0 }`, nil, safe + ",never:never_0 fail", ""},
		{"a place of a process", `byte x; active proctype P() { x = 1; x = 2; x = 3 }
never { do :: pc_value(0) == 2 -> break :: true od }`, nil, safe + ",never:never_0 fail", ""},
		{"waiting until others have ended", `byte x; proctype W() { x++ }
init { atomic { run W(); run W() }; _nr_pr == 1; x = 9 }
ltl nine { [] (x != 9) } ltl three { [] (_nr_pr != 3) } ltl four { [] (_nr_pr != 4) }`, nil,
			safe + ",ltl:nine fail,ltl:three fail,ltl:four pass", ""},
		{"the number of processes, which a start changes", `proctype W() { end: false }
active proctype B() { _nr_pr == 2; assert(false) } active proctype A() { byte l; run W(); end: false }`, nil, "assertions fail,end-states fail", ""},
		{"the number of processes, which ends change", `byte x; active proctype A() { if :: _nr_pr == 2 -> assert(x == 2) :: _nr_pr == 3 -> x = 9; assert(_nr_pr == 3) fi }
active [3] proctype W() { byte i; i = 1; i = 2; x = i }`, nil, "assertions fail,end-states fail", ""},
		{"the number of processes, which ends change, all started at once", `byte x; proctype W() { x++ }
init { atomic { run W(); run W() }; x == 2; assert(_nr_pr != 3) }`, nil, "assertions fail,end-states pass", ""},
		{"progress beside a number of processes", `byte x; active proctype P() { do :: _nr_pr == 1 -> progress: x = 1 - x od }`, nil,
			safe + ",non-progress inconclusive", "counts SPIN's own claim"},
		{"a variable that is not in the state", `hidden byte h; byte y; active proctype P() { if :: h = 1 :: h = 2 fi; y = 1; assert(h != 2) }`, nil,
			"assertions fail,end-states pass", "the word hidden is left out"},
		{"a variable that is not local", `local byte x; active proctype P() { x = 1; x = 0 }
active proctype Q() { if :: x == 1 -> assert(false) :: x == 0 fi }`, nil, "assertions fail,end-states pass", "the word local is left out"},
		{"progress inside atomic", `byte x; active proctype P() { do :: atomic { x = 1; progress: x = 2; x = 3 } :: x = 0 od }`, nil,
			safe + ",non-progress inconclusive", "a progress label inside"},
		{"progress inside d_step", `byte x; active proctype P() { do :: d_step { x = 1; progress: x = 2; x = 3 } od }`, fairly,
			safe + ",non-progress inconclusive,non-progress (fair) inconclusive", "a progress label inside"},
		{"acceptance inside atomic", `byte x; active proctype P() { do :: atomic { x = 1; accept: x = 2; x = 3 } od }
ltl low { [] (x < 4) }`, nil, safe + ",ltl:low pass,acceptance inconclusive", "an accept label inside"},
		{"the last process", `byte x; active [2] proctype P() { do :: atomic { x == _pid -> x = 1 - _pid } od }
active proctype Q() { do :: x < 2 -> x = x od }
ltl last { [] <> (_last == 0) } ltl low { [] (_last <= 2) }`, nil, safe + ",ltl:last inconclusive,ltl:low pass", "reads _last"},
		{"C outside of the state", `c_decl { int n; }
active proctype A() { do :: c_code { n++; } :: c_expr { n >= 3 } -> assert(false) od }`, withC,
			"assertions inconclusive,end-states inconclusive", "which may keep values that are no part of SPIN's states"},
		{"C in the state", `c_decl { int n; } c_track "&n" "sizeof(int)"
active proctype A() { do :: c_expr { n < 3 } -> c_code { n++; } :: c_expr { n >= 3 } -> break od; assert(true) }`, trusting, safe, ""},
		{"a state of C that is hidden", `c_state "int n" "Hidden"
active proctype A() { do :: c_code { n++; } :: c_expr { n >= 3 } -> assert(false) od }`, withC,
			"assertions inconclusive,end-states inconclusive", "which may keep values that are no part of SPIN's states"},
		{"C that reads another process", `active proctype A() { byte i; i = 1; i = 2; i = 3; end: false }
active proctype B() { byte k; k = 1; if :: c_expr { ((P0 *)pptr(BASE+0))->i == 2 } -> assert(false) :: else fi }`, trusting,
			"assertions fail,end-states pass", ""},
		{"a provided clause and fairness", `bit go; byte x; active proctype A() provided (go) { x = 1 }
active proctype B() { do :: go = 1 :: go = 0 od } ltl live { <> (x == 1) } ltl low { [] (x < 2) }`, fairly,
			safe + ",ltl:live fail,ltl:live (fair) fail,ltl:low pass,ltl:low (fair) pass", ""},
		{"a provided clause and fair acceptance", `bit go; byte x; active proctype A() provided (go) { x = 1 }
active proctype B() { accept: do :: x == 0 -> skip od }`, fairly, safe + ",acceptance fail,acceptance (fair) fail", ""},
		{"a priority and fairness", `byte x; bit k; active proctype A() priority 1 { x = 1 }
active proctype B() priority 9 { do :: k = 1 - k od } ltl live { <> (x == 1) }`, fairly,
			safe + ",ltl:live fail,ltl:live (fair) fail", ""},
		{"processes that end, fairly", `byte x; active proctype A() { x = 1; x = 2 } ltl one { <> [] (x == 1) } ltl two { <> [] (x == 2) }`, fairly,
			safe + ",ltl:one fail,ltl:one (fair) fail,ltl:two pass,ltl:two (fair) pass", "with -f misses"},
		{"processes that block, fairly", `chan c = [0] of { bit }; bool p; active proctype A() { p = 1; c!1; p = 0; c!1 }
active proctype B() { c?_ } ltl stays { <> [] p } ltl ends { <> [] !p }`, fairly,
			"assertions pass,end-states fail,ltl:stays fail,ltl:stays (fair) fail,ltl:ends pass,ltl:ends (fair) pass", ""},
		{"progress beside processes that wait for their end, fairly", `byte a; active proctype A() { a = 1 } active proctype B() { a != 0; a = 2 }
active proctype C() { progress: a != 2; do :: a = 1 :: a = 0; break od }`, fairly,
			"assertions pass,end-states fail,non-progress fail,non-progress (fair) fail", ""},
		{"acceptance beside timeouts, fairly", `byte b; active proctype B() { b = 1; timeout }
active proctype A() { b = 2; two: if :: timeout; goto two :: timeout; goto one fi; accept1: one: if :: timeout :: timeout; goto two fi }`, fairly,
			safe + ",acceptance fail,acceptance (fair) fail", "uses timeout"},
		{"many processes, fairly", `byte x; bit k; active [70] proctype P() { x == 5 } active proctype Q() { do :: k = 1 - k od } active proctype R() { x = 1 }
ltl p { <> (x == 1) }`, fairly, safe + ",ltl:p fail,ltl:p (fair) pass", "-DNFAIR=24"},
		{"acceptance in the initial state", `byte x; active proctype A() { accept: x == 1 }`, fairly,
			"assertions pass,end-states fail,acceptance fail,acceptance (fair) fail", ""},
		{"claims that cannot begin", `ltl first { <> (x == 0) } byte x; active proctype P() { do :: x = 1 - x od } ltl low { [] (x < 2) }`, fairly,
			safe + ",ltl:first pass,ltl:first (fair) pass,ltl:low pass,ltl:low (fair) pass", ""},
		{"a deadlock in the initial state", `byte x; active proctype A() { x == 1; _nr_pr == 3 }`, nil, "assertions pass,end-states fail", ""},
		{"timeout in a claim", `byte x; active proctype A() { x = 1; x == 2 }
never { do :: timeout -> break :: true od }`, nil, "assertions pass,end-states fail,never:never_0 inconclusive", "reads timeout"},
		{"np_ and timeout in formulas, which a replay does not repeat", `byte x; active proctype A() { do :: x = 1 - x :: x == 1 -> progress: x = 0 od } active proctype B() { x == 7 }
ltl a { [] <> !np_ } ltl b { [] !timeout } ltl c { <> timeout } ltl d { <> [] np_ }`, nil,
			safe + ",ltl:a fail,ltl:b pass,ltl:c inconclusive,ltl:d inconclusive,non-progress fail", "the claim reads np_, which a replay need not repeat"},
		{"timeout in a formula", `byte x; active proctype A() { x = 1; x == 2 }
ltl alive { [] !timeout } ltl dead { <> timeout }`, nil, "assertions pass,end-states fail,ltl:alive fail,ltl:dead pass", "uses timeout"},
		{"a label of an option", `byte x; active proctype A() { do :: x = 1 :: progress: x = 0 od }`, nil,
			safe + ",non-progress pass", "m.pml:1: progress stands before the first statement"},
		{"a place at an option", `active [2] proctype A() { do :: crit: skip; rest: skip od }
ltl mutex { [] !(A[0]@crit && A[1]@crit) } ltl other { [] !(A[0]@rest && A[1]@rest) } ltl none { [] true }`, nil,
			safe + ",ltl:mutex inconclusive,ltl:other inconclusive,ltl:none pass", "never sees a process at crit (m.pml:1)"},
		{"an assertion about a place at an option", `byte x; active proctype A() { if :: crit: x = 1 fi; x = 2 }
active proctype B() { assert(!(A@crit && x == 0)) }`, nil, "assertions inconclusive,end-states inconclusive", "never sees a process at crit"},
		{"places that are seen", `byte x; active proctype A() { do :: x < 3 -> in: x++ :: else -> break od; free: if :: skip; unused: skip fi; if :: mark: skip fi }
ltl in { [] !A@in } ltl free { [] !A@free } ltl high { [] (x < 3 || !A@in) }`, nil, safe + ",ltl:in fail,ltl:free fail,ltl:high pass", ""},
		{"a deadlock just where the first depth limit is", `short n; active proctype A() { do :: d_step { n < 9998 -> n++ } :: n == 9998 -> break od; n == 0 }`, nil,
			"assertions pass,end-states fail", "-m1000000"},
		{"a timeout just there", `short n; active proctype A() { do :: d_step { n < 9998 -> n++ } :: n == 9998 -> break od; timeout; assert(false) }`, nil,
			"assertions fail,end-states pass", "-m1000000"},
		{"steps that look like a loop that does nothing once they are merged", `byte x; active proctype A() { byte y; do :: skip; y = 2 :: x = 1 - x :: x == 1 -> break od }`, nil,
			safe, "without merged steps: "},
		{"a choice in d_step", `byte x; active proctype A() { d_step { if :: x = 1 :: x = 2 fi }; assert(x != 2) }`, nil, safe, "line 1: a choice inside d_step"},
		{"a choice in d_step, by an inline", "byte x; inline toss(v) {\n\tbyte l; l = v; if :: l = l + 1 :: l = l + 2 fi; v = l }\nactive proctype A() { d_step { toss(x) }; assert(x != 2) }", nil, safe,
			"line 3: a choice inside d_step, by toss(...)"},
		{"an option of a d_step's first choice that is always executable", `byte x; inline step(v) { if :: v = 1 :: v > 9 -> v = 0 fi }
active proctype A() { end: d_step { step(x) }; assert(false) }`, nil, "assertions fail,end-states pass", "m.pml:2: a d_step begins with a choice"},
		{"the same last, in a loop, and with other statements", `byte x, y; active proctype A() { end: d_step { if :: x > 9 -> x = 0 :: printf("a\n") fi };
	d_step { do :: y > 9 -> y = 0 :: goto out :: break od; out: y = 1 }; d_step { if :: x > 9 :: assert(x == 0); x = 2 fi };
	d_step { if :: x == 1 -> if :: y = 9 :: y == 3 fi :: x == 2 -> if :: y = y + 5 :: y == 8 fi fi }; assert(y != 6) }`, nil,
			"assertions fail,end-states pass", "m.pml:2: a d_step begins"},
		{"the same beside receives, in a claim", `chan c = [1] of { byte }; byte x; active proctype A() { end: d_step { if :: c?x :: x = 1 fi }; x = 2 }
never { d_step { if :: x > 9 :: printf("a\n") fi; true }; do :: x == 2 -> break :: else od }`, nil, safe + ",never:never_0 fail", ""},
		{"conditions alone in a d_step's first choice", `byte x; active proctype A() { d_step { if :: x == 1 -> x = 0 :: x == 2 -> x = 3 fi }; assert(false) }`, nil, "assertions pass,end-states fail", ""},
		{"a block in a d_step's first choice", `byte x; chan c = [1] of { byte }; active proctype A() { end: d_step { if :: { c!1; x = 1 } :: x == 9 fi }; assert(false) }`, nil,
			"assertions inconclusive,end-states inconclusive", "m.pml:1: a d_step begins with a choice that has an option in braces"},
		{"conditions in blocks and inlines", `byte x; inline is(v) { x == v } active proctype A() { end: d_step { if :: is(9) -> x = 4 :: { x == 0; x = 1 } fi };
	d_step { if :: x == 9 :: if :: is(7) :: is(1) -> x = 2 fi fi }; assert(x != 2) } active proctype B() { d_step { if :: is(7) :: { x == 9 } fi }; assert(false) }`, nil,
			"assertions fail,end-states fail", "m.pml:2: a d_step begins"},
		{"a d_step of assignments alone while a rendezvous is under way", `chan c = [0] of { byte }; byte x, y; active proctype A() { atomic { (x == 0) -> c!1 } }
active proctype B() { end: atomic { c?1; assert(x == 0) } } active proctype C() { d_step { if :: x = 1 :: x = 2 fi; y = 1 } } active proctype D() { d_step { printf("a\n"); x = 1 } }`, nil,
			"assertions pass,end-states fail", ""},
		{"a rendezvous in a d_step's first choice", `chan c = [0] of { byte }; byte x; active proctype A() { atomic { (x == 0) -> c!1 } } active proctype C() { c?1; assert(x != 2) }
active proctype B() { d_step { if :: x = 2 :: c?1 -> x = 3 fi } }`, nil, "assertions inconclusive,end-states inconclusive", "in the middle of a rendezvous"},
		{"an element of an array of bits", `bool b[2]; bit one; byte t; active proctype P() { t = 3; b[0] = t; one = t; assert(one == 1) }`, nil, safe,
			"SPIN's verifier keeps it, and a simulation by spin truncates it: m.pml:1: b[0] = t: 3"},
		{"what must not happen", `chan c = [1] of { byte }; active proctype A() { c!1; c?1 } notrace { c!1; c?1 }`, nil,
			"assertions pass,end-states pass,notrace fail", "without its trace, because another error comes first: "},
		{"a trace of channels that are xs", `chan a = [1] of { byte }; chan b = [1] of { byte }; active proctype B() { xs b; b!1 }
active proctype A() { xs a; a!1 } trace { a!1; b!1 }`, nil, safe + ",trace fail", ""},
		{"a trace of channels that are xr", `chan a = [1] of { byte }; chan b = [1] of { byte }; active proctype B() { xr b; b?_ }
active proctype A() { xr a; a?_ } init { atomic { a!1; b!1 } } trace { do :: a?1; b?1 od }`, nil, safe + ",trace fail", ""},
		{"what must happen, and other errors", `chan c = [1] of { byte }; active proctype A() { byte k; c!1; c!2; c?k; assert(k != 2); k != 2 }
active proctype B() { c?_ }
trace { c!1; c?1;
	c!1 }
ltl some { <> (len(c) == 1) } ltl none { [] (len(c) == 0) }`, nil, "assertions fail,end-states fail,trace fail,ltl:some pass,ltl:none fail", "without its trace, because another error comes first: "},
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

// TestModelOfC guesses at a word of C only where a compiler was not told what to say.
func TestModelOfC(t *testing.T) {
	f := &file{Verifier: &Verifier{Tools: toolchain.Tools{Gcc: toolchain.Tool{Name: "gcc"}}}}
	for reason, guessed := range map[string]bool{
		"pan.h:12:7: error: expected identifier":        true,
		"pan.c:9:2: error: #error c_track is not known": false,
		"m.pml:1:10: fatal error: q.h: No such file":    false,
	} {
		if said := f.explain(&process.ToolError{Step: "gcc", Reason: reason}); strings.Contains(said, "a word of C") != guessed {
			t.Errorf("%s: %s", reason, said)
		}
	}
}
