package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mxgen/mxgen/results"
)

// Parsed writes what follows from somebody else's output of pan.
func Parsed(w io.Writer, p results.Parsed) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s (%s): %s\n", p.Verdict, p.Class, p.Reason)
	if p.SPIN != "" {
		fmt.Fprintf(&out, "%d states, %d transitions, SPIN %s\n", p.States, p.Transitions, p.SPIN)
	}
	for _, list := range []struct {
		label string
		lines []string
	}{{"checked", p.Checked}, {"not checked", p.NotChecked}} {
		if len(list.lines) > 0 {
			fmt.Fprintf(&out, "%s: %s\n", list.label, strings.Join(list.lines, ", "))
		}
	}
	for _, line := range p.FirstLines {
		fmt.Fprintf(&out, "unknown line: %q\n", line)
	}
	for _, warning := range p.Warnings {
		fmt.Fprintf(&out, "warning: %s\n", warning)
	}
	_, err := io.WriteString(w, out.String())
	return err
}
