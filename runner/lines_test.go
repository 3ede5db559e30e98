package runner

import (
	"slices"
	"testing"
)

// pan's standard output comes in blocks that end anywhere; a warning on standard
// error in between must not break a line.
func TestLinesOfTwoStreams(t *testing.T) {
	var lines []string
	out, errs := lineWriters(func(line string) { lines = append(lines, line) })
	for _, w := range []struct {
		to   *lineWriter
		text string
	}{{out, "request 1\nent"}, {errs, "warning: on"}, {out, "er 1\nex"}, {errs, "ly one claim\n"}, {out, "it 1"}} {
		if _, err := w.to.Write([]byte(w.text)); err != nil {
			t.Fatal(err)
		}
	}
	out.finish()
	errs.finish()
	want := []string{"request 1", "enter 1", "warning: only one claim", "exit 1"}
	if !slices.Equal(lines, want) {
		t.Errorf("lines %q, want %q", lines, want)
	}
}
