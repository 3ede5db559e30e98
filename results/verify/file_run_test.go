package verify

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/testenv"
)

// TestFileRuns: a run of a user's file has each statement's own place and text, what changed in
// a step, who waits for what where nothing can happen, and what is likely to be the reason.
func TestFileRuns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text, header string // header is that of the file part.h
		property           string
		want, not          []string // of the text; of the reason, where they begin with "reason: "
	}{
		{"one of several assertions, as it is written, in a file that is included", `#define FULL 2
byte room;
#include "part.h"
active proctype Door() {
	if
	:: room == 7 -> assert(room < FULL)
	:: room == 1 -> visit()
	fi
}
active proctype Guest() { room = 1; assert(room < FULL); assert(room != 9) }
`, "inline visit() {\n\troom++;\n\tassert(room < /* full */ FULL)\n}\n", "assertions",
			[]string{"Door:0 m.pml:7  (room==1)\n", "Door:0 part.h:2  room = (room+1)", "Door:0 part.h:3  assert(room <  FULL)  fails\n",
				"reason: assertion violated: part.h:3 assert(room <  FULL)"}, []string{"model.pml", "line "}},
		{"the first of the assertions that fail in statements merged into one step", `byte room = 2;
active proctype Door() { atomic {
	room++;
	assert(room == 2);
	assert(room == 4) } }
`, "", "assertions", []string{"Door:0 m.pml:4  room = (room+1); assert(room == 2)  fails  room 3\n", "reason: assertion violated: m.pml:4 assert(room == 2)"}, []string{"room == 4"}},
		{"a deadlock, and a choice where a process waits", `mtype = { ask, yes };
chan post = [1] of { mtype, byte, mtype };
active proctype Clerk() {
	post!ask,3,yes; assert(len(post) != 1 /* yet */);
	do
	:: post?yes,_,_
	:: atomic { false -> skip }
	:: skip -> break
	od;
	if
	:: post?yes,_,_ -> skip
	:: full(post) && _pid > 3
	fi
}
active proctype Idler() { byte l; l = 1; l = l + 2; endless: post?yes,_,_ }
`, "", "end-states",
			[]string{"post [ask,3,yes]", "Clerk:0 m.pml:4  assert(len(post) != 1 )  is not checked in this search\n", "Idler:1 m.pml:15  l = 1; l = (l+2) ", "Clerk:0 m.pml:8  (1)\n", "from here on nothing can happen:\n",
				"  Clerk:0 m.pml:11 waits for post?yes,_,_ or (full(post)&&(_pid>3)) (m.pml:12)\n", "  Idler:1 m.pml:15 waits for post?yes,_,_",
				"reason: invalid end state: Clerk:0 m.pml:11 waits for post?yes"}, []string{"model.pml"}},
		{"a lasso at whose end nothing can happen", `byte x;
active proctype A() { x = 1 }
active proctype B() { x == 3 }
ltl three { <> (x == 3) }
`, "", "three", []string{"from here on nothing can happen:\n        A:0 has ended\n        B:1 m.pml:3 waits for (x==3)\n"},
			[]string{"needs to happen", "three:", "for ever:"}},
		{"structures, and messages with them", `typedef T { byte kind; byte body[2] };
mtype = { go, stop };
chan c = [0] of { mtype, T };
init { T m; byte after; m.kind = 3; m.body[1] = 7; after = 9; c!go(m); after == 1 }
active proctype R() { T q; byte tail; c?go(q); tail = q.body[1]; tail == 1 }
`, "", "end-states",
			[]string{"m.kind (process 0) 3, m.body[1] (process 0) 7, after (process 0) 9", "tail (process 1) 7", "c [go,3,0,7]",
				"  init:0 m.pml:4 waits for (after==1)"}, nil},
		{"constants of subtypes of mtype, which have equal numbers", `mtype = { plain, other };
mtype:fruit = { apple, pear }; mtype:colour = { red, green };
mtype:fruit f; mtype:colour c; mtype m;
chan q = [2] of { mtype:fruit, mtype:colour };
typedef Leaf { mtype:colour tint; mtype:fruit kind }; typedef T { byte b; Leaf leaf[2] };
T t[2];
inline paint(x) { mtype:colour wet; wet = x; c = wet }
proctype R(mtype:colour mine) { mine = green; assert(mine != red); assert(mine == red) }
init {
	f = apple; m = plain; t[1].leaf[1].tint = green; t[1].leaf[1].kind = pear;
	q!pear(green); q!apple(red);
	paint(green);
	q?pear,green;
	run R(red);
	c == red || m == other
}
`, "", "assertions",
			[]string{"m.pml:10  f = apple ", " f apple\n", " m plain\n", "t[1].leaf[1].kind = pear ", " t[1].leaf[1].kind pear\n",
				"m.pml:11  q!apple,red  ", " wet (process 0) green\n", " wet = x", "m.pml:7  c = wet ", " c green\n", "q?pear,green ", "(run R(red)) ", "mine (process 1) red\n",
				"R:1 m.pml:8  mine = green; assert(mine == red)  fails  "}, nil},
		{"subtypes of mtype alone, where SPIN writes numbers", `mtype:fruit = { apple, pear }; mtype:colour = { red, green };
mtype:fruit f; mtype:colour c;
active proctype P() { f = pear; assert(c == red || f == pear); assert(c == green || f == pear); c == green && f == apple }
`, "", "end-states", []string{"f = pear ", "f pear\n", "assert(c == green || f == pear)\n", "waits for ((c==green)&&(f==apple))\n"}, []string{"==1", "==2"}},
		{"a formula about subtypes of mtype", `mtype:fruit = { apple, pear }; mtype:colour = { red, green };
mtype:fruit f = apple; mtype:colour c;
active proctype P() { f = pear; c = red }
ltl { [] (f != pear || c != red) }
`, "", "ltl_0", []string{"f = pear ", "c = red "}, nil},
		{"values", `byte free = 9, n;
inline take() { byte old; old = free; free--; old = old + 3 }
proctype P(byte me) { take(); take(); n++ }
init { run P(1); _nr_pr == 1; run P(2); _nr_pr == 1; assert(n != 2) }
`, "", "assertions",
			[]string{"old = free                old (process 1) 9\n", "free = (free-1)           free 8\n", "free = (free-1)           free 7\n",
				"(run P(2))             me (process 1) 2\n", "n = (n+1)                 n 2\n"}, nil},
		{"a value that wraps, a choice in d_step and prints in a long run", `byte k, turn; short i;
active proctype Counter() {
	d_step {
		if
		:: turn = 1
		:: turn = 2
		fi
	}
	do
	:: i < 300 -> i++; k++;
		if
		:: i == 150 -> printf("half of %d\n", 300)
		:: else
		fi
	:: else -> break
	od;
	assert(k > 200)
}
`, "", "assertions",
			[]string{"likely the reason, in step 1025: a value does not fit its variable, and wraps: m.pml:10: k: 256 becomes 0\n", "likely the reason, in step 1: m.pml:4: a choice inside d_step", "a value does not fit its variable, and wraps: m.pml:10: k: 256 becomes 0\n",
				"Counter:0 m.pml:3  d_step  ", "m.pml:12  half of 300\n", " steps\n", "assert(k > 200)  fails\n", "reason: assertion violated: m.pml:17 assert(k > 200); likely the reason: a value does not fit its variable, and wraps: m.pml:10"},
			[]string{"  i 100\n"}},
		{"a process that its provided clause stops", `byte a, b;
active proctype High() { end: do :: a = 1; b == 0 -> b = 2; b = 0; a = 0 od }
active proctype Low() provided (a == 0) { do :: b = 1; b = 0 od }
`, "", "end-states", []string{"Low:1 m.pml:3 waits for b = 0, provided (a == 0)\n"}, nil},
		{"a run of a formula at whose end nothing is left", "byte x; active proctype A() { x = 1 }\nltl two { <> (x == 2) }\n", "", "two",
			[]string{"from here on nothing happens, for ever"}, nil},
		{"a trace that is not followed", "chan c = [2] of { byte }; active proctype A() { c!1; c!1 }\ntrace { do :: c!1; c!2 od }\n", "", "trace",
			[]string{"is none of the trace's"}, []string{"ends  is none"}},
		{"of several values that wrap, the one that the claim reads", `byte cnt = 254; bit b;
active proctype A() { do :: cnt++; b = cnt od }
never { T0: do :: (cnt == 1) -> goto accept_all :: else od; accept_all: skip }
`, "", "never_0", []string{"likely the reason, in step 3: a value does not fit its variable, and wraps: m.pml:2: cnt: 256 becomes 0\n"},
			[]string{"likely the reason, in step 2"}},
		{"a claim that ends, where pan's trail has one more step, which is impossible", `byte g;
active [2] proctype P() { byte v = _pid; start: v++; g = v;
	if :: v < 4 -> goto start :: v >= 3 -> skip fi;
fin: g > 3 }
never { S0: if :: P[1]@fin && P[1]:v < 4 -> goto accept_all :: true -> goto S0 fi; accept_all: skip }
`, "", "never_0", []string{"P:1 m.pml:3  (v>=3)\n"}, []string{"P:0 m.pml:3  (v>=3)\n"}},
		{"the same where the step is possible at another place of its process", `byte g;
active [2] proctype P() { byte v = 1; start: v++; g = v;
	if :: v < 3 -> goto start :: v >= 2 -> skip fi;
fin: g > 3 }
never { S0: if :: P[1]@fin && P[1]:v < 3 -> goto accept_all :: true -> goto S0 fi; accept_all: skip }
`, "", "never_0", []string{"P:1 m.pml:3  (v>=2)\n"}, []string{"P:0 m.pml:3  (v>=2)\n"}},
		{"constants of mtypes that are printed", `mtype = { green, red }; mtype m = red; byte v = 12;
active proctype A() { printf("%d%% of %e, %4e is %d\n", v, m, green, v); atomic { v = 1; printf("%e\n", m) }; assert(false) }
`, "", "assertions", []string{"A:0 m.pml:2  12% of red, green is 12\n", "printf('%e\\n',m); assert(false)"}, nil},
		{"constants of several mtypes that are printed", `mtype = { green, red }; mtype:sort = { data, ack }; mtype m = red;
active proctype A() { printf("%e\n", m); assert(false) }
`, "", "assertions", []string{"A:0 m.pml:2  1\n"}, nil},
		{"a channel that several variables have", `chan q = [1] of { byte };
proctype P(chan out) { out!1; assert(false) }
init { run P(q) }
`, "", "assertions", []string{"out!1", "q [1]\n"}, []string{"out (process 1) [1]"}},
		{"a channel of a process that has ended", `chan srv = [1] of { chan };
active proctype server() { chan who; srv?who; who!1; srv?who }
active proctype client() { chan me = [1] of { byte }; srv!me; me?1 }
`, "", "end-states", []string{"client:1 ends", "who (process 0) no channel\n"}, []string{"bad qid"}},
		{"a channel that is emptied by another name", `chan srv = [1] of { chan };
active proctype server() { chan who; srv?who; who!1; srv?who }
active proctype client() { chan me = [1] of { byte }; srv!me; me?1; false }
`, "", "end-states", []string{"who (process 0) [1]\n", "who (process 0) len 0"}, nil},
		{"a value that wraps before a trace assertion that looks at no value", `mtype = { frame, ok }; chan l = [1] of { mtype, byte }; byte i = 255, v;
active proctype A() { i++; l!frame(i); l?frame(v); l!ok(0); l?ok(v) }
trace { do :: l!frame; l?frame od }
`, "", "trace", []string{"also on the way"}, []string{"likely the reason"}},
		{"messages of a sequence chart", `byte x = 5;
active proctype A() { printf("MSC: got %d\n", x); assert(false) }
`, "", "assertions", []string{"A:0 m.pml:2  MSC: got 5\n"}, nil},
		{"an event in atomic", `byte x;
active proctype A() { atomic { x == 0 -> printf("enter %d\n", 1); x = 1 } }
active proctype B() { x == 1; assert(false) }
`, "", "assertions", []string{"A:0 m.pml:2  enter 1 "}, nil},
		{"an assertion that is not checked, merged with another statement", `byte x;
active proctype A() { atomic { x = 1; assert(x == 2); x = 3 } }
ltl p { [] (x < 3) }
`, "", "ltl:p", []string{"the assertion is not checked "}, nil},
		{"a notrace sequence at the end of a longer run", `chan c = [0] of { byte }; byte n;
active proctype S() { do :: n < 12 -> n++ :: n == 12 -> break od; c!5 }
active proctype R() { c?5 -> n = 0 }
notrace { c?5 }
`, "", "notrace", []string{"S:0 m.pml:2  c!5 ", "R:1 m.pml:3  c?5  completes a sequence that must not occur"}, []string{"c!5  completes"}},
		{"a formula that is violated behind an assertion that holds", `byte x = 1;
active proctype A() { x = 3; assert(x == 3); done: x = 4 }
ltl p { [] !(A@done) }
`, "", "ltl:p", []string{"reason: formula violated: [] !(A@done)"}, []string{"assertion violated"}},
		{"a never claim that is violated behind an assertion that holds", `byte x;
active proctype A() { x = 1; assert(x == 1); L: x = 2 }
never { do :: assert(!A@L) od }
`, "", "never_0", []string{"reason: assertion violated !((A._p==L))"}, []string{"m.pml:2 assert"}},
		{"a notrace sequence that its last step completes", `chan c = [1] of { byte };
active proctype S() { c!1 }
active proctype R() { byte v; c?v }
notrace { c!1 }
`, "", "notrace", []string{"S:0 m.pml:2  c!1  completes a sequence that must not occur"}, []string{"is none of"}},
		{"the same where pan's trail has one more step", `mtype = { a, b };
chan c = [2] of { mtype };
active proctype S() { do :: c!a :: c!b; break od }
active proctype R() { end: do :: c?_ od }
notrace { do :: c!a :: c!b -> break od; c?b }
`, "", "notrace", []string{"   1  S:0 m.pml:3  c!b ", "   2  R:1 m.pml:4  c?_  completes a sequence that must not occur"}, []string{"sends or receives what", "\n   3"}},
		{"a field that wraps, which spin notices when it is read", `typedef C { byte n[2] }
C c[2]; byte x;
active proctype A() {
	c[1].n[1] = 255;
	c[1].n[1]++;
	x = 5;
	assert(c[1].n[1] > 0)
}
`, "", "assertions", []string{"likely the reason, in step 2: a value does not fit its variable, and wraps: m.pml:5: c[1].n[1]: 256 becomes 0\n"}, []string{"in step 4", "m.pml:7: "}},
		{"a field of three bits that wraps, of which spin says nothing", `typedef T { unsigned k : 3; bit b }
T t[2]; byte x;
active proctype A() {
	T own; byte m = 7;
	t[1].k = m + 1;
	d_step { x = 1; own.k = m + 4 };
	t[0].b = m;
	assert(t[1].k == 8)
}
`, "", "assertions", []string{"likely the reason, in step 1: a value does not fit its variable, and wraps: m.pml:5: t[1].k: 8 becomes 0\n", "m.pml:6: k: 11 becomes 3\n", "m.pml:7: t[0].b: 7 becomes 1\n"}, nil},
		{"values that wrap and are not computed into the assertion", `typedef C { unsigned no : 2 }
C c[2]; byte b = 254; unsigned u : 2;
active proctype A() { byte best = 3; byte me = 1; c[me].no = best + 1; u = best + 1; b = b + best; assert(c[1].no == 4) }
`, "", "assertions", []string{"likely the reason, in step 1: a value does not fit its variable, and wraps: m.pml:3: c[me].no: 4 becomes 0\n", "and wraps: m.pml:3: b: 257 becomes 1\n"}, []string{"likely the reason, in step 2", "likely the reason, in step 3"}},
		{"a value that wraps in a step with other assignments", `byte ticket[2], highest[2] = 255; bool wants[2];
active proctype Client() { byte me = 1; atomic { wants[me] = true; ticket[me] = highest[me] + 1 }
	assert(ticket[me] > 0) }
`, "", "assertions", []string{"likely the reason, in step 1: a value does not fit its variable, and wraps: m.pml:2: ticket[me]: 256 becomes 0\n"}, []string{"wants[me]: 256"}},
		{"a value that wraps and is computed into the assertion", `byte b = 254, k = 255, sent; chan q = [1] of { byte };
active proctype A() { byte a; k++; b = b + 3; q!b; q?a; sent = a; assert(sent > 1) }
`, "", "assertions", []string{"likely the reason, in step 2: a value does not fit its variable, and wraps: m.pml:2: b: 257 becomes 1\n"}, []string{"likely the reason, in step 1"}},
		{"statements merged with a failing assertion", "byte a;\nactive proctype A() { byte v; a = 1; v = 3; assert(v == 4) }\n", "", "assertions",
			[]string{"A:0 m.pml:2  v = 3; assert(v == 4)  fails  v (process 0) 3\n"}, nil},
		{"a value that wraps before an invalid index that does not depend on it", `int i = 1; byte t[3] = { 1, 2, 3 };
active proctype A() { do :: i > -3 -> i = i - 1; t[i + 1] = t[i + 1] << 7 :: i == -1 -> break od }
`, "", "assertions", []string{"has an invalid array index", "and wraps: m.pml:2: t[(i+1)]: 256 becomes 0\n"}, []string{"likely the reason", "also on the way"}},
		{"a value that wraps and becomes an index", `byte i = 250; byte t[6];
active proctype A() { byte k; i = i + 20; k = i; t[k] = 1 }
`, "", "assertions", []string{"likely the reason, in step 1: a value does not fit its variable, and wraps: m.pml:2: i: 270 becomes 14\n"}, nil},
		{"values that wrap and only decide what happens before a deadlock", `byte x = 250, y; chan c = [0] of { bit };
active proctype A() { x = x + 9; if :: x < 9 -> y = 1 :: x > 9 -> y = 2 fi; c!0 }
`, "", "end-states", []string{"also on the way, in step 1: a value does not fit its variable, and wraps: m.pml:2: x: 259 becomes 3\n", "; also on the way: a value"}, []string{"likely the reason"}},
		{"elements of arrays of bits, which SPIN does not truncate", `typedef T { bool b[2] } T q; bool b[2]; byte t; bit one;
active proctype P() { bool l[2]; t = 3; b[0] = t; l[1] = t; q.b[1] = t; one = t; assert(q.b[1] && b[0] == 1) }
`, "", "assertions", []string{"likely the reason, in step 2: a value does not fit an element of an array of bit or bool, and SPIN's verifier keeps it: m.pml:2: b[0]: 3 is not truncated to 1\n",
			"keeps it: m.pml:2: l[1]: 3 is not", "keeps it: m.pml:2: q.b[1]: 3 is not", "and wraps: m.pml:2: one: 3 becomes 1\n"}, []string{"becomes 1\n\n", "wraps: m.pml:2: b", "wraps: m.pml:2: l", "wraps: m.pml:2: q"}},
		{"processes that wait for d_step sequences", `#define READY (k > 4 && key)
byte k; bit key;
active proctype A() {
	d_step { READY -> k = 0 } }
active proctype B() { d_step {
	if
	:: k == 2 -> k = 3
	:: k > 7 && key
	fi } }
`, "", "end-states", []string{"A:0 m.pml:4 waits for d_step { READY ... }\n", "B:1 m.pml:5 waits for d_step { k == 2 or k > 7 && key ... }\n"}, nil},
		{"the variable of a for over a channel", `typedef C { byte n } chan q = [2] of { C }; byte sum;
active proctype A() { C c; c.n = 3; q!c; for (c in q) { sum = sum + c.n }; assert(sum == 4) }
`, "", "assertions", []string{"m.pml:2  loop variable = 0"}, []string{"f0r_"}},
		{"a deadlock inside an unless", `byte n;
active proctype M() {
	{ n = 1;
	  n == 2
	} unless { if
		:: n == 5 -> n = 7
		:: n == 6
		fi }
}
`, "", "end-states", []string{"M:0 m.pml:4 waits for (n==2) or ", "(n==5) (m.pml:6)", "(n==6) (m.pml:7)"}, nil},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "part.h"), []byte(c.header), 0o600); err != nil {
			t.Fatal(err)
		}
		_, rs := verifyText(t, "m.pml", c.text, func(s *fileSetup) { s.Source.Dir, s.Properties = dir, []string{c.property} })
		if len(rs) != 1 || rs[0].Counterexample == nil {
			t.Errorf("%s: %s", c.name, said(rs))
			continue
		}
		text := report.EventText(rs[0], false) + "reason: " + rs[0].Reason
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, text)
			}
		}
		for _, not := range c.not {
			if strings.Contains(text, not) {
				t.Errorf("%s: %q in\n%s", c.name, not, text)
			}
		}
	}
}

