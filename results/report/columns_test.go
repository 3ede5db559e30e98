package report

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestColumns: a table fits into 80 columns, no word of it is cut, and an option stays with its value.
func TestColumns(t *testing.T) {
	text := strings.Repeat("some words of a reason ", 8)
	table := Columns{Titles: []string{"NAME", "STATES", "REASON"}, Right: []bool{false, true, false}}
	table.Heading("raymond")
	table.Add("  --n"+glue+"3 --topology"+glue+"star", "12", text)
	table.Add("  -", "4012", "ä")
	var out strings.Builder
	if err := table.Write(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	for _, line := range lines {
		if utf8.RuneCountInString(line) > Width || strings.HasSuffix(line, " ") || strings.Contains(line, glue) {
			t.Errorf("%q", line)
		}
	}
	if got := len(strings.Fields(out.String())); got != 3+1+5+3+len(strings.Fields(text)) {
		t.Errorf("%d words:\n%s", got, &out)
	}
	if lines[1] != "raymond" || !strings.Contains(out.String(), "--topology star ") {
		t.Errorf("%s", &out)
	}
	if got := Wrap("violates mutex on --n 3 --topology line", 20); !slices.Equal(got, []string{"violates mutex on", "--n 3", "--topology line"}) {
		t.Errorf("%q", got)
	}
	if got := Wrap("  "+strings.Repeat("x", 30)+" y", 10); len(got) != 2 || got[0] != "  "+strings.Repeat("x", 30) || got[1] != "  y" {
		t.Errorf("%q", got)
	}
}

// TestLongWord: what follows a word that is longer than its column, and would go beyond the width, is in the next line.
func TestLongWord(t *testing.T) {
	table := Columns{Titles: []string{"NAME", "TEXT"}}
	table.Add("short", strings.Repeat("text ", 12))
	table.Add(strings.Repeat("x", 70), strings.Repeat("text ", 12))
	var out strings.Builder
	if err := table.Write(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for _, line := range lines {
		if utf8.RuneCountInString(line) > Width {
			t.Errorf("%q", line)
		}
	}
	if !slices.ContainsFunc(lines, func(line string) bool { return line == strings.Repeat("x", 70) }) {
		t.Errorf("%s", out.String())
	}
}
