package pan

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/mxgen/mxgen/runner/process"
)

// verified is the recorded output of a run that verifies its model.
func verified(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/spin-cases/01-ok/stdout.txt")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	return text[strings.Index(text, "$ ./pan"):]
}

// TestSiblings changes one thing in an output that passes: a line is put in
// front of the summary, and another in place of a line. The texts are others
// that pan 6.5.2 can print.
func TestSiblings(t *testing.T) {
	const (
		full   = "Full statespace search for:\n"
		state  = "State-vector 36 byte, depth reached 49, errors: 0\n"
		claim  = "\tnever claim         \t- (none specified)\n"
		asrt   = "\tassertion violations\t+\n"
		acc    = "\tacceptance   cycles \t- (not selected)\n"
		ends   = "\tinvalid end states\t+\n"
		claimP = "\tnever claim         \t+ (p)\n"
		accOn  = "\tacceptance   cycles \t+ (fairness disabled)\n"
		por    = "\t+ Partial Order Reduction\n"
	)
	errorAt := func(text string) string { return "pan:1: " + text + " (at depth 3)\n" }
	for _, c := range []struct {
		before   string // what stands before the summary
		old, new string
		want     Class
		kind     Kind
	}{
		{"", "", "", Verified, ""},
		{"Depth=    9999 States=    1e+06 Transitions= 3.97e+06 Memory=    33.198\tt=     2.32 R=   4e+05\n", "", "", Verified, ""},
		{"pan: resizing hashtable to -w20..  done\n", "", "", Verified, ""},
		{"", "      170 states, stored", "1.2345678e+09 states, stored", Verified, ""},
		{"", por, por + "\t+ Compression\n\t+ Reverse Transition Ordering\n", Verified, ""},
		{"hint: this search is more efficient if pan.c is compiled -DSAFETY\n", "", "", Verified, ""},

		// Violations, however they are told.
		{errorAt("acceptance cycle"), "", "", Violated, KindAcceptance},
		{errorAt("accept stutter"), "", "", Violated, KindAcceptance},
		{errorAt("accept cycle found"), "", "", Violated, KindAcceptance},
		{errorAt("end state in claim reached"), "", "", Violated, KindClaimEnd},
		{errorAt("event_trace error (no matching event)"), "", "", Violated, KindTrace},
		{errorAt("event_trace error (all events matched)"), "", "", Violated, KindTrace},
		{errorAt("invalid end state."), "", "", Violated, KindEndState},
		{errorAt("assertion violated 0 (at depth 4) tricky"), "", "", Violated, KindAssertion},
		{errorAt("depth limit reached") + errorAt("assertion violated 0"), "", "", Violated, KindAssertion},
		{errorAt("xs chans cannot be used for rv"), "", "", ModelError, ""},
		{errorAt("blocking sel in d_step (nr.0, near line 77)"), "", "", ModelError, ""},
		{errorAt("rv-attempt in d_step"), "", "", ModelError, ""},
		{errorAt("ref to uninitialized chan name (sending)"), "", "", ModelError, ""},
		{errorAt("too few parameters in send stmnt"), "", "", ModelError, ""},
		{errorAt("missing pars in receive"), "", "", ModelError, ""},
		{errorAt("non-determinism in event-trace"), "", "", ModelError, ""},
		{errorAt("error, partial order reduction invalid"), "", "", AnnotationError, ""},
		{errorAt("too many queues"), "", "", ToolError, ""},
		{errorAt("hash table full"), "", "", ToolError, ""},
		{errorAt("VECTORSZ is too small, edit pan.h"), "", "", ToolError, ""},
		{errorAt("aborting -- disk write failed (disk full?)"), "", "", ToolError, ""},
		{errorAt("out of non-shared memory"), "", "", Incomplete, KindMemory},
		{errorAt("a text of a later version"), "", "", Unknown, ""},
		{"", state, "State-vector 36 byte, depth reached 49, errors: 2\n", Unknown, ""},
		{"", state, "State-vector 36 byte, depth reached 49, errors: 99999999999999999999\n", Unknown, ""},

		// Searches that are not complete.
		{"Interrupted\n", "", "", Incomplete, KindInterrupted},
		{"Time limit of      1 minutes exceeded\n", "", "", Incomplete, KindTime},
		{"error: max search depth too small\npan: out of memory\n", "", "", Incomplete, KindMemory},
		{"pan: resizing hashtable to -w20.. pan: reached -DMEMLIM bound\n\t9.0724e+07 bytes used\n", "", "", Incomplete, KindMemory},
		{"pan: resizing hashtable to -w20.. Interrupted\n", "", "", Incomplete, KindInterrupted},
		{"Depth=    9999 States=    1e+06 Interrupted\n", "", "", Incomplete, KindInterrupted},
		{"pan: warning, stack incomplete\n", "", "", Incomplete, KindInterrupted},
		{"", por, "Warning: Search not completed\n" + por, Incomplete, KindInterrupted},
		{"", por, "Warning: Search incomplete\n" + por, Incomplete, KindInterrupted},
		{"", "        9 states, matched", "       12 states lost (lack of queue memory)\n        9 states, matched", Incomplete, KindInterrupted},
		{"", "      170 states, stored", "        0 states, stored", Incomplete, KindNoSummary},
		{"", "(Spin Version 6.5.2 -- 6 December 2019)\n", "", Incomplete, KindNoSummary},
		{"", state, "", Incomplete, KindNoSummary},
		{"", "        0 atomic steps\n", "", Incomplete, KindNoSummary},
		{"", "pan: elapsed time 0 seconds\n", "", Incomplete, KindNoSummary},
		{"", "pan: elapsed time 0 seconds\n", "(Spin Version 6.5.2 -- 6 December 2019)\npan: elapsed time 0 seconds\n", Incomplete, KindNoSummary},
		{"", por, "\t+ Graph Encoding (-DMA=24)\n\t  Restarted from checkpoint m.pml.xpt\n", Incomplete, KindInterrupted},
		{"", "[exit 0]", "[exit 124]", Incomplete, KindTime},
		{"", "[exit 0]", "[exit 137]", Incomplete, KindKilled},
		{"", "[exit 0]", "[exit 130]", Incomplete, KindKilled},

		// Another search after one that ended.
		{"", "[exit 0]", "Depth=    9999 States=    1e+06 Transitions= 3.97e+06 Memory=    33.198\tt=     2.32 R=   4e+05\n", Incomplete, KindNoSummary},
		{"", "[exit 0]", "pan: ltl formula q\n", Incomplete, KindNoSummary},
		{"", "[exit 0]", "pan: resizing hashtable to -w20..  done\n", Incomplete, KindNoSummary},
		{"", "[exit 0]", "[exit 0]\n$ timeout 60 ./pan -a -N q\n", Incomplete, KindNoSummary},
		{"", "[exit 0]", "[exit 0]\n$ cat ./pan.out\n$ gcc -o ./pan.old pan.c\n", Verified, ""},

		// Stores that are not exact, and bounded searches.
		{"", full, "Bit statespace search for:\n" + full, Unknown, ""},
		{"", full, "Bit statespace search for:\n", NoErrorFound, ""},
		{"", full, "Hash-Compact 0 search for:\n", NoErrorFound, ""},
		{"", full, "", Unknown, ""},
		{"", por, por + "\t+ Scheduling Restriction (-L0)\n", NoErrorFound, ""},
		{"warning: for p.o. reduction to be valid the never claim must be stutter-invariant\n" +
			"(never claims generated from LTL formulae are stutter-invariant)\n", "", "", NoErrorFound, ""},
		{"warning: use of rendezvous with BFS does not preserve all invalid endstates\n", "", "", NoErrorFound, ""},

		// Searches for something else.
		{"", acc, "\tcycle checks       \t- (disabled by -DSAFETY)\n", Verified, ""},
		{"", claim, "\tnever claim         \t+ (p)\n", NotChecked, ""},
		{"", claim + asrt + acc, "\tnever claim         \t+ (p)\n" + asrt + "\tacceptance   cycles \t+ (fairness disabled)\n", Verified, ""},
		{"", asrt + acc + ends, "\tassertion violations\t- (disabled by -A flag)\n" + acc + "\tinvalid end states\t- (disabled by -E flag)\n", NotChecked, ""},
		{"warning: only one claim defined, -N ignored\n", "", "", NotChecked, ""},
		{"warning: no claims defined, -N ignored\n", "", "", NotChecked, ""},
		{"warning: no accept labels are defined, so option -a has no effect (ignored)\n", "", "", NotChecked, ""},
		{"warning: verification in BFS mode is restricted to safety properties\n", "", "", NotChecked, ""},

		{"$ ./pan -a -N q\n", claim + asrt + acc, claimP + asrt + accOn, NotChecked, ""},
		{"$ ./pan -a -N p\n", claim + asrt + acc, claimP + asrt + accOn, Verified, ""},
		{"$ ./pan -N q -a\n", claim, "\tnever claim         \t- (not selected)\n", NotChecked, ""},
		{"", claim, "\tnever claim         \t- (not selected)\n", Verified, ""},
		{"$ ./pan -a -N q\n$ ./pan -a\n", claim + asrt + acc, claimP + asrt + accOn, Verified, ""},
		{"$ gcc -o pan pan.c -N\n", "", "", Verified, ""},
		{"$ gcc -DSAFETY -DXUSAFE -o pan pan.c\n$ ./pan\n", "", "", NotChecked, ""},
		{"$ gcc -DNOBOUNDCHECK -o pan pan.c\n", "", "", NotChecked, ""},
		{"$ cc -D NOSTUTTER -o pan pan.c\n", "", "", NotChecked, ""},
		{"$ gcc -DXUSAFE -o pan pan.c\n$ gcc -o pan pan.c\n", "", "", Verified, ""},
		{"$ gcc '-DXUSAFE' -o pan pan.c\n", "", "", NotChecked, ""},
		{"$ spin -run -DNOBOUNDCHECK m.pml\n", "", "", NotChecked, ""},
		{"$ spin -search m.pml\n", "", "", Verified, ""},

		// A filter took lines of the header, or of the statistics.
		{"", claim, "", Incomplete, KindNoSummary},
		{"", asrt, "", Incomplete, KindNoSummary},
		{"", acc, "", Incomplete, KindNoSummary},
		{"", ends, "", Incomplete, KindNoSummary},
		{"", "    0.534\tmemory used for DFS stack (-m10000)\n", "", Incomplete, KindNoSummary},

		// An error that is shown, and not counted.
		{"pan: wrote m.pml.trail\n", "", "", Unknown, ""},
		{"pan: cannot create m.pml.trail\n", "", "", Unknown, ""},
		{"x=3 " + "pan:1: assertion violated x (at depth 3)\n", "", "", Unknown, ""},
		{"x=3 pan:1: assertion violated x (at depth 3)\n", state, "State-vector 36 byte, depth reached 49, errors: 1\n", Violated, KindAssertion},

		// A newer text behind the beginning of a known one.
		{"hint: this search is not complete\n", "", "", Unknown, ""},
		{"warning: using -w20 as sample size\n", "", "", Unknown, ""},
		{"Depth=    9999 States=    1e+06 dropped\n", "", "", Unknown, ""},
		{"", "(resolved)\n", "(unresolved)\n", Unknown, ""},

		// Tools that failed.
		{"", "[exit 0]", "[exit 1]", ToolError, ""},
		{"", "[exit 0]", "[exit 139]", ToolError, ""},
		{"option -r is for models with embedded C code\n", "", "", ToolError, ""},
		{"pan: recompile with -DVMAX=N with N >= 2048\n", "", "", ToolError, ""},
		{"writing m.pml.svd failed\n", "", "", ToolError, ""},
		{"cpu0: pan: wrote trailfile\n", "", "", ToolError, ""},
		{"", por, "\t+ Multi-Core (NCORE=2 -z20)\n" + por, ToolError, ""},
		{"shmat: Cannot allocate memory\n", "", "", ToolError, ""},

		// Lines that nobody knows.
		{"warning: the moon is full\n", "", "", Unknown, ""},
		{"", por, por + "\t+ Quantum Search\n", Unknown, ""},
		{"hello from embedded C\n", "", "", Unknown, ""},
		{strings.Repeat("x", 3*maxLine) + "\n", "", "", Unknown, ""},
		{"\x00\xff\n", "", "", Unknown, ""},

		// Unreached statements.
		{"", "\t(0 of 18 states)\n", "\tm.pml:3, state 4, \"c = 1\"\n\tm.pml:4, state 18, \"-end-\"\n\t(2 of 18 states)\n", Vacuous, ""},
		{"", "\t(0 of 18 states)\n", "\tm.pml:4, state 18, \"-end-\"\n\t(1 of 18 states)\n", Verified, ""},
		{"", "\t(0 of 18 states)\n", "\tm.pml:3, state 4, \"two\nlines\"\n\t(1 of 18 states)\n", Vacuous, ""},
		{"", "proctype P", "claim P", Verified, ""},
		{"", "unreached in proctype P", "unreached in init", Verified, ""},
	} {
		text := verified(t)
		if !strings.Contains(text, c.old) {
			t.Fatalf("the output has no %q", c.old)
		}
		text = strings.Replace(text, c.old, c.new, 1)
		text = strings.Replace(text, "$ ./pan\n", "$ ./pan\n"+c.before, 1)
		if strings.HasPrefix(c.before, "pan:1:") {
			text = strings.Replace(text, "errors: 0", "errors: 1", 1)
		}
		got := Conclude(ParseBytes([]byte(text)), Want{})
		if got.Class != c.want || got.Kind != c.kind {
			t.Errorf("%.80q, %q for %q: %s (%s): %s; want %s (%s)", c.before, c.new, c.old, got.Class, got.Kind, got.Reason, c.want, c.kind)
		}
	}
}

