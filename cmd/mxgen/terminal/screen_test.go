package terminal

import (
	"bytes"
	"io"
	"testing"
	"time"
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
	p := NewProgress(&out, 2, "suite", nil)
	p.Step(0, "first")
	p.Step(1, "second")
	p.Finish()
	if want := "[1/2] first\n[2/2] second\n"; out.String() != want {
		t.Errorf("%q, want %q", &out, want)
	}
}

// TestExpectedTime: the rest takes as long as its recorded costs say.
func TestExpectedTime(t *testing.T) {
	p := NewProgress(io.Discard, 2, "suite", []float64{1, 3})
	p.began = time.Now().Add(-10 * time.Minute)
	p.Step(0, "first")
	if left, known := p.remaining(); !known || left.Round(time.Minute) != 30*time.Minute {
		t.Errorf("%v left, want 30m", left)
	}
	p.Finish()
}
