package compare

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Table writes a line for each configuration.
func Table(w io.Writer, all []SuiteComparison) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "CONFIGURATION\tSTATES\tEDGES\t")
	equal := 0
	for _, c := range all {
		switch r := c.Comparison; {
		case c.Err != nil:
			fmt.Fprintf(t, "%s\t-\t-\tnot compared: %s\n", c.Configuration, c.Reason)
		case !r.Equal:
			fmt.Fprintf(t, "%s\t%d, %d\t%d, %d\tDIFFERENT\n", c.Configuration, r.States.SPIN, r.States.Go, r.Transitions.SPIN, r.Transitions.Go)
		default:
			equal++
			fmt.Fprintf(t, "%s\t%d\t%d\tequal, edges %s\n", c.Configuration, r.States.Go, r.Transitions.Go, r.Edges)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%d of %d configurations equal\n", equal, len(all))
	return err
}

// Markdown writes the same as a Markdown table.
func Markdown(w io.Writer, all []SuiteComparison) error {
	fmt.Fprintln(w, "| Configuration | States | Edges | |\n|---|--:|--:|---|")
	for _, c := range all {
		row := fmt.Sprintf("not compared: %s |", c.Reason)
		if r := c.Comparison; r != nil {
			row = fmt.Sprintf("%d | %d | equal, edges %s |", r.States.Go, r.Transitions.Go, r.Edges)
			if !r.Equal {
				row = fmt.Sprintf("%d | %d | DIFFERENT |", r.States.Go, r.Transitions.Go)
			}
		}
		if _, err := fmt.Fprintf(w, "| `%s` | %s\n", c.Configuration, row); err != nil {
			return err
		}
	}
	return nil
}