// TestSearches checks that of several searches in one record each must pass.
func TestSearches(t *testing.T) {
	pass := verified(t)
	part := func(old, new string) string { return strings.Replace(pass, old, new, 1) }
	bare := func(s string) string { return s[strings.Index(s, "\n")+1 : strings.Index(s, "[exit")] }
	failed := part("$ ./pan\n", "$ ./pan\npan:1: assertion violated x (at depth 3)\n")
	failed = strings.Replace(failed, "errors: 0", "errors: 1", 1)
	bits := part("Full statespace", "Bit statespace")
	cut := pass[:strings.Index(pass, "State-vector")]
	killed := "$ ./pan\nDepth=    9999 States=    1e+06 Transitions= 3.97e+06 Memory=    33.198\n[exit 137]\n"
	for k, c := range []struct {
		record string
		want   Class
	}{
		{pass + pass, Verified},
		{bare(pass) + bare(pass), Verified},
		{failed + pass, Violated},
		{pass + failed, Violated},
		{bare(failed) + bare(pass), Violated},
		{bits + pass, NoErrorFound},
		{bare(bits) + bare(pass), NoErrorFound},
		{bits + failed + pass, Violated},
		{cut + pass, Incomplete},
		{bare(cut+"[exit") + bare(pass), Incomplete},
		{killed + pass, Incomplete},
		{killed + failed, Violated},
		{pass + "$ ls\n[exit 0]\n", Verified},
		{part("[exit 0]", "[exit 139]") + "$ ls\n[exit 0]\n", ToolError},
		{part("[exit 0]", "[exit 139]") + "$ ls\n[exit 0]\n" + pass, ToolError},
		{killed + "$ ls\n[exit 0]\n" + pass, Incomplete},
		{"$ spin -a m.pml\n[exit 0]\n$ gcc -o pan pan.c\n[exit 0]\n" + pass, Verified},
	} {
		got := Conclude(ParseBytes([]byte(c.record)), Want{})
		if got.Class != c.want {
			t.Errorf("record %d: %s: %s; want %s", k, got.Class, got.Reason, c.want)
		}
		twice := strings.Count(c.record, "(Spin Version") > 1
		if got.Class == Verified && twice != strings.Contains(strings.Join(got.Warnings, "\n"), "2 searches") {
			t.Errorf("record %d: %q", k, got.Warnings)
		}
	}
}

