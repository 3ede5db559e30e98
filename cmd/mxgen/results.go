package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/diff"
)

func newResults() *cobra.Command {
	c := &cobra.Command{
		Use:   "results",
		Short: "Compare the verdicts of two runs of verify",
		Long: `Compares what mxgen verify --json has written in two runs, or makes a baseline of
one.  A baseline is kept with the models, and CI compares every run with it.`,
		Example: `  mxgen verify SUITE.yaml --json > new.json
  mxgen results baseline new.json > baseline.json
  mxgen results diff baseline.json new.json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newResultsDiff(), newResultsBaseline())
	return c
}

// diffFlags are the flags of results diff.
type diffFlags struct {
	factor float64
	least  time.Duration
	asJSON bool
}

func newResultsDiff() *cobra.Command {
	var f diffFlags
	c := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say which verdicts, numbers of states and times have changed",
		Long: `Compares two runs of mxgen verify: each operand is what --json has written, or a
directory with such files *.json, those of the shards of a suite for example.  Results are compared by suite,
configuration (or file and its -D) and property.

A regression is a worse verdict, a verdict that no longer is as expected, another
number of states of a pass, a result that is missing, a new result that is not as
expected, and a run that takes --factor times as long.  Runs below --least, from
the cache or without a time, as in a baseline, are not compared by time.

Exit codes: 0 no regression, 1 a regression, 2 wrong usage or input.`,
		Example: `  mxgen results diff results/baseline.json new.json
  mxgen results diff old.json new.json --factor 2 --least 5s
  mxgen results diff old.json SHARDS --json`,
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			commandStarted = true
			return f.run(c, args[0], args[1])
		},
	}
	c.Flags().Float64Var(&f.factor, "factor", 5, "report a run that takes this many times as long or as short; 0: no times")
	c.Flags().DurationVar(&f.least, "least", time.Second, "compare the times of two runs if the longer one takes this long")
	c.Flags().BoolVar(&f.asJSON, "json", false, "print JSON, schema "+diff.Schema)
	return c
}

func (f diffFlags) run(c *cobra.Command, before, after string) error {
	if f.factor != 0 && !(f.factor >= 1) {
		return &config.Error{Operand: fmt.Sprintf("factor %g", f.factor), Reason: "needs at least 1, or 0 for no times"}
	}
	if f.least < 0 {
		return &config.Error{Operand: fmt.Sprintf("least %s", f.least), Reason: "needs a time of at least 0s"}
	}
	old, err := diff.Read(before)
	if err != nil {
		return err
	}
	now, err := diff.Read(after)
	if err != nil {
		return err
	}
	d := diff.Compare(old, now, diff.Options{Factor: f.factor, Least: f.least.Seconds()})
	if f.asJSON {
		err = writeJSON(c.OutOrStdout(), d)
	} else {
		err = diff.Table(c.OutOrStdout(), d)
	}
	if err == nil && d.Regressions > 0 {
		err = outcome(exitViolated)
	}
	return err
}

func newResultsBaseline() *cobra.Command {
	return &cobra.Command{
		Use:   "baseline FILE | DIR",
		Short: "Print a run without times, commands and counterexamples, to be kept as a baseline",
		Long: `Prints what mxgen verify --json has written, without what differs from machine to
machine: times, memory, commands, versions, hashes and counterexamples.  It has a
line for each result, so that a change of it can be reviewed.  The schema is
` + results.Schema + `.`,
		Example: "  mxgen verify SUITE.yaml --json > new.json\n  mxgen results baseline new.json > baseline.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			commandStarted = true
			rs, err := diff.Read(args[0])
			if err != nil {
				return err
			}
			return diff.WriteBaseline(c.OutOrStdout(), rs)
		},
	}
}