// TestFormulaOfSubtypes: a formula is shown with the constants that it has.
func TestFormulaOfSubtypes(t *testing.T) {
	t.Parallel()
	_, rs := verifyText(t, "m.pml", "mtype:fruit = { apple, pear }; mtype:colour = { red };\nmtype:fruit f = apple; mtype:colour c;\nactive proctype P() { f = pear; c = red }\nltl { [] (f != pear) }\n", func(s *fileSetup) {
		s.Properties = []string{"ltl_0"}
	})
	if len(rs) != 1 || rs[0].Formula != "[] (f != pear)" {
		t.Error(said(rs))
	}
}

// TestLinesOfC: a statement of C with several lines is one step, with its own text and values.
func TestLinesOfC(t *testing.T) {
	t.Parallel()
	_, rs := verifyText(t, "m.pml", `c_decl { int k[2]; }
byte x;
active proctype P() {
	x = 1;
	c_code {
		k[1] = 3;
		now.x++;
	};
	d_step { c_code { now.x++; }; c_code {
		now.x++; } };
	assert(x == 5)
}
`, func(s *fileSetup) { s.EmbeddedC, s.Properties = true, []string{"assertions"} })
	want := `m.pml: assertions is violated
   1  P:0 m.pml:4  x = 1                   x 1
   2  P:0 m.pml:5  k[1] = 3; now.x++;      x 2
   3  P:0 m.pml:9  d_step                  x 4
   4  P:0 m.pml:11  assert(x == 5)  fails
`
	if text := report.EventText(rs[0], false); text != want {
		t.Errorf("%s, want\n%s", text, want)
	}
}

