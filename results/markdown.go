package results

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/runner/pan"
)

// MarkdownTable writes the results of a suite as a Markdown table, a row for
// each configuration: its states, the bytes of one, the time of pan for all
// properties together, the memory of the largest run, and the verdicts.
func MarkdownTable(w io.Writer, rs []Result) error {
	fmt.Fprintln(w, "| Configuration | States | Bytes a state | Seconds | MB | Verdicts |")
	fmt.Fprintln(w, "|---|--:|--:|--:|--:|---|")
	for one := range configurationsOf(rs) {
		var states, vector, memory int64
		seconds := 0.0
		for _, r := range one {
			if states == 0 { // mutex comes first; ghosts and fairness multiply states
				states, vector = r.States, r.Vector
			}
			memory = max(memory, r.Memory)
		}
		for run := range runsOf(one) {
			seconds += run
		}
		if _, err := fmt.Fprintf(w, "| `%s` | %d | %d | %.1f | %d | %s |\n",
			one[0].Configuration, states, vector, seconds, memory>>20, verdictsOf(one)); err != nil {
			return err
		}
	}
	return nil
}

// runsOf are the times of the different runs of pan: the safety properties that
// were decided by one run have the same.
func runsOf(rs []Result) func(yield func(float64) bool) {
	return func(yield func(float64) bool) {
		var seen []string
		for _, r := range rs {
			key := r.SHA256 + strings.Join(r.Commands, "\n")
			if slices.Contains(seen, key) {
				continue
			}
			seen = append(seen, key)
			if !yield(r.Seconds) {
				return
			}
		}
	}
}

// verdictsOf says in a cell which properties pass, or which do not.
func verdictsOf(rs []Result) string {
	var others []string
	liveness := false
	for _, r := range rs {
		liveness = liveness || r.Fairness == FairnessMessage
		if r.Verdict != pan.Pass {
			others = append(others, r.Property+": "+string(r.Verdict))
		}
	}
	switch {
	case len(others) > 0:
		return strings.Join(others, ", ")
	case liveness:
		return "safe and live"
	}
	return "safe"
}

// MarkdownNetworks writes the results of a suite as a Markdown table with a
// column for each network.
func MarkdownNetworks(w io.Writer, rs []Result) error {
	networks := []config.Network{config.FIFO, config.Unordered}
	cells := map[string]map[config.Network]string{}
	var names []string
	for one := range configurationsOf(rs) {
		c := one[0].Configuration
		network := c.Network
		c.Network = ""
		if cells[c.String()] == nil {
			cells[c.String()] = map[config.Network]string{}
			names = append(names, c.String())
		}
		cells[c.String()][network] = verdictsOf(one)
	}
	fmt.Fprintln(w, "| Configuration | First in, first out | Unordered |")
	fmt.Fprintln(w, "|---|---|---|")
	for _, name := range names {
		row := []string{"`" + name + "`"}
		for _, n := range networks {
			cell := cells[name][n]
			if cell == "" {
				cell = "not modelled"
			}
			row = append(row, cell)
		}
		if _, err := fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | ")); err != nil {
			return err
		}
	}
	return nil
}
