package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/bounds"
)

func newBounds() *cobra.Command {
	var f verifyFlags
	var measure, load string
	c := &cobra.Command{
		Use:   "bounds ALGORITHM",
		Short: "Find how many messages an entry costs, at least and at most",
		Long: `Finds exactly how many messages are sent for one request, at least and at most,
by node: the explorer finds both numbers, SPIN shows that nothing is outside and
finds a shortest run to each.  Beside them stands what the sources claim.

Loads: any, whatever else can happen; alone, one request at a time; run, all
messages of complete runs in which each node requests --rounds times.

Exit codes: 0 every claim holds, 1 a claim fails, 2 bad usage, 3 not decided
within the limits, or there is no bound, 4 a tool failed.`,
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
				return &config.Error{Operand: "bug " + cfg.Bug, Reason: "is in the model alone, and bounds needs the program as well", Remedy: "leave --bug out"}
			}
			v, err := f.verifier(c)
			if err != nil {
				return err
			}
			stop := startSpinner(c.ErrOrStderr(), "counting "+cfg.String())
			b, err := boundsFinder(v).Find(c.Context(), cfg, registry.Measure(measure), registry.Load(load))
			stop()
			if err != nil {
				return cancelled(c, err)
			}
			return showBounds(c.OutOrStdout(), b, f.json)
		},
	}
	configFlags(c)
	c.Flags().StringVar(&measure, "measure", string(registry.MeasureMessages), "messages, or bypass: entries of others while a request waits")
	c.Flags().StringVar(&load, "load", "", "any, alone or run (default: as the algorithm's messages can be told apart)")
	limitFlags(c, &f)
	c.Flags().BoolVar(&f.json, "json", false, "as JSON, schema "+results.BoundsSchema)
	return c
}

func showBounds(w io.Writer, b *bounds.Bounds, asJSON bool) error {
	if asJSON {
		if err := writeJSON(w, b); err != nil {
			return err
		}
	} else if err := printBounds(w, b); err != nil {
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

// what is counted, in words.
func what(b *bounds.Bounds) string {
	switch {
	case b.Measure == registry.MeasureBypass:
		return "entries of others while a request waits"
	case b.Load == registry.LoadRun:
		return fmt.Sprintf("messages of complete runs with %d entries", b.Entries)
	case b.Load == registry.LoadAlone:
		return "messages for an entry, one request at a time"
	}
	return "messages for an entry"
}

func printBounds(w io.Writer, b *bounds.Bounds) error {
	fmt.Fprintf(w, "%s\n%s\n", b.Configuration, what(b))
	if !b.Ends {
		_, err := fmt.Fprintln(w, "no request, or run, comes to its end: there is nothing to count")
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if b.Load != registry.LoadRun {
		fmt.Fprintln(table, "node\tleast\tmost\tall that come out")
		for _, n := range b.Nodes {
			if !n.Ends {
				fmt.Fprintf(table, "%d\tnever ends\n", n.Node)
				continue
			}
			fmt.Fprintf(table, "%d\t%d\t%d\t%s\n", n.Node, n.Least, n.Most, numbers(n.Values))
		}
	}
	fmt.Fprintf(table, "all\t%d\t%d\t\n", b.Least, b.Most)
	if err := table.Flush(); err != nil {
		return err
	}
	for _, c := range b.Stated {
		fmt.Fprintf(w, "claim: %s\n", claimText(c, b.Entries))
	}
	if b.Unserved {
		fmt.Fprintln(w, "not counted: requests that are never served; verify shows that there are such")
	}
	for _, n := range b.Nodes {
		if n.Node == b.MostNode {
			fmt.Fprintf(w, "\na run to the most%s, %d:\n", ofNode(n.Node), n.Most)
			printRun(w, b.MostRun)
		}
	}
	for _, n := range b.Nodes {
		if n.Node == b.LeastNode && b.LeastRun != nil {
			fmt.Fprintf(w, "\na run to the least%s, %d:\n", ofNode(n.Node), n.Least)
			printRun(w, b.LeastRun)
		}
	}
	return nil
}

// numbers writes ascending numbers, runs of them as 3-7.
func numbers(all []int) string {
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

// ofNode names a node whose request a run is about, if it is about one.
func ofNode(i int) string {
	if i == 0 {
		return ""
	}
	return fmt.Sprintf(" of node %d", i)
}

func claimText(c bounds.StatedBound, entries int) string {
	side, value := "at most", fmt.Sprintf("%s = %d", c.Formula, c.Value)
	if c.OneOf != nil {
		side, value = "always", c.Formula
	}
	if c.Lower {
		side = "at least"
	}
	if entries > 1 && c.OneOf == nil {
		value = fmt.Sprintf("%s, for %d entries %d", c.Formula, entries, c.Value)
	}
	if c.Node > 0 {
		value += fmt.Sprintf(" for node %d", c.Node)
	}
	verdict := "FAILS"
	switch {
	case c.Holds && c.Reached:
		verdict = "holds, and is reached"
	case c.Holds:
		verdict = "holds"
	}
	return fmt.Sprintf("%s %s (%s): %s", side, value, c.Source, verdict)
}

func printRun(w io.Writer, c *results.Counterexample) {
	if c == nil {
		return
	}
	for k, s := range c.Steps {
		fmt.Fprintf(w, "%4d  %s\n", k+1, s.Event)
	}
}
