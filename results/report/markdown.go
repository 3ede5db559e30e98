package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
)

// Markdown writes the results of a suite as a Markdown table, a row for each
// configuration: states and bytes of a state of the safety model, the time of pan for all
// properties together, the memory of the largest run, and the verdicts.
func Markdown(w io.Writer, rs []results.Result) error {
	fmt.Fprintln(w, "| Configuration | States | Bytes a state | Seconds | MB | Verdicts |")
	fmt.Fprintln(w, "|---|--:|--:|--:|--:|---|")
	for _, one := range results.EachCase(rs) {
		var states, vector, memory int64
		seconds := 0.0
		if safety := Safety(one); safety != nil {
			states, vector = safety.States, safety.Vector
		}
		for _, r := range one {
			memory = max(memory, r.Memory)
		}
		for run := range runsOf(one) {
			seconds += run
		}
		if _, err := fmt.Fprintf(w, "| `%s` | %d | %d | %.1f | %d | %s |\n",
			one[0].Subject(), states, vector, seconds, memory>>20, verdictsOf(one)); err != nil {
			return err
		}
	}
	return nil
}

// runsOf yields the seconds of each run of pan once: the safety properties that one run
// decided have the same model and commands.
func runsOf(rs []results.Result) func(yield func(float64) bool) {
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

// verdictsOf is the cell for the verdicts of a configuration: "safe" or "safe and live"
// if all properties pass, otherwise the verdicts of those that do not.
func verdictsOf(rs []results.Result) string {
	var others []string
	liveness := false
	for _, r := range rs {
		liveness = liveness || r.Fairness == results.FairnessMessage
		if r.Verdict != results.Pass {
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
func MarkdownNetworks(w io.Writer, rs []results.Result) error {
	networks := []config.Network{config.FIFO, config.Unordered}
	cells := map[string]map[config.Network]string{}
	var names []string
	for _, one := range results.EachCase(rs) {
		c := one[0].Configuration
		if one[0].Model != "" {
			continue // it has no network
		}
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
