package diff

import (
	"fmt"
	"io"
	"strings"

	"github.com/mxgen/mxgen/results/report"
)

// Table writes the changes, a line for each, the regressions first.
func Table(w io.Writer, d Diff) error {
	var out strings.Builder
	for _, regression := range []bool{true, false} {
		for _, c := range d.Changes {
			if c.Regression == regression {
				out.WriteString(c.line() + "\n")
			}
		}
	}
	if len(d.Changes) > 0 {
		out.WriteByte('\n')
	}
	fmt.Fprintf(&out, "%d verdicts compared, %s, %s\n", d.Compared,
		count(d.Regressions, "regression"), count(len(d.Changes)-d.Regressions, "other change"))
	_, err := io.WriteString(w, out.String())
	return err
}

// line is a change in a line.
func (c Change) line() string {
	label := ""
	if c.Regression {
		label = "REGRESSION"
	}
	text := c.Old + " -> " + c.New
	switch c.Kind {
	case New:
		text = c.New
	case Missing:
		text = "was " + c.Old
	}
	if c.Reason != "" {
		text += ": " + c.Reason
	}
	return fmt.Sprintf("%-10s  %-11s  %s", label, c.Kind, report.PlainLine(c.Subject+": "+c.Property+": "+text))
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