// TestWaitsForC: a c_expr of several lines has its place, and is one line.
func TestWaitsForC(t *testing.T) {
	t.Parallel()
	_, rs := verifyText(t, "m.pml", "c_decl { int n; }\nbyte x;\nactive proctype A() {\n\tif\n\t:: c_expr { n == 1 &&\n\t\tnow.x == 3 }\n\t:: x == 7\n\tfi\n}\n",
		func(s *fileSetup) { s.EmbeddedC, s.Properties = true, []string{"end-states"} })
	if !strings.Contains(said(rs), "A:0 m.pml:5 waits for ( n == 1 && now.x == 3 ) or (x==7) (m.pml:7)") {
		t.Error(said(rs))
	}
}

// TestLossyRun: the step that loses its message says so, and the messages that are left where there may be none.
func TestLossyRun(t *testing.T) {
	t.Parallel()
	_, rs := verifyText(t, "m.pml", "chan c = [1] of { byte };\nactive proctype A() { c!1; c!2; assert(len(c) == 2) }\n", func(s *fileSetup) {
		s.Lossy, s.Properties = true, []string{"assertions"}
	})
	if text := report.EventText(rs[0], false); !strings.Contains(text, "c!2  is lost: the channel is full") || strings.Contains(text, "c!1  is lost") {
		t.Error(text)
	}
	_, rs = verifyText(t, "m.pml", "chan c = [1] of { byte };\nactive proctype A() { c!1 }\n", func(s *fileSetup) {
		s.EmptyChannels, s.Properties = true, []string{"end-states"}
	})
	if !strings.Contains(rs[0].Reason, "messages are left: c has [1]") {
		t.Error(rs[0].Reason)
	}
}