// TestBlanks checks that an output copied from a terminal, which has no tabs, is known.
func TestBlanks(t *testing.T) {
	text := strings.ReplaceAll(verified(t), "\t", "        ")
	if got := Conclude(ParseBytes([]byte(text)), Want{}); got.Class != Verified {
		t.Errorf("%s: %s", got.Class, got.Reason)
	}
	text = strings.Replace(text, "invalid end states        +", "invalid end states        - (disabled by -E flag)", 1)
	if got := Conclude(ParseBytes([]byte(text)), Want{EndStates: true}); got.Class != NotChecked {
		t.Errorf("%s: %s", got.Class, got.Reason)
	}
}

// TestExits checks that how a process ended counts, whatever it printed.
func TestExits(t *testing.T) {
	for _, c := range []struct {
		exit process.Exit
		want Class
	}{
		{process.Exit{}, Verified}, // nobody knows; the output is whole
		{process.Exit{Known: true}, Verified},
		{process.Exit{Known: true, Code: 1}, ToolError},
		{process.Exit{Known: true, Signal: syscall.SIGSEGV}, ToolError},
		{process.Exit{Known: true, Signal: syscall.SIGFPE}, ToolError},
		{process.Exit{Known: true, Signal: syscall.SIGKILL}, Incomplete},
		{process.Exit{Known: true, Signal: syscall.SIGINT}, Incomplete},
		{process.Exit{Known: true, Killed: process.Timeout, Why: "timeout of 5s"}, Incomplete},
		{process.Exit{Known: true, Killed: process.MemoryLimit}, Incomplete},
		{process.Exit{Known: true, Killed: process.Cancelled}, Incomplete},
	} {
		p := NewParser()
		text := verified(t)
		text = text[strings.Index(text, "\n")+1 : strings.Index(text, "[exit")]
		io.WriteString(p.Stdout(), text)
		if got := Conclude(p.Finish(c.exit), Want{}); got.Class != c.want {
			t.Errorf("%+v: %s, want %s", c.exit, got.Class, c.want)
		}
	}
}

