package pan

import (
	"regexp"
	"strings"
	"testing"
)

// FuzzParse checks on any text that nothing panics, that what is kept is
// bounded, and that a pass has its reasons in the text; then that neither an
// unknown line nor an error line leaves a pass.
func FuzzParse(f *testing.F) {
	for _, b := range panBlocks(f) {
		f.Add([]byte(b.text))
	}
	zero := regexp.MustCompile(`(?m)^State-vector \d+ byte, depth reached -?\d+.*, errors: 0+\r?$`)
	f.Fuzz(func(t *testing.T, data []byte) {
		o := ParseBytes(data)
		c := Conclude(o, Want{})
		if len(o.Unknown) > maxKept || len(o.Unreached) > maxParts || len(o.ErrorLines) > maxKept || len(o.Warnings) > maxKept {
			t.Fatal("too much is kept")
		}
		if c.Reason == "" {
			t.Fatal("no reason")
		}
		if !c.Class.Complete() {
			return
		}
		if !zero.Match(data) || !strings.Contains(string(data), "Full statespace search for:") || o.UnknownCount > 0 || o.ErrorCount > 0 {
			t.Fatalf("pass without reason: %q", data)
		}
		for _, line := range []string{"no such line\n", "pan:1: assertion violated x (at depth 3)\n", "pan: out of memory\n"} {
			if c := Conclude(ParseBytes([]byte(line+string(data))), Want{}); c.Class.Complete() {
				t.Fatalf("still a pass after %q", line)
			}
		}
	})
}
