package sweep

import (
	"fmt"
	"io"
	"slices"
	"strconv"

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
	t := s.columns(false)
	if !t.Fits() {
		t = s.columns(true)
	}
	if err := t.Write(w); err != nil {
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

// columns lays out the systems.  Quorums that are too long for a column have a line of their own.
func (s *Sweep) columns(long bool) *report.Columns {
	t := &report.Columns{Titles: []string{"NO.", "QUORUM", "NUMBERINGS", "BAD", "UNDECIDED", "STATES"}, Right: []bool{false, false, true, true, true, true}}
	for _, r := range s.Systems[0].Results {
		t.Titles, t.Right = append(t.Titles, r.Property), append(t.Right, false)
	}
	if long {
		t.Titles, t.Right = slices.Delete(t.Titles, 1, 2), slices.Delete(t.Right, 1, 2)
	}
	for _, system := range s.Systems {
		cells := []string{strconv.Itoa(system.Number), system.Quorum, strconv.Itoa(system.Numberings), strconv.Itoa(system.Bad),
			strconv.Itoa(system.Undecided), strconv.FormatInt(system.States, 10)}
		for _, r := range system.Results {
			cells = append(cells, verdictCell(r))
		}
		if long {
			t.Heading(system.Quorum)
			cells = slices.Delete(cells, 1, 2)
		}
		t.Add(cells...)
	}
	return t
}

// verdictCell is a verdict, with the length of the counterexample.
func verdictCell(r results.Result) string {
	if r.Verdict == results.Fail && r.Length() > 0 {
		return fmt.Sprintf("fail, %s", results.CountEvents(r.Length()))
	}
	return string(r.Verdict)
}