// TestWrongFields: a message with too few fields, which SPIN notices only when it is sent, has its line.
func TestWrongFields(t *testing.T) {
	t.Parallel()
	_, rs := verifyText(t, "m.pml", "chan c = [1] of { byte, byte };\nactive proctype P() {\n\tskip;\n\tc!1\n}\n", nil)
	if !strings.Contains(said(rs), "too few parameters in send stmnt: m.pml:4 c!1") {
		t.Error(said(rs))
	}
	_, rs = verifyText(t, "m.pml", "byte x;\nactive proctype P() {\n\tx = 1;\n\tassert(false)\n}\n", nil)
	if !strings.Contains(said(rs), "without assertions, because another error comes first: assertion violated: m.pml:4") {
		t.Error(said(rs))
	}
}

// TestReasonsNamePlaces: what SPIN says in several lines, or in the text of expanded macros, is said in one line
// that names the channel or the place, and is left out where it is about nothing.
func TestReasonsNamePlaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want, not string }{
		{"who breaks an xs annotation", `chan c = [2] of { byte };
active proctype A() { xs c; do :: c!1 od }
active proctype B() { do :: c?_ od }
active proctype C() { c!2 }
`, "is wrong: xs c: A and another process access it; a search", ""},
		{"rendezvous in the escape of an unless, where an error is found", `chan c = [0] of { byte }; byte x;
active proctype A() { { x = 1; x = 2 } unless { c?1 -> x = 3 } }
active proctype B() { c!1; assert(x == 3); x = 0; assert(x == 1) }
`, "assertion violated: m.pml:3", "escape"},
		{"an assertion of many macros, merged with a statement before it", `#define TWO(x) ((x) + (x) > 0 && (x) < 100)
#define ALL(x) (TWO(x) && TWO(x+1) && TWO(x+2) && TWO(x+3))
byte x;
active proctype A() { atomic { x = 0; assert(ALL(x)) } }
`, "without assertions, because another error comes first: assertion violated, in the step that begins at m.pml:4", "+(x+"},
		{"a sorted send to a channel with xr", "chan q = [2] of { byte };\nactive proctype A() { xs q; q!!1; q!2 }\nactive proctype B() { byte x; xr q; q?x; q?x }\n",
			"sorted send on xr channel violates po reduction: m.pml:2 q!!1", "is wrong"},
		{"a never claim that fails by a label of the model", `byte x;
active proctype A() { do :: x = 1 - x;
accept_a: skip od }
never { do :: true :: x == 7 -> goto accept_S od; accept_S: do :: x == 7 od }
`, "pan counts those of the model as well, such as accept_a (m.pml:3)", "accept_S ("},
		{"a never claim that fails by its own label", `byte x;
active proctype A() { accept_a: x = 1; do :: x = 2 :: x = 1 od }
never { T0: do :: true :: x > 0 -> goto accept_S od; accept_S: do :: x > 0 od }
`, "acceptance cycle", "pan counts those"},
	} {
		_, rs := verifyText(t, "m.pml", c.text, nil)
		text := said(rs)
		for _, r := range rs {
			text += "\n" + strings.Join(append(r.Warnings, r.Retries...), "\n")
		}
		if !strings.Contains(text, c.want) || c.not != "" && strings.Contains(text, c.not) {
			t.Errorf("%s: %s", c.name, text)
		}
	}
}

