package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/compare"
)

// compareSuites compares every configuration of suites that is wanted.
func compareSuites(c *cobra.Command, paths []string, f compareFlags) error {
	if err := noConfigFlags(c, paths[0]); err != nil {
		return err
	}
	if c.Flags().Changed("model") {
		return &config.Error{Operand: "--model", Reason: "cannot be combined with a suite", Remedy: "name an algorithm and its configuration"}
	}
	if err := f.checkEdges(c); err != nil {
		return err
	}
	if f.markdown != "" && f.markdown != "rows" {
		return &config.Error{Operand: fmt.Sprintf("markdown %.40q", f.markdown), Reason: "unknown", Remedy: "there is rows"}
	}
	s, err := f.selected.load(paths)
	if err != nil {
		return err
	}
	comparer, err := f.comparer(c)
	if err != nil {
		return err
	}
	total := 0
	for _, one := range s.Cases {
		if one.Compared() {
			total++
		}
	}
	progress := terminal.NewProgress(progressTo(c), total, s.Name, nil)
	done := 0
	all, err := comparer.Suite(observed(c, c.Context(), progress.Note), s, f.options, func(one compare.SuiteComparison) {
		progress.Step(done, fmt.Sprintf("%s: %s", one.Configuration, outcomeOf(one)))
		done++
	})
	progress.Finish()
	report := compare.Report{Schema: results.CompareSchema, Suite: s.Name, Comparisons: all}
	verdicts := compare.Results(s.Name, all)
	if err != nil {
		report.Interrupted = results.InterruptedBy(c.Context())
		verdicts.Interrupted = report.Interrupted
	}
	failed := f.reports.write(c, verdicts)
	if wrong := showComparisons(c.OutOrStdout(), report, f); wrong != nil {
		return wrong
	}
	if err != nil {
		return fmt.Errorf("%w; %d of %d configurations were compared", errInterrupted, done, total)
	}
	return orFailed(comparisonsCode(all), failed)
}

// showComparisons prints the comparisons of suites.
func showComparisons(w io.Writer, r compare.Report, f compareFlags) error {
	switch {
	case f.json:
		return writeJSON(w, r)
	case f.markdown != "":
		return compare.Markdown(w, r.Comparisons)
	}
	return compare.Table(w, r.Comparisons)
}

// outcomeOf describes a comparison in a few words.
func outcomeOf(one compare.SuiteComparison) string {
	switch {
	case one.Err != nil:
		return "not compared: " + one.Reason
	case one.Comparison.Equal:
		return "equal"
	}
	return "different"
}

// comparisonsCode returns the exit code of a suite.  A comparison that failed counts before
// one that found a difference.
func comparisonsCode(all []compare.SuiteComparison) error {
	code := 0
	for _, one := range all {
		switch {
		case one.Err != nil:
			return one.Err
		case !one.Comparison.Equal:
			code = exitViolated
		}
	}
	if code != 0 {
		return outcome(code)
	}
	return nil
}
