package process

import (
	"slices"
	"testing"
)

// TestLineWriters writes to two streams in turn.  What pan writes to its standard output
// at once may end in the middle of a line; a warning on standard error must not break that line.
func TestLineWriters(t *testing.T) {
	var lines []string
	out, errs := LineWriters(func(line string) { lines = append(lines, line) })
	for _, w := range []struct {
		to   *LineWriter
		text string
	}{{out, "request 1\nent"}, {errs, "warning: on"}, {out, "er 1\nex"}, {errs, "ly one claim\n"}, {out, "it 1"}} {
		if _, err := w.to.Write([]byte(w.text)); err != nil {
			t.Fatal(err)
		}
	}
	out.Finish()
	errs.Finish()
	want := []string{"request 1", "enter 1", "warning: only one claim", "exit 1"}
	if !slices.Equal(lines, want) {
		t.Errorf("lines %q, want %q", lines, want)
	}
}