// TestLongFileRun: of a run that is too long to be kept the ends are kept, and the gap is marked.
func TestLongFileRun(t *testing.T) {
	t.Parallel()
	_, rs := verifyText(t, "m.pml", "short n; active proctype P() { do :: n < 11000 -> n++ :: else -> break od; assert(n < 11000) }", func(s *fileSetup) {
		s.Properties = []string{"assertions"}
	})
	if len(rs) != 1 || rs[0].Counterexample == nil {
		t.Fatal(said(rs))
	}
	if text := report.EventText(rs[0], true); !strings.Contains(text, "\n      ... 2001 steps are not kept\n12002  P:0 m.pml:1  n = (n+1) ") ||
		!strings.Contains(text, "\n22002  P:0 m.pml:1  assert(n < 11000)  fails\n") {
		t.Error(text[:2000], text[len(text)-2000:])
	}
	if text := report.EventText(rs[0], false); strings.Count(text, "\n") > 80 {
		t.Error(text)
	}
}

// TestShorterFileRun: a long run is replaced by a short one where that is soon found.
func TestShorterFileRun(t *testing.T) {
	t.Parallel()
	const text = `byte noise, inside; bool want[2];
active [2] proctype P() { byte k;
again: want[_pid] = 1; do :: k < 3 -> k++ :: break od; k = 0; !want[1 - _pid] || inside == 0; inside++; assert(inside == 1); inside--; want[_pid] = 0;
goto again }
active proctype N() { do :: noise < 100 -> noise++ od }
`
	for shorter, most := range map[bool]int{false: 1 << 20, true: 14} {
		_, rs := verifyText(t, "m.pml", text, func(s *fileSetup) { s.Shorter, s.Properties = shorter, []string{"assertions"} })
		if len(rs) != 1 || rs[0].Counterexample == nil {
			t.Fatal(said(rs))
		}
		if n := len(rs[0].Counterexample.Steps); n > most || !shorter && n <= 20 {
			t.Errorf("%v: %d steps", shorter, n)
		}
		if text := report.EventText(rs[0], true); !strings.Contains(text, "P:0 m.pml:3  want[_pid] = 1 ") {
			t.Error(text)
		}
		if !strings.Contains(rs[0].Reason, "m.pml:3 assert(inside == 1)") || rs[0].Counterexample.Shortest != "" {
			t.Error(rs[0].Reason, rs[0].Counterexample.Shortest)
		}
	}
}

