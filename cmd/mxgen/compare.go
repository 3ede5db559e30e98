package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/compare"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/promela"
)

// compareFlags are the flags of compare besides those of the configuration.
type compareFlags struct {
	limitFlags
	reports  reportFlags
	selected suiteFlags
	options  compare.Options
	model    onceFlag
	json     bool
	markdown string
}

func newCompare() *cobra.Command {
	var f compareFlags
	c := &cobra.Command{
		Use:   "compare ALGORITHM | SUITE.yaml...",
		Short: "Compare the state graph of the model with that of the Go program",
		Long: `Explores the model and the Go program completely, and compares their sets of
states and of labelled edges.  If the graphs differ, the difference nearest to
the initial state is printed with the events that lead to it.  If they are equal,
both sides evaluate every property on the same states and on the steps from them:
reachable states, and such with variables of one or several nodes changed.

The no-overflow of an edited model (--model) is compared with the generated model's, which
the head of the file names.  Its other checks must have the text of that model, in a
process that is alike; a formula or never claim that it has besides is not compared, and
named.  Not decided are a property that is written otherwise and is the
same in every state and step, since these are a sample; assertions of no-overflow that
fail in other steps, where no run reaches any of these; and a model of starvation in which
another process takes a step, since weak fairness depends on it.

Of suites, every configuration without a seeded bug is compared, or those that --tag and
--filter select; a signal (Ctrl-C) ends the command with a complete report of what was
compared until then.

Exit codes: 0 equal, 1 different, 2 wrong usage, 3 not decided, 4 a tool failed or a graph is too
large for the limits.`,
		Example: `  mxgen compare ricart-agrawala --n 3 --network fifo
  mxgen compare neilsen-mizuno --n 4 --topology star --json
  mxgen compare models/suites/quick.yaml
  mxgen compare models/suites/*.yaml --filter 'raymond.*--n 3' --report junit=FILE
  mxgen gen centralized --n 3 -o my.pml && mxgen compare centralized --n 3 --model my.pml`,
		Args:              oneOrSuites,
		ValidArgsFunction: completeAlgorithm,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.reports.check(); err != nil {
				return err
			}
			if isSuite(args[0]) {
				return compareSuites(c, args, f)
			}
			if err := f.selected.refuseWithoutSuite(c); err != nil {
				return err
			}
			cfg, err := configuration(c, args[0])
			if err != nil {
				return err
			}
			if c.Flags().Changed("model") {
				if f.options.Model, err = readModel(f.model.text); err != nil {
					return err
				}
			}
			if f.markdown != "" {
				return &config.Error{Operand: "--markdown", Reason: "needs a suite", Remedy: "compare a SUITE.yaml"}
			}
			if err := f.checkEdges(c); err != nil {
				return err
			}
			comparer, err := f.comparer(c)
			if err != nil {
				return err
			}
			spinner := terminal.StartSpinner(progressTo(c), "comparing "+cfg.String())
			r, err := comparer.Compare(observed(c, c.Context(), spinner.Note), cfg, f.options)
			spinner.Stop()
			if err != nil {
				if f.model.given {
					nameModel(err, filepath.Base(f.model.text))
				}
				return cancelled(c, err)
			}
			failed := f.reports.write(c, compare.Results("", []compare.SuiteComparison{{Configuration: cfg, Comparison: r}}))
			return orFailed(showComparison(c.OutOrStdout(), r, f.json), failed)
		},
	}
	configFlags(c)
	c.Flags().Var(&f.model, "model", "compare this file, an edited copy of the generated model")
	c.Flags().Int64Var(&f.options.MaxEdges, "max-edges", 0, fmt.Sprintf("compare the edges of larger graphs by a hash (default %d)", compare.DefaultMaxEdges))
	f.addPerRun(c)
	f.addJobs(c, "number of concurrent comparisons of a suite")
	f.reports.add(c)
	f.selected.addSelection(c, "compare")
	c.Flags().StringVar(&f.markdown, "markdown", "", "print a suite's comparisons as a Markdown table: rows")
	c.Flags().BoolVar(&f.json, "json", false, "print JSON, schema "+results.CompareSchema)
	c.MarkFlagsMutuallyExclusive("json", "markdown")
	return c
}

// nameModel gives an edited model its own name in an error.
func nameModel(err error, name string) {
	var tool *process.ToolError
	var bad *config.Error
	switch {
	case errors.As(err, &tool):
		tool.Reason = strings.ReplaceAll(tool.Reason, runner.ModelFile+":", name+":")
	case errors.As(err, &bad) && (bad.Operand == "model" || strings.HasPrefix(bad.Operand, "model line ")):
		bad.Operand = name + strings.TrimPrefix(bad.Operand, "model")
	}
}

// checkEdges refuses a wrong value of --max-edges.
func (f compareFlags) checkEdges(c *cobra.Command) error {
	if c.Flags().Changed("max-edges") && f.options.MaxEdges < 1 {
		return &config.Error{Operand: fmt.Sprintf("max-edges %d", f.options.MaxEdges), Reason: "needs at least 1"}
	}
	return nil
}

// comparer returns a comparer with the limits of the flags.
func (f compareFlags) comparer(c *cobra.Command) (compare.Comparer, error) {
	spin, err := f.setUpSPIN(c)
	return compare.Comparer{Tools: spin.tools, Limits: spin.limits, Slots: spin.slots}, err
}

// readModel reads an edited model.  It refuses what the comparison cannot read; embedded C
// and includes, which could execute and read anything, are among that.
func readModel(path string) ([]byte, error) {
	data, err := readAtMost(path, maxModel)
	if err != nil {
		return nil, err
	}
	if line, why, remedy := promela.HiddenState(data); why != "" {
		return nil, &config.Error{Operand: fmt.Sprintf("model %q line %d", path, line), Reason: "cannot be compared: " + why, Remedy: remedy}
	}
	return data, nil
}

// showComparison prints a comparison.  The error is the exit code.
func showComparison(w io.Writer, r *compare.Comparison, asJSON bool) error {
	if asJSON {
		if err := writeJSON(w, r); err != nil {
			return err
		}
	} else if err := compare.Text(w, r); err != nil {
		return err
	}
	switch {
	case r.Equal:
		return nil
	case r.Undecided != nil:
		return outcome(exitInconclusive)
	}
	return outcome(exitViolated)
}
