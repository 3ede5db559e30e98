package sweep

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
)

// Table writes a line for each system, and below them the counterexample on a smallest
// bad system.
func Table(w io.Writer, s *Sweep) error {
	fmt.Fprintf(w, "%s --n %d --variant %s", s.Algorithm, s.N, s.Variant)
	if s.Rounds > 0 {
		fmt.Fprintf(w, " --rounds %d", s.Rounds)
	}
	fmt.Fprintf(w, ", every quorum system\n\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "SYSTEM\tQUORUM\tNUMBERINGS\tBAD\tUNDECIDED\tSTATES")
	for k, system := range s.Systems {
		if k == 0 {
			for _, r := range system.Results {
				fmt.Fprintf(t, "\t%s", r.Property)
			}
			fmt.Fprintln(t)
		}
		fmt.Fprintf(t, "%d\t%s\t%d\t%d\t%d\t%d", system.Number, system.Quorum, system.Numberings, system.Bad, system.Undecided, system.States)
		for _, r := range system.Results {
			fmt.Fprintf(t, "\t%s", verdictCell(r))
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if s.SmallestBad == 0 {
		return nil
	}
	bad := s.Systems[s.SmallestBad-1].violated()
	fmt.Fprintf(w, "\na smallest system on which a property is violated: %d\n", s.SmallestBad)
	if bad.Counterexample == nil {
		return nil
	}
	_, err := fmt.Fprint(w, report.EventText(*bad, true))
	return err
}

// verdictCell is a verdict, with the length of the counterexample.
func verdictCell(r results.Result) string {
	if r.Verdict == results.Fail && r.Length() > 0 {
		return fmt.Sprintf("fail after %s", results.CountEvents(r.Length()))
	}
	return string(r.Verdict)
}
