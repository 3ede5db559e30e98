package main

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/reference/diff"
	"github.com/mxgen/mxgen/reference/trace"
)

func newDiff() *cobra.Command {
	var exact, asJSON bool
	c := &cobra.Command{
		Use:   "diff A B",
		Short: "Compare two traces or SPIN trails",
		Long: `Compares two traces of one configuration, or SPIN trails of its model.  They are
compared as partial orders: two interleavings of the same happens-before relation
are equal.  With --exact, they are compared step by step.  At the first
difference, both sides are printed: the event, the state before it, and the
events that were enabled.  A trace that is no run of its algorithm is named with
the line of the first impossible step, and is equal to nothing.

Exit codes: 0 equal, 1 different or impossible, 2 wrong usage or input.`,
		Example: `  mxgen run ricart-agrawala --n 3 --seed 1 -o a.jsonl
  mxgen run ricart-agrawala --n 3 --seed 2 -o b.jsonl
  mxgen diff a.jsonl b.jsonl`,
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			var sides [2]diff.Side
			for k, path := range args {
				side, err := openEvents(c, path)
				if err != nil {
					return err
				}
				sides[k] = side
			}
			r, err := diff.Compare(sides[0], sides[1], exact)
			if err != nil {
				return err
			}
			if asJSON {
				err = writeJSON(c.OutOrStdout(), r)
			} else {
				err = printDiff(c.OutOrStdout(), args, r)
			}
			if err == nil && !r.Equal {
				err = outcome(exitViolated)
			}
			return err
		},
	}
	c.Flags().BoolVar(&exact, "exact", false, "compare step by step, not as partial orders")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, schema "+diff.Schema)
	return c
}

// openEvents opens an operand of diff: a trace, or a trail with its model.
func openEvents(c *cobra.Command, path string) (diff.Side, error) {
	if strings.HasSuffix(path, ".trail") {
		return openTrail(c, path)
	}
	file, err := trace.Open(path)
	if err != nil {
		return diff.Side{}, err
	}
	defer file.Close()
	return diff.Side{Config: file.Header().Config, Steps: func() iter.Seq2[trace.Step, error] { return trace.Steps(path) }}, nil
}

// openTrail executes a trail, and returns its steps as the Go program numbers nodes and
// tickets.
func openTrail(c *cobra.Command, path string) (diff.Side, error) {
	found, err := findTrails(path)
	if err != nil {
		return diff.Side{}, err
	}
	model, err := readAtMost(found[0].model, maxModel)
	if err != nil {
		return diff.Side{}, err
	}
	trail, err := readAtMost(path, maxTrail)
	if err != nil {
		return diff.Side{}, err
	}
	replayer, err := defaultLimits.replayer(c)
	if err != nil {
		return diff.Side{}, err
	}
	cfg, steps, err := replayer.TrailSteps(c.Context(), model, trail)
	if err != nil {
		return diff.Side{}, asTrailError(path, err)
	}
	return diff.Side{Config: cfg, Steps: func() iter.Seq2[trace.Step, error] {
		return func(yield func(trace.Step, error) bool) {
			for _, s := range steps {
				if !yield(s, nil) {
					return
				}
			}
		}
	}}, nil
}

// printDiff prints a comparison as text.
func printDiff(w io.Writer, names []string, r diff.Result) error {
	if r.Equal {
		how := "as partial orders"
		if r.Mode == diff.Exact {
			how = "step by step"
		}
		_, err := fmt.Fprintf(w, "equal %s: %d events\n", how, r.Events)
		return err
	}
	if r.Divergence == nil {
		fmt.Fprintln(w, "not equal: no difference, but an impossible trace is equal to none")
	} else {
		printDivergence(w, names, r.Divergence, r.Mode)
	}
	for _, i := range r.Impossible {
		name := names[0]
		if i.Trace == "b" {
			name = names[1]
		}
		if _, err := fmt.Fprintf(w, "impossible: %s:%d: %s\n", name, i.Line, i.Reason); err != nil {
			return err
		}
	}
	return nil
}

// printDivergence prints both sides of the first difference.
func printDivergence(w io.Writer, names []string, d *diff.Divergence, mode string) {
	where := fmt.Sprintf("step %d", d.Index)
	if mode == diff.PartialOrder {
		where = fmt.Sprintf("event %d of node %d", d.Index, d.Node)
	}
	fmt.Fprintf(w, "different: %s (%s)\n", where, d.Differs)
	for k, p := range []diff.Point{d.A, d.B} {
		if p.Event == "" {
			fmt.Fprintf(w, "%s: no more events\n", names[k])
		} else {
			fmt.Fprintf(w, "%s:%d: %s\n", names[k], p.Line, p.Event)
		}
		switch d.Differs {
		case diff.BySends:
			fmt.Fprintf(w, "  sends:     %s\n", inLine(p.Sends))
		case diff.ByState:
			fmt.Fprintf(w, "  after:     %s\n", p.After)
		}
		fmt.Fprintf(w, "  before:    %s\n", p.State)
		fmt.Fprintf(w, "  possible:  %s\n", inLine(p.Possible))
		if p.Misfit != "" {
			fmt.Fprintln(w, "  both of the last state that the program has reached")
		}
	}
}

// inLine returns a list in one line.
func inLine(items []string) string {
	if len(items) == 0 {
		return "nothing"
	}
	return strings.Join(items, ", ")
}
