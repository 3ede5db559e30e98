package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/bounds"
	"github.com/mxgen/mxgen/results/show/picture"
)

func newBounds() *cobra.Command {
	var f limitFlags
	var measure, load string
	var asJSON, asSVG bool
	c := &cobra.Command{
		Use:   "bounds ALGORITHM",
		Short: "Find what an entry costs: messages, delays, averages, storage",
		Long: `Finds what an entry costs, and checks what the sources state against it.

--measure says what is found:
  messages    the least and the most messages for a request of each node
  bypass      entries of others while a request waits
  sync-delay  messages in sequence from an exit to the next entry, while somebody waits
  response    messages in sequence from a request to its entry, one request at a time
  average     expected messages for a request, one request at a time: rational numbers
  storage     bits of a node and of each message

Messages are in sequence if each is sent by the receipt of the one before.  Those
of an entry end with the one whose receipt makes the entry possible.

The explorer of the Go program finds the numbers, and SPIN confirms them.
docs/bounds.md has the definitions and the assumptions.

--load says which runs count.  Of messages: any counts those of a request while
other nodes request too; alone allows one request at a time; run counts all
messages of complete runs in which each node requests --rounds times.  Of
sync-delay: blocked takes exits while no message is under way, and lets nobody
request before the next entry, as the thesis assumes; any takes all exits.

--memory is for all searches together.  A search that does not fit is
inconclusive: the output says up to how many events all runs were seen.

Exit codes: 0 every stated bound holds, 1 a stated bound is violated, 2 wrong
usage, 3 a limit was reached, or there is no bound, 4 a tool failed.`,
		Example: `  mxgen bounds neilsen-mizuno --n 5 --topology line
  mxgen bounds raymond --n 4 --topology star --load alone --json
  mxgen bounds lamport --n 3 --rounds 1 --variant l1 --load run
  mxgen bounds token-ring --n 4 --measure bypass
  mxgen bounds raymond --n 4 --topology line --measure sync-delay
  mxgen bounds neilsen-mizuno --n 6 --topology star --measure average
  mxgen bounds raymond --n 4 --topology star --svg >bounds.svg`,
		Args: cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return algorithmNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if asSVG && (measure == string(registry.MeasureAverage) || measure == string(registry.MeasureStorage)) {
				return &config.Error{Operand: "--svg", Reason: "draws the numbers that occur for each node, and " + measure + " has none", Remedy: "leave it out"}
			}
			cfg, err := configuration(c, args[0])
			if err != nil {
				return err
			}
			if cfg.Bug != "" {
				return &config.Error{Operand: "bug " + cfg.Bug, Reason: "exists only in the model, and bounds needs the Go program as well", Remedy: "leave --bug out"}
			}
			if f.memory == "" {
				f.memory = defaultBoundsMemory()
			}
			spin, err := f.setUpSPIN(c)
			if err != nil {
				return err
			}
			finder := bounds.Finder{Tools: spin.tools, Limits: spin.limits}
			spinner := terminal.StartSpinner(progressTo(c), "counting "+cfg.String())
			b, err := finder.Find(observed(c, c.Context(), spinner.Note), cfg, registry.Measure(measure), registry.Load(load))
			spinner.Stop()
			if err != nil {
				return cancelled(c, err)
			}
			return showBounds(c.OutOrStdout(), b, asJSON, asSVG)
		},
	}
	configFlags(c)
	c.Flags().StringVar(&measure, "measure", string(registry.MeasureMessages), "messages, bypass, sync-delay, response, average or storage")
	c.Flags().StringVar(&load, "load", "", "any, alone, run or blocked (default: the first that the measure and the algorithm allow)")
	c.Flags().StringVar(&f.memory, "memory", "", "memory limit of all searches together, such as 500MB or 4GB (default: 8GB, or half of the machine's memory where that is less)")
	c.Flags().DurationVar(&f.timeout, "timeout", defaultLimits.timeout, "time limit of each search, such as 90s or 5m")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, schema "+results.BoundsSchema)
	c.Flags().BoolVar(&asSVG, "svg", false, "print the numbers as SVG: a row for each node, a dot for each number that occurs")
	c.MarkFlagsMutuallyExclusive("svg", "json")
	return c
}

// showBounds prints the bounds.  The error is the exit code.
func showBounds(w io.Writer, b *bounds.Bounds, asJSON, asSVG bool) error {
	if asSVG {
		if err := writeSVG(w, picture.DrawDots(b.Dots())); err != nil {
			return err
		}
	} else if asJSON {
		if err := writeJSON(w, b); err != nil {
			return err
		}
	} else if err := bounds.Table(w, b); err != nil {
		return err
	}
	switch {
	case b.Interrupted != "":
		return fmt.Errorf("%w; the numbers until then are in the output", errInterrupted)
	case b.Violated():
		return outcome(exitViolated)
	case !b.Complete || !b.Ends:
		return outcome(exitInconclusive)
	}
	return nil
}

// defaultBoundsMemory is the limit of all searches together: 8 GB, or half of the machine's
// memory where that is less.
func defaultBoundsMemory() string {
	if half := machineMemory() / 2; half < 8<<30 {
		return fmt.Sprintf("%dMB", max(half, config.MinimumMemory)>>20)
	}
	return defaultLimits.memory
}
