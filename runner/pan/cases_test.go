package pan

import (
	"os"
	"strings"
	"testing"
)

// TestCases checks the conclusion from every recorded pan command against testdata/expected.txt.
func TestCases(t *testing.T) {
	data, err := os.ReadFile("testdata/expected.txt")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][][]string{}
	for _, line := range strings.Split(string(data), "\n") {
		if f := strings.Split(line, "\t"); len(f) == 4 && !strings.HasPrefix(line, "#") {
			rows[f[0]] = append(rows[f[0]], f[1:])
		}
	}
	for _, b := range panBlocks(t) {
		if len(rows[b.name]) == 0 {
			t.Errorf("no row for %q", b.name)
		}
		for _, row := range rows[b.name] {
			c := Conclude(ParseBytes([]byte(b.text)), wantOf(t, row[0]))
			if string(c.Class) != row[1] || string(c.Kind) != row[2] {
				t.Errorf("%s [%s]: %s (%s): %s; want %s (%s)", b.name, row[0], c.Class, c.Kind, c.Reason, row[1], row[2])
			}
			if c.Reason == "" || strings.Contains(c.Reason, "\n") {
				t.Errorf("%s: reason %q is not one line", b.name, c.Reason)
			}
		}
		delete(rows, b.name)
	}
	for name := range rows {
		t.Errorf("row %q has no block", name)
	}
}

// wantOf reads the second column of expected.txt.
func wantOf(t *testing.T, text string) Want {
	t.Helper()
	var w Want
	for _, word := range strings.Fields(text) {
		switch name, ok := strings.CutPrefix(word, "claim="); {
		case ok:
			w.Claim = name
		case word == "assertions":
			w.Assertions = true
		case word == "end-states":
			w.EndStates = true
		case word == "acceptance":
			w.Acceptance = true
		case word == "progress":
			w.Progress = true
		case word == "fair":
			w.Fair = true
		case word == "cycles-only":
			w.CyclesOnly = true
		default:
			t.Fatalf("unknown want %q", word)
		}
	}
	return w
}

// TestWarnings checks the recorded cases in which a conclusion must have a warning.
func TestWarnings(t *testing.T) {
	must := map[string]string{
		"16-unreached-vacuous: ./pan -a":                          "never executed",
		"16-unreached-vacuous: ./pan -a -n":                       "not listed",
		"18-message-lost-m: ./pan -n #2":                          "messages lost at full channels (spin -m): 4",
		"21-replay-paths: ./pan -x | head -2; ./pan -x | head -4": "trail could not be written",
		"32-fairness: ./pan -a -f -n #3":                          "can miss cycles",
		"31-multiple-claims: spin -a one.pml && gcc -O -o pan pan.c && ./pan -a -N wrongname -n | head -3": "-N ignored",
		"35-bfs: ./pan -n #2":                                      "does not preserve",
		"67-trace-not-completed: ./pan -n -E":                      "that the trace is completed was not checked",
		"68-remote-references: gcc -O -w -o pan pan.c && ./pan -n": "if gcc gave no #warning",
		"61-bfs-xs: ./pan -n #2":                                   "does not check xr and xs",
		"52-ncore: timeout 60 ./pan -n 2>&1 | tail -45":            "multi-core",
	}
	for _, b := range panBlocks(t) {
		text, ok := must[b.name]
		if !ok {
			continue
		}
		delete(must, b.name)
		c := Conclude(ParseBytes([]byte(b.text)), Want{})
		if !strings.Contains(strings.Join(c.Warnings, "\n"), text) {
			t.Errorf("%s: warnings %q lack %q", b.name, c.Warnings, text)
		}
	}
	if len(must) > 0 {
		t.Errorf("no such blocks: %v", must)
	}
}

// TestFacts checks the facts of one output, and that a large one is read.
func TestFacts(t *testing.T) {
	for _, b := range panBlocks(t) {
		o := ParseBytes([]byte(b.text))
		switch b.name {
		case "32-fairness: ./pan -a -f -n #3":
			if o.Stored != 254 || o.Visited != 311 || o.Matched != 315 || o.Transitions != 626 || o.VectorBytes != 76 ||
				o.Depth != 26 || o.MemoryMB != 128.730 || o.Store != StoreFull || o.Scope.Claim.Note != "p" || o.Version != knownVersion {
				t.Errorf("%s: %+v", b.name, o)
			}
		case "18-message-lost-m: ./pan -n #2":
			if o.Lost != 4 || len(o.Trails) != 1 || o.Trails[0] != "model.pml.trail" {
				t.Errorf("%s: %+v", b.name, o)
			}
		case "23-too-many-procs: ./pan -a -f":
			if o.Need.NFair != 3 {
				t.Errorf("%s: need %+v", b.name, o.Need)
			}
		case "11-gcc-error: gcc -DVECTORSZ=8 -o pan3 pan.c && ./pan3":
			if o.Need.VectorSize != 12 || o.Seconds != 0 {
				t.Errorf("%s: need %+v, %g s", b.name, o.Need, o.Seconds)
			}
		case "03-invalid-end-state: ./pan":
			if o.ErrorLines[0].Depth != -1 {
				t.Errorf("%s: %+v", b.name, o.ErrorLines)
			}
		}
	}
}

// TestEchoedCommands has command lines as terminals show them, and lines that are none.
func TestEchoedCommands(t *testing.T) {
	for line, want := range map[string]string{
		"pan.exe -a -m10000":                   "$ ./pan -a -m10000",
		`C:\spin> pan.exe`:                     "$ ./pan",
		"user@host:~/m$ ./pan -a":              "$ ./pan -a",
		`D:\m>.\pan.exe -N p`:                  "$ ./pan -N p",
		"/tmp/m/pan -a -N p -f":                "$ ./pan -a -N p -f",
		"pan: non-progress cycle (at depth 7)": "",
		"pan":                                  "",
		"the pan is hot":                       "",
	} {
		if got, ok := asCommand(line); got != want || ok != (want != "") {
			t.Errorf("%q: %q %v", line, got, ok)
		}
	}
}

// TestPatterns compiles every expression: a parser compiles those that it needs.
func TestPatterns(t *testing.T) {
	for i := range patterns {
		if re := patterns[i].re; re != nil {
			re()
		}
	}
}
