package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/results"
)

// TraceCheck writes what was found about logs, as text.
func TraceCheck(w io.Writer, c *results.TraceCheck) error {
	var b strings.Builder
	switch j := c.Rejection; {
	case j != nil:
		fmt.Fprintf(&b, "%s:%d: %s is impossible: %s\n", j.File, j.Line, j.Event, j.Reason)
		rejection(&b, j)
	case c.Verdict == "inconclusive":
		fmt.Fprintf(&b, "inconclusive: %s\n", c.Reason)
	default:
		fmt.Fprintf(&b, "%s: a run of %s, %d event lines\n", strings.Join(c.Logs, " "), c.Configuration, c.Lines)
	}
	if c.Inferred != nil {
		fmt.Fprintf(&b, "  inferred: %s\n", inferred(c.Inferred))
	}
	if c.Orders != nil {
		fmt.Fprintf(&b, "  open: %s\n", open(c.Orders))
	}
	if c.Verdict == string(results.Error) {
		fmt.Fprintf(&b, "error: %s\n", c.Reason)
	}
	fmt.Fprintf(&b, "  the SPIN model: %s\n", c.SPIN)
	for _, v := range c.Violations {
		fmt.Fprintf(&b, "%s:%d: %s is false after %s: %s\n", v.File, v.Line, v.Property, v.Event, v.Reason)
	}
	if len(c.Violations) == 0 && c.Verdict == "accepted" {
		fmt.Fprintf(&b, "  hold after every event: %s\n", strings.Join(c.Properties, ", "))
	}
	for _, warning := range c.Warnings {
		fmt.Fprintf(&b, "  note: %s\n", warning)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// inferred lists how many events have no line.
func inferred(counts map[string]int) string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		word := map[string]string{"receive": "deliveries", "request": "requests", "enter": "entries", "exit": "exits"}[kind]
		parts = append(parts, fmt.Sprintf("%d %s", counts[kind], word))
	}
	return strings.Join(parts, ", ")
}

// open says in how many orders the events can come.
func open(o *results.TraceOrders) string {
	count := o.Least
	if len(count) > 12 { // a number of more digits says no more
		count = fmt.Sprintf("10^%d", len(count)-1)
	}
	var parts []string
	for _, s := range o.Stretches {
		from, to := fmt.Sprintf("%s:%d", s.From.File, s.From.Line), fmt.Sprintf("%s:%d", s.To.File, s.To.Line)
		part := fmt.Sprintf("%d of %s to %s", s.Orders, from, to)
		if from == to {
			part = fmt.Sprintf("%d around %s", s.Orders, from)
		}
		parts = append(parts, part)
	}
	if o.More > 0 {
		parts = append(parts, fmt.Sprintf("and %d more stretches", o.More))
	}
	return fmt.Sprintf("at least %s orders of all events: %s", count, strings.Join(parts, ", "))
}

func rejection(b *strings.Builder, j *results.TraceRejection) {
	for k, h := range j.Histories {
		if len(j.Histories) > 1 {
			fmt.Fprintf(b, "  possible history %d:\n", k+1)
		}
		fmt.Fprintf(b, "  the node before it: %s\n", variables(h.State))
		fmt.Fprintf(b, "  under way to it: %s\n", orNone(h.UnderWay))
		fmt.Fprintf(b, "  possible instead: %s\n", orNone(h.Possible))
	}
	if j.More > 0 {
		fmt.Fprintf(b, "  and %d further histories\n", j.More)
	}
	if j.Stretch != nil {
		lines := "this line alone is"
		if j.Stretch.Lines > 1 {
			lines = fmt.Sprintf("lines %d to %d alone are", j.Stretch.From, j.Line)
		}
		fmt.Fprintf(b, "  %s impossible from every reachable state\n", lines)
	}
	if len(j.Recent) > 0 {
		fmt.Fprintln(b, "  the last events of the nodes concerned:")
	}
	for _, e := range j.Recent {
		place := "inferred"
		if e.Line > 0 {
			place = fmt.Sprintf("%s:%d", e.File, e.Line)
		}
		fmt.Fprintf(b, "    %s: %s\n", place, e.Event)
	}
}

func orNone(all []string) string {
	if len(all) == 0 {
		return "nothing"
	}
	return strings.Join(all, ", ")
}

func variables(state map[string]any) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(state)) {
		parts = append(parts, fmt.Sprintf("%s %v", name, state[name]))
	}
	return strings.Join(parts, ", ")
}
