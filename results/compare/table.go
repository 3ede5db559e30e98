package compare

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/results/report"
)

// Table writes a line for each configuration.
func Table(w io.Writer, all []SuiteComparison) error {
	t := report.Columns{Titles: []string{"CONFIGURATION", "STATES", "EDGES", "RESULT"}, Right: []bool{false, true, true, false}}
	subjects := make([]string, len(all))
	equal, reached := 0, len(all)
	for k, c := range all {
		subjects[k] = c.Configuration.String()
		switch {
		case c.NotReached:
			reached--
		case c.Comparison != nil && c.Comparison.Equal:
			equal++
		}
	}
	t.AddConfigurations(subjects, func(k int) []string { return cells(all[k]) })
	if err := t.Write(w); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%d of %d configurations equal", equal, len(all))
	if reached < len(all) {
		fmt.Fprintf(w, ", %d not compared in time", len(all)-reached)
	}
	_, err := fmt.Fprintln(w)
	return err
}

// cells are the numbers and the result of one comparison.
func cells(c SuiteComparison) []string {
	switch r := c.Comparison; {
	case r == nil:
		return []string{"-", "-", "not compared: " + c.Reason}
	case !r.Equal:
		return []string{fmt.Sprintf("%d, %d", r.States.SPIN, r.States.Go), fmt.Sprintf("%d, %d", r.Transitions.SPIN, r.Transitions.Go), "DIFFERENT"}
	default:
		return []string{strconv.FormatInt(r.States.Go, 10), strconv.FormatInt(r.Transitions.Go, 10), "equal, edges " + r.Edges}
	}
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

// maxLabels is how many labels with different counts Text writes.
const maxLabels = 6

// Text writes one comparison: the sizes of both graphs, and where they differ, the labels
// with different counts and the nearest difference.
func Text(w io.Writer, r *Comparison) error {
	fmt.Fprintln(w, r.Configuration)
	if r.Equal {
		edges := "the same labelled edges"
		if r.Edges == EdgesHashed {
			edges = "the same labelled edges by a hash over all"
		}
		_, err := fmt.Fprintf(w, "equal: %d states, %s (%d)\n", r.States.Go, edges, r.Transitions.Go)
		if p := r.Properties; err == nil && p != nil {
			_, err = fmt.Fprintf(w, "the same meaning on %d states of this configuration, a sample (another N, quorum system or --rounds has others): %s\n", p.States, strings.Join(p.Names, ", "))
		}
		if len(r.NotCompared) > 0 {
			_, err = fmt.Fprintf(w, "not compared: %s\n", strings.Join(r.NotCompared, ", "))
		}
		return err
	}
	if r.Checks != nil {
		fmt.Fprintf(w, "different: equal graphs (%d states, %d edges), but not the same checks; what these mean is not compared\n", r.States.Go, r.Transitions.Go)
		return checkText(w, r.Checks)
	}
	if r.Undecided != nil && r.Undecided.Step {
		fmt.Fprintf(w, "not decided: equal graphs (%d states, %d edges), but not the same steps in each process, on which weak fairness depends\n", r.States.Go, r.Transitions.Go)
		return checkText(w, r.Undecided)
	}
	if r.Undecided != nil && r.Undecided.Property != "" {
		fmt.Fprintf(w, "not decided: equal graphs (%d states, %d edges); the assertions of %s have the generated model's text, but fail in other steps, which no run reaches\n",
			r.States.Go, r.Transitions.Go, r.Undecided.Property)
		return differenceText(w, r.Properties.Difference)
	}
	if r.Undecided != nil {
		fmt.Fprintf(w, "not decided: equal graphs (%d states, %d edges), but a property is written otherwise; it is the same on all %d states that were tried, a sample\n",
			r.States.Go, r.Transitions.Go, r.Properties.States)
		return checkText(w, r.Undecided)
	}
	if p := r.Properties; p != nil && p.Difference != nil {
		return propertyText(w, r, p.Difference)
	}
	if r.States.SPIN == 0 { // the model blocks
		fmt.Fprintf(w, "different: %d states and %d edges in the program, the model's were not counted\n", r.States.Go, r.Transitions.Go)
	} else if r.Partial {
		fmt.Fprintf(w, "different: more than %d states in the model, whose search ended there, %d in the program\n", r.States.SPIN, r.States.Go)
	} else {
		fmt.Fprintf(w, "different: %d states and %d edges in the model, %d and %d in the program\n",
			r.States.SPIN, r.Transitions.SPIN, r.States.Go, r.Transitions.Go)
	}
	for k, l := range r.Labels {
		if r.Partial {
			break // it is not known how many there are
		}
		if k == maxLabels {
			fmt.Fprintf(w, "  and %d other labels with different counts\n", len(r.Labels)-maxLabels)
			break
		}
		label := l.Label
		if label == "" {
			label = printsNothing
		}
		fmt.Fprintf(w, "  %s: %d in the model, %d in the program\n", label, l.SPIN, l.Go)
	}
	if d := r.Difference; d != nil {
		fmt.Fprintln(w, "the nearest difference:")
		for k, e := range d.Path {
			fmt.Fprintf(w, "%4d  %s\n", k+1, e)
		}
		_, err := fmt.Fprintf(w, "      %s\n", d.Text)
		return err
	}
	return nil
}

// checkText writes a check that is not the generated model's.
func checkText(w io.Writer, d *CheckDifference) error {
	in := ""
	if d.Process != "" {
		in = ", in process " + d.Process + ","
	}
	switch {
	case d.Edited == "":
		fmt.Fprintf(w, "it lacks line %d of the generated model%s  %s\n", d.Line, in, d.Generated)
	case d.Edited == d.Generated:
		if in == "" {
			in = ", in no process,"
		}
		where := "in no process"
		if d.Elsewhere != "" {
			where = "in process " + d.Elsewhere
		}
		fmt.Fprintf(w, "line %d%s has  %s\nthe generated model has it %s\n", d.Line, in, d.Edited, where)
	default:
		fmt.Fprintf(w, "line %d has  %s\n", d.Line, d.Edited)
		if d.Generated != "" {
			fmt.Fprintf(w, "the generated model has  %s\n", d.Generated)
		}
	}
	return nil
}

// propertyText writes graphs that are equal and a property that is not.
func propertyText(w io.Writer, r *Comparison, d *PropertyDifference) error {
	fmt.Fprintf(w, "different: equal graphs (%d states, %d edges), but property %s differs\n", r.States.Go, r.Transitions.Go, d.Property)
	return differenceText(w, d)
}

// differenceText says where a property differs.
func differenceText(w io.Writer, d *PropertyDifference) error {
	holds := map[bool]string{true: "holds", false: "is violated"}
	other := "program"
	if d.Generated {
		other = "generated model"
	}
	fmt.Fprintf(w, "in the model it %s, in the %s it %s", holds[d.SPIN], other, holds[d.Go])
	if d.Reason != "" {
		fmt.Fprintf(w, " (%s)", d.Reason)
	}
	where := "a state that no run reaches"
	if d.Reached {
		where = "a reachable state"
	}
	switch {
	case d.Event == "" && d.Generated:
		where = "a step from " + where
	case d.Event != "":
		where = fmt.Sprintf("step %q from %s", d.Event, where)
	}
	_, err := fmt.Fprintf(w, ", in %s:\n  %s\n", where, strings.Join(d.State, ", "))
	return err
}
