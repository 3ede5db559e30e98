package bounds

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
)

// Table writes the bounds of each node, the bounds that the sources state, and the runs
// with the extreme numbers.
func Table(w io.Writer, b *Bounds) error {
	fmt.Fprintf(w, "%s\n%s\n", b.Configuration, b.counted())
	if !b.Complete {
		fmt.Fprintf(w, "INCONCLUSIVE: %s\nall runs of %d events were seen; what follows occurs, but there may be more\n", b.Reason, b.Depth)
	}
	switch {
	case b.Average != nil:
		return b.Average.write(w)
	case b.Storage != nil:
		return b.Storage.write(w)
	}
	if !b.Ends && !b.Complete {
		return nil
	}
	if !b.Ends {
		_, err := fmt.Fprintln(w, "no request or run ever ends: there is nothing to count")
		return err
	}
	table := report.Columns{Titles: []string{"node", "least", "most", "all values"}}
	if b.Load != registry.LoadRun {
		for _, n := range b.Nodes {
			if !n.Ends {
				table.Add(strconv.Itoa(n.Node), "never ends", "", "")
				continue
			}
			table.Add(strconv.Itoa(n.Node), strconv.Itoa(n.Least), strconv.Itoa(n.Most), ranges(n.Values))
		}
	}
	table.Add("all", strconv.Itoa(b.Least), strconv.Itoa(b.Most), "")
	if err := table.Write(w); err != nil {
		return err
	}
	for _, stated := range b.Stated {
		fmt.Fprintf(w, "stated bound: %s\n", stated.text(b.Entries))
	}
	if s := b.SPIN; s != nil {
		fmt.Fprintf(w, "SPIN: %s\n", s)
	}
	if b.Unserved {
		fmt.Fprintln(w, "not counted: requests that are never served; verify --property starvation shows one")
	}
	for _, n := range b.Nodes {
		if n.Node == b.MostNode && b.MostRun != nil {
			fmt.Fprintf(w, "\na run with the most%s, %d:\n", ofNode(n.Node), n.Most)
			writeEvents(w, b.MostRun)
		}
	}
	for _, n := range b.Nodes {
		if n.Node == b.LeastNode && b.LeastRun != nil {
			fmt.Fprintf(w, "\na run with the least%s, %d:\n", ofNode(n.Node), n.Least)
			writeEvents(w, b.LeastRun)
		}
	}
	return nil
}

// counted says what the numbers count.
func (b *Bounds) counted() string {
	switch {
	case b.Measure == registry.MeasureDelay && b.Load == registry.LoadBlocked:
		return "messages in sequence from an exit to the next entry, while somebody waits; at the exit no message is under way, and nobody requests until the entry"
	case b.Measure == registry.MeasureDelay:
		return "messages in sequence from an exit to the next entry, while somebody waits; by the node that enters"
	case b.Measure == registry.MeasureResponse:
		return "messages in sequence from a request to its entry, one request at a time"
	case b.Measure == registry.MeasureAverage:
		return "expected messages for one entry, one request at a time, each equally likely to be any node's"
	case b.Measure == registry.MeasureStorage:
		return "bits of a node and of a message: for each variable and field those that tell its values apart, in all reachable states"
	case b.Measure == registry.MeasureBypass:
		return "entries of other nodes while a request waits"
	case b.Load == registry.LoadRun:
		return fmt.Sprintf("messages of complete runs with %d entries", b.Entries)
	case b.Load == registry.LoadAlone:
		return "messages for one entry, one request at a time"
	}
	return "messages for one entry"
}

// ranges writes ascending numbers.  Three or more consecutive numbers are written as 3-7.
func ranges(all []int) string {
	var parts []string
	for k := 0; k < len(all); {
		end := k
		for end+1 < len(all) && all[end+1] == all[end]+1 {
			end++
		}
		switch {
		case end > k+1:
			parts = append(parts, fmt.Sprintf("%d-%d", all[k], all[end]))
		default:
			end = k
			parts = append(parts, strconv.Itoa(all[k]))
		}
		k = end + 1
	}
	return strings.Join(parts, ", ")
}

// ofNode names the node whose request is counted, "" for a complete run.
func ofNode(i int) string {
	if i == 0 {
		return ""
	}
	return fmt.Sprintf(" of node %d", i)
}

// text describes a stated bound and whether it holds.
func (b StatedBound) text(entries int) string {
	side, value := "at most", fmt.Sprintf("%s = %d", b.Formula, b.Value)
	if b.Formula == strconv.Itoa(b.Value) {
		value = b.Formula
	}
	if b.OneOf != nil {
		side, value = "always", b.Formula
	}
	if b.Lower {
		side = "at least"
	}
	if entries > 1 && b.OneOf == nil {
		value = fmt.Sprintf("%s, for %d entries %d", b.Formula, entries, b.Value)
	}
	if b.Node > 0 {
		value += fmt.Sprintf(" for node %d", b.Node)
	}
	verdict := "VIOLATED"
	switch {
	case b.Open:
		verdict = "not decided"
	case b.Holds && b.Reached:
		verdict = "holds, and is reached"
	case b.Holds:
		verdict = "holds"
	}
	text := fmt.Sprintf("%s %s (%s): %s for %s", side, value, b.Source, verdict, b.Judged)
	if b.Refuted != "" && !b.Violated() {
		text += "; refuted otherwise: " + b.Refuted
	}
	return text
}

// writeEvents writes the events of a run.
func writeEvents(w io.Writer, c *results.Counterexample) {
	if c == nil {
		return
	}
	for k, s := range c.Steps {
		fmt.Fprintf(w, "%4d  %s\n", k+1, s.Event)
	}
}
