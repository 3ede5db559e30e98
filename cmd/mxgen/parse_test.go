package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/results/conclude"
)

// exitOfClass maps the classes of expected.txt in runner/pan to exit codes.
var exitOfClass = map[string]int{
	"verified": 0, "vacuous": 0, "violated": exitViolated,
	"incomplete": exitInconclusive, "no error found": exitInconclusive, "not checked": exitInconclusive, "unknown output": exitInconclusive,
	"tool error": exitTool, "model error": exitTool, "annotation error": exitTool,
}

// TestParseCases runs parse on every recorded output of pan, and compares the verdict with
// the one that was determined by hand.
func TestParseCases(t *testing.T) {
	cases := filepath.Join("..", "..", "runner", "pan", "testdata")
	expected, err := os.ReadFile(filepath.Join(cases, "expected.txt"))
	if err != nil {
		t.Fatal(err)
	}
	class := map[string]string{}
	for line := range strings.Lines(string(expected)) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(f) == 4 && f[1] == "" && !strings.HasPrefix(line, "#") {
			class[f[0]] = f[2]
		}
	}
	files, _ := filepath.Glob(filepath.Join(cases, "spin-cases", "*", "stdout.txt"))
	block := regexp.MustCompile(`(?ms)^\$ (.*?)$.*?^\[exit \d+\]$`)
	seen, checked := map[string]int{}, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range block.FindAllSubmatch(text, -1) {
			name := filepath.Base(filepath.Dir(file)) + ": " + strings.TrimSpace(string(m[1]))
			if seen[name]++; seen[name] > 1 {
				name += " #" + string(rune('0'+seen[name]))
			}
			want, judged := class[name]
			if !judged {
				continue
			}
			checked++
			root := newRoot()
			var out bytes.Buffer
			root.SetArgs([]string{"parse"})
			root.SetIn(bytes.NewReader(m[0]))
			root.SetOut(&out)
			if code := exitCode(root.Execute()); code != exitOfClass[want] || !strings.Contains(out.String(), "("+want+")") {
				t.Errorf("%s: exit %d, want %d (%s): %s", name, code, exitOfClass[want], want, out.String())
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d commands were checked", checked)
	}
}

// endless is a reader that repeats a text up to a size.
type endless struct {
	text string
	left int
}

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for n+len(e.text) <= min(len(p), e.left) {
		n += copy(p[n:], e.text)
	}
	if e.left -= n; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// TestParseMemory: parse does not keep a long output in memory.
func TestParseMemory(t *testing.T) {
	line := "unreached in proctype P\n\tm.pml:1, state 2, \"x\"\nwhat is this\npan:1: assertion violated x (at depth 3)\n"
	r, err := conclude.ParsePan(&endless{line, 64 << 20})
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 64<<20 {
		t.Errorf("%d bytes are in use", m.HeapAlloc)
	}
	if err != nil || r.Verdict != "fail" || r.Unknown < 100_000 || len(r.FirstLines) > 8 {
		t.Errorf("%+v, %v", r, err)
	}
}