// TestShorterLasso: a long lasso of a model whose graph is too large is replaced by one that a search with a small bound on its
// depth finds.
func TestShorterLasso(t *testing.T) {
	t.Parallel()
	const text = `short a, c; byte w;
active proctype W() { do :: w < 3 -> w++ :: w == 3 -> w = 0 od }
active proctype A() { do :: a < 3000 -> a++ :: a == 3000 -> a = 1 od }
active proctype C() { do :: c < 3000 -> c++ :: c == 3000 -> c = 1 od }
ltl p { <> (a == 3 && c == 5) }
`
	for shorter, most := range map[bool]int{false: 1 << 20, true: 40} {
		_, rs := verifyText(t, "m.pml", text, func(s *fileSetup) { s.Shorter, s.Properties = shorter, []string{"p"} })
		if len(rs) != 1 || rs[0].Counterexample == nil {
			t.Fatal(said(rs))
		}
		if n := len(rs[0].Counterexample.Steps); n > most || !shorter && n <= 1000 || rs[0].Counterexample.Shortest != "" {
			t.Errorf("%v: %d steps %s", shorter, n, rs[0].Counterexample.Shortest)
		}
	}
}

// TestEditedModelRun: a generated model that is verified as a file is shown by the events that it prints.
func TestEditedModelRun(t *testing.T) {
	t.Parallel()
	m, err := models.Render(testenv.Config(t, "ricart-agrawala", "--n 2 --variant no-tie-break"), models.Build{})
	if err != nil {
		t.Fatal(err)
	}
	_, rs := verifyText(t, "edited.pml", string(m.Source), func(s *fileSetup) { s.Properties = []string{"assertions"} })
	if len(rs) != 1 || rs[0].Counterexample == nil {
		t.Fatal(said(rs))
	}
	ring, err := models.Render(testenv.Config(t, "token-ring", "--n 2"), models.Build{})
	if err != nil {
		t.Fatal(err)
	}
	_, failing := verifyText(t, "edited.pml", strings.Replace(string(ring.Source), "\t\tphase[i] = IDLE", "\t\tphase[i] = IDLE;\n\t\tassert(phase[i] == CS)", 1), func(s *fileSetup) { s.Properties = []string{"assertions"} })
	if text := report.EventText(failing[0], false); !strings.Contains(text, "  exit 1  assert(phase[i] == CS)  fails ") {
		t.Error(text)
	}
	text := report.EventText(rs[0], false)
	if !strings.Contains(text, "  request 1 ") || !strings.Contains(text, "  receive 2<-1 REQUEST 1 ") || !strings.Contains(text, "  assert(deferral)  fails\n") || strings.Contains(text, "D_STEP") {
		t.Error(text)
	}
}

