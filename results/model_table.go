package results

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// ModelTable writes the results on a user's file, a line for each property.
// What all of them warn of is said once.
func ModelTable(w io.Writer, rs []Result) error {
	if len(rs) == 0 {
		return nil
	}
	fmt.Fprintf(w, "%s\n\n", rs[0].subject())
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "PROPERTY\tVERDICT\tSTATES\tTRANSITIONS\tSECONDS\tFAIRNESS\tREASON")
	for _, r := range rs {
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%.2f\t%s\t%s\n",
			r.Property, r.Verdict, r.States, r.Transitions, r.Seconds, r.Fairness, brief(r.Reason))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	var order []string
	by := map[string][]string{}
	for _, r := range rs {
		for _, warning := range r.Warnings {
			if by[warning] == nil {
				order = append(order, warning)
			}
			by[warning] = append(by[warning], r.Property)
		}
		for _, retry := range r.Retries {
			fmt.Fprintf(w, "run again: %s: %s\n", r.Property, retry)
		}
	}
	for _, warning := range order {
		about := ""
		if len(by[warning]) < len(rs) {
			about = strings.Join(by[warning], ", ") + ": "
		}
		if _, err := fmt.Fprintf(w, "warning: %s%s\n", about, warning); err != nil {
			return err
		}
	}
	return nil
}
