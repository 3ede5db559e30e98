// Package report writes results for people to read: tables of one configuration, of a
// user's file and of a suite, the same as Markdown, and counterexamples as text and
// as Mermaid diagrams.
//
//	table.go         a line for each property of a configuration
//	model_table.go   a line for each property of a user's file
//	suite_table.go   a line for each configuration or file of a suite
//	columns.go       tables that fit a terminal
//	markdown.go      suites as Markdown tables
//	event_text.go    a counterexample, event by event
//	mermaid.go       a counterexample as a sequence diagram
//	parsed.go        what somebody else's output of pan means
//
// The tables of compare, bounds and sweep are in the packages of their data.  Nothing
// here decides or executes anything.
package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/results"
)

// Configuration writes the results of one configuration, a line for each property.
func Configuration(w io.Writer, rs []results.Result) error {
	if len(rs) == 0 {
		return nil
	}
	scope := "for any number of requests"
	if !rs[0].Unbounded {
		scope = fmt.Sprintf("for at most %d requests of each node", rs[0].Rounds)
		if rs[0].Rounds == 1 {
			scope = "for at most one request of each node"
		}
	}
	fmt.Fprintf(w, "%s\n%s\n\n", rs[0].Configuration, scope)
	if err := propertyLines(w, rs); err != nil {
		return err
	}
	if err := notes(w, "reason", rs, cutReason); err != nil {
		return err
	}
	return writeWarnings(w, rs)
}

// propertyLines writes a line for each result, with its property first.  The numbers are those
// of the search that decided the property, the largest where several did.
// Where no verdict assumes fairness, the table does not mention it.
func propertyLines(w io.Writer, rs []results.Result) error {
	unfair := !slices.ContainsFunc(rs, func(r results.Result) bool { return r.Fairness != results.FairnessNone })
	t := Columns{Titles: []string{"PROPERTY", "VERDICT", "STATES", "SECONDS", "FAIRNESS", "REASON"}, Right: []bool{false, false, true, true, false, false}}
	const fairness = 4
	for _, r := range rs {
		t.Add(r.Property, verdictCell(r), strconv.FormatInt(r.States, 10), fmt.Sprintf("%.2f", r.Seconds), r.Fairness, brief(r.Reason))
	}
	if unfair {
		t.drop(fairness)
	}
	return t.Write(w)
}

// verdictCell is a verdict, with a note if it comes from the cache.
func verdictCell(r results.Result) string {
	if r.Cached {
		return string(r.Verdict) + " (cached)"
	}
	return string(r.Verdict)
}

// mostReason bounds the reason in a line of a table, in bytes.
const mostReason = 70

// brief is a reason that fits on the line: an assertion's text can be very long.
func brief(reason string) string {
	if len(reason) > mostReason {
		return strings.ToValidUTF8(reason[:mostReason-3], "") + "..."
	}
	return reason
}

// cutReason is the whole of a reason that brief cuts, for a line below the table: its end
// may say what the user can do.
func cutReason(r results.Result) []string {
	if len(r.Reason) > mostReason {
		return []string{r.Reason}
	}
	return nil
}

// writeWarnings writes each warning with its configuration and property.
func writeWarnings(w io.Writer, rs []results.Result) error {
	for _, r := range rs {
		for _, warning := range r.Warnings {
			if _, err := fmt.Fprintf(w, "warning: %s: %s: %s\n", r.Subject(), r.Property, warning); err != nil {
				return err
			}
		}
	}
	return nil
}
