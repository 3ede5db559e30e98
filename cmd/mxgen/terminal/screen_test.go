package terminal

import (
	"bytes"
	"testing"
)

// TestClipped: a text fits into the width, and its control characters are replaced.
func TestClipped(t *testing.T) {
	for text, want := range map[string]string{
		"\x1b]0;title\a\nä": "?]0;title??ä",
		"a long name":       "a long",
		"":                  "",
	} {
		width := 20
		if want == "a long" {
			width = 6
		}
		if got := clipped(text, width); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestProgressLines: where there is no terminal, each task has one line.
func TestProgressLines(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(&out, 2, "suite")
	p.Step(0, "first")
	p.Step(1, "second")
	p.Finish()
	if want := "[1/2] first\n[2/2] second\n"; out.String() != want {
		t.Errorf("%q, want %q", &out, want)
	}
}