// A model edited so that a message class no longer arrives is in a deadlock, although
// messages are under way: the property asks what can happen.
func TestBlockedDeliveries(t *testing.T) {
	c := testenv.Config(t, "ricart-agrawala", "--n 2")
	m, err := models.Render(c, models.Build{})
	if err != nil {
		t.Fatal(err)
	}
	const guard = "#define may_receive_reply(j, i)\t\t"
	edited := strings.Replace(string(m.Source), guard+"has(reply_to[j], i)", guard+"(has(reply_to[j], i) && i != 2)", 1)
	if edited == string(m.Source) {
		t.Fatal("the guard is not in the model")
	}
	_, rs := verifyText(t, "edited.pml", edited, nil)
	if r := rs[0]; r.Verdict != results.Fail || !strings.Contains(r.Reason, "assert(!deadlocked)") {
		t.Errorf("%s: %s", r.Verdict, r.Reason)
	}
}

// TestShorterRunOfTheSameError: the search for a shorter run goes on to an error of another kind, whose trail pan leaves behind.
func TestShorterRunOfTheSameError(t *testing.T) {
	t.Parallel()
	_, rs := verifyText(t, "m.pml", `byte x; chan c = [9] of { byte };
active proctype A() { do :: x < 25 -> x++ :: x == 25 -> x == 99 :: x == 3 -> c!2 od }
trace { do :: c!1 od }
`, func(s *fileSetup) { s.Shorter, s.Properties = true, []string{"end-states"} })
	if text := report.EventText(rs[0], false); strings.Contains(text, "c!2") || !strings.Contains(text, "A:0 m.pml:2 waits for (x==99)") {
		t.Errorf("%s\n%s", text, said(rs))
	}
}

// TestWrapsAfterErrors: a simulation goes on after an invalid index, to values that no verifier meets.
func TestWrapsAfterErrors(t *testing.T) {
	t.Parallel()
	_, rs := verifyText(t, "m.pml", "byte v[2], a;\nactive proctype P() { do :: v[a] = 1; a = a + 100 od }\n", nil)
	if strings.Contains(said(rs), "does not fit") {
		t.Error(said(rs))
	}
}

// TestCountingClaim: only a formula that reads _nr_pr is said to count the claim.
func TestCountingClaim(t *testing.T) {
	t.Parallel()
	_, rs := verifyText(t, "m.pml", "byte x; active proctype A() { x = 1 }\nltl one { <> (x == 1) } ltl none { <> (_nr_pr == 0) }\n", nil)
	for _, r := range rs {
		if counts := strings.Contains(strings.Join(r.Warnings, "\n"), "the model reads _nr_pr"); counts != (r.Property == "ltl:none") {
			t.Errorf("%s: %q", r.Property, r.Warnings)
		}
	}
}