// TestStreams checks that a line of one stream may break into one of the other.
func TestStreams(t *testing.T) {
	p := NewParser()
	out, errs := p.Stdout(), p.Stderr()
	io.WriteString(out, "Depth=    9999 Sta")
	io.WriteString(errs, "warning: using -w22 as max")
	io.WriteString(out, "tes=    1e+06\nInterr")
	io.WriteString(errs, " usable value\n")
	io.WriteString(out, "upted")
	o := p.Finish(process.Exit{Known: true})
	if o.UnknownCount != 0 || len(o.Warnings) != 1 || len(o.Incomplete) != 1 {
		t.Errorf("%+v", o)
	}
}

// TestMemory feeds many lines and one that does not end.
func TestMemory(t *testing.T) {
	var before, after runtime.MemStats
	p := NewParser()
	w := p.Stdout()
	runtime.GC()
	runtime.ReadMemStats(&before)
	chunk := []byte(strings.Repeat("z", 1<<16))
	for range 1000 {
		w.Write(chunk)
	}
	for i := range 5000 {
		fmt.Fprintf(w, "\npan:%d: assertion violated x (at depth 3)\nunreached in proctype P%d\n\tm.pml:1, state 2, \"x\"\nwarning: using -w%d as max usable value\nwhat %d", i, i, i, i)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 2<<20 {
		t.Errorf("the parser holds %d bytes", grown)
	}
	if o := p.Finish(process.Exit{}); o.ErrorCount != 5000 || o.UnknownCount != 5001 {
		t.Errorf("errors %d, unknown %d", o.ErrorCount, o.UnknownCount)
	}
}
