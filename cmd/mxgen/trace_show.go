package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/convert"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/results/report"
)

// traceShowFlags are the flags of trace show.
type traceShowFlags struct {
	traceInputFlags
	full, diagram bool
}

func newTraceShow() *cobra.Command {
	var f traceShowFlags
	c := &cobra.Command{
		Use:   "show TRACE | RESULTS | LOG | - ...",
		Short: "Print a run as verify prints a counterexample",
		Long: `Prints a run as mxgen verify prints a counterexample: numbered events, each with
the variables that it changes, node by node.  The middle of a long run is elided,
unless --full is given.  If a property is false after the last event and not
before, the run is printed as a counterexample of this property; otherwise the
properties that are false on the way are named.

Exit codes: 0 printed, 2 wrong usage or input.`,
		Example: `  mxgen run ricart-agrawala --n 3 -o trace.jsonl && mxgen trace show trace.jsonl
  mxgen verify ricart-agrawala --n 2 --variant no-tie-break --property deadlock --json | mxgen trace show - --diagram`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			commandStarted = true
			return f.run(c, args)
		},
	}
	c.Flags().BoolVar(&f.full, "full", false, "print every event of a long run")
	c.Flags().BoolVar(&f.diagram, "diagram", false, "print the run as a Mermaid sequence diagram")
	f.add(c)
	c.MarkFlagsMutuallyExclusive("full", "diagram")
	return c
}

func (f *traceShowFlags) run(c *cobra.Command, args []string) error {
	logs, remove, err := openLogs(c, args)
	defer remove()
	if err != nil {
		return err
	}
	in, err := f.open(c, logs)
	if err != nil {
		return cancelled(c, err)
	}
	spinner := terminal.StartSpinner(progressTo(c), "executing "+strings.Join(args, " "))
	shown, err := in.asResults(c)
	spinner.Stop()
	if err != nil {
		return cancelled(c, err)
	}
	if f.diagram {
		return f.printDiagram(c, shown)
	}
	for k, r := range shown {
		text := report.EventText(r, f.full)
		if k > 0 {
			text = "\n" + text
		}
		if _, err := fmt.Fprint(c.OutOrStdout(), text); err != nil {
			return err
		}
	}
	return nil
}

// asResults are the runs as results have them.
func (in *openedTrace) asResults(c *cobra.Command) ([]results.Result, error) {
	if in.form == convert.ResultsForm {
		return in.runsOfResults(), nil
	}
	runs, err := in.runs(c, false)
	if err != nil {
		return nil, err
	}
	r, err := runs[0].Result()
	if err != nil {
		return nil, err
	}
	if r.Property == "" {
		for _, v := range runs[0].Broken {
			warn(c.ErrOrStderr(), fmt.Sprintf("%s: %s is false after %s: %s", v.At, v.Property, v.Event, v.Reason))
		}
	}
	return []results.Result{r}, nil
}

// printDiagram prints the one run as a Mermaid text.
func (f *traceShowFlags) printDiagram(c *cobra.Command, shown []results.Result) error {
	text, err := mermaidOf(shown, "--diagram")
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(c.OutOrStdout(), text)
	return err
}

// mermaidOf is the one run as a Mermaid text.  The operand is what asks for it.
func mermaidOf(shown []results.Result, operand string) (string, error) {
	r, err := one(shown, operand, "--property selects one")
	if err != nil {
		return "", err
	}
	if r.Model != "" {
		return "", &config.Error{Operand: operand, Reason: "draws messages between nodes, and " + r.Model + " has none", Remedy: "leave it out"}
	}
	messages, err := replay.Messages(r.Configuration, r.Counterexample)
	if err != nil {
		messages = nil // a seeded bug is in the model alone
	}
	return report.Mermaid(r, messages), nil
}
