package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/bounds"
)

func newBounds() *cobra.Command {
	var f limitFlags
	var measure, load string
	var asJSON bool
	c := &cobra.Command{
		Use:   "bounds ALGORITHM",
		Short: "Find the least and the greatest number of messages for one entry",
		Long: `Finds the exact minimum and maximum of the messages for one request of each node,
and checks the bounds that the sources state against them.  The explorer of the
Go program finds the numbers.  SPIN then verifies that no run has a number
outside, and finds a shortest run with each of the two.

--load says which messages count: any counts those of a request while other
nodes request too; alone allows one request at a time; run counts all messages
of complete runs in which each node requests --rounds times.

Exit codes: 0 every stated bound holds, 1 a stated bound is violated, 2 wrong
usage, 3 a limit was reached, or there is no bound, 4 a tool failed.`,
		Example: `  mxgen bounds neilsen-mizuno --n 5 --topology line
  mxgen bounds raymond --n 4 --topology star --load alone --json
  mxgen bounds lamport --n 3 --rounds 1 --variant l1 --load run
  mxgen bounds token-ring --n 4 --measure bypass`,
		Args: cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return algorithmNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := configuration(c, args[0])
			if err != nil {
				return err
			}
			if cfg.Bug != "" {
				return &config.Error{Operand: "bug " + cfg.Bug, Reason: "exists only in the model, and bounds needs the Go program as well", Remedy: "leave --bug out"}
			}
			spin, err := f.setUpSPIN(c)
			if err != nil {
				return err
			}
			finder := bounds.Finder{Tools: spin.tools, Limits: spin.limits, Slots: spin.slots}
			stop := terminal.StartSpinner(c.ErrOrStderr(), "counting "+cfg.String())
			b, err := finder.Find(c.Context(), cfg, registry.Measure(measure), registry.Load(load))
			stop()
			if err != nil {
				return cancelled(c, err)
			}
			return showBounds(c.OutOrStdout(), b, asJSON)
		},
	}
	configFlags(c)
	c.Flags().StringVar(&measure, "measure", string(registry.MeasureMessages), "what is counted: messages, or bypass, the entries of other nodes while a request waits")
	c.Flags().StringVar(&load, "load", "", "any, alone or run (default: the first of these that the messages of the algorithm allow)")
	f.addPerRun(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, schema "+results.BoundsSchema)
	return c
}

// showBounds prints the bounds.  The error is the exit code.
func showBounds(w io.Writer, b *bounds.Bounds, asJSON bool) error {
	if asJSON {
		if err := writeJSON(w, b); err != nil {
			return err
		}
	} else if err := bounds.Table(w, b); err != nil {
		return err
	}
	if !b.Ends {
		return outcome(exitInconclusive)
	}
	for _, c := range b.Stated {
		if !c.Holds {
			return outcome(exitViolated)
		}
	}
	return nil
}
