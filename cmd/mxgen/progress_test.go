package main

import (
	"strings"
	"testing"
	"time"
)

// TestBar: whatever there is to say, it has room in one line of the terminal.
func TestBar(t *testing.T) {
	p := &progress{name: "quick", total: 8, count: 2}
	for width, want := range map[int]string{
		79: "quick 2/8 [#######.......................] 10s, 30s left",
		40: "quick 2/8 [###...........] 10s, 30s left",
		30: "quick 2/8 10s, 30s left",
		19: "2/8 10s, 30s left",
	} {
		if got := p.bar(10*time.Second, width); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
	if got, want := (&progress{name: "quick", total: 8}).bar(0, 79), "quick 0/8 [..............................] 0s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p = &progress{name: strings.Repeat("a", 100), total: 20000, count: 19999}
	for width := range 200 {
		if got := clipped(p.bar(100*time.Hour, width), width); len(got) > width {
			t.Errorf("%q is longer than %d", got, width)
		}
	}
	if got, want := clipped("\x1b]0;title\a\nä", 20), "?]0;title??ä"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
