package main

import "testing"

// TestClipped: a line of the terminal has room for what is shown, and a file's name does
// not act upon it.
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
