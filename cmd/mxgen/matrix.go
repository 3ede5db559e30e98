package main

import (
	"encoding/json"
	"fmt"
	"math"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results/shards"
)

// matrix is the form that a job of GitHub's workflows takes for strategy.matrix.
type matrix struct {
	Include []matrixJob `json:"include"`
}

// matrixJob is one shard.
type matrixJob struct {
	Shard   string  `json:"shard"`   // I/N, for --shard
	Entries int     `json:"entries"` // how many configurations and files
	Seconds float64 `json:"seconds"` // recorded or assumed
}

func newMatrix() *cobra.Command {
	var f partFlags
	var selection suiteFlags
	var n int
	var each time.Duration
	var asJSON bool
	c := &cobra.Command{
		Use:   "matrix SUITE.yaml...",
		Short: "Divide a suite into shards for the jobs of a CI server",
		Long: `Prints the shards that mxgen verify SUITE.yaml --shard I/N verifies, each with the
number of its entries and the seconds of its searches.  The seconds are those that
the report of --costs has recorded; an entry that is not in it counts as the mean of
the others.  Without --costs every property counts one second.

With --json, one line is printed that GitHub takes as a job's strategy.matrix.  The
jobs need the same operands, --costs and selection as this command; docs/ci.md has
the workflow.`,
		Example: `  mxgen matrix models/suites/quick.yaml --shards 4
  mxgen matrix models/suites/quick.yaml --costs REPORT.json --each 5m
  echo "matrix=$(mxgen matrix models/suites/quick.yaml --shards 4 --json)" >> "$GITHUB_OUTPUT"`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if n < 1 || n > shards.Most {
				return &config.Error{Operand: fmt.Sprintf("shards %d", n), Reason: fmt.Sprintf("there are 1 to %d shards", shards.Most)}
			}
			if each < 0 || each == 0 && c.Flags().Changed("each") {
				return &config.Error{Operand: "each " + each.String(), Reason: "not a time that a shard can take", Remedy: "write it as 5m"}
			}
			s, err := selection.load(args)
			if err != nil {
				return err
			}
			if s, err = f.changed(c, s, args); err != nil {
				return err
			}
			if each > 0 {
				one, err := f.plan(s, 1)
				if err != nil {
					return err
				}
				n = int(min(shards.Most, math.Ceil(one.Costs[0].Seconds()/each.Seconds())))
			}
			plan, err := f.plan(s, max(1, min(n, len(s.Cases))))
			if err != nil {
				return err
			}
			m := matrix{Include: []matrixJob{}}
			for k, cases := range plan.Cases {
				if len(cases) > 0 {
					m.Include = append(m.Include, matrixJob{fmt.Sprintf("%d/%d", k+1, len(plan.Cases)), len(cases), plan.Costs[k].Seconds()})
				}
			}
			out := c.OutOrStdout()
			if asJSON {
				return json.NewEncoder(out).Encode(m)
			}
			t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(t, "SHARD\tENTRIES\tSECONDS\t")
			for _, j := range m.Include {
				fmt.Fprintf(t, "%s\t%d\t%.1f\t\n", j.Shard, j.Entries, j.Seconds)
			}
			return t.Flush()
		},
	}
	f.addPart(c)
	selection.addSelection(c, "take")
	c.Flags().IntVar(&n, "shards", 4, fmt.Sprintf("number of shards, at most %d and the number of entries", shards.Most))
	c.Flags().DurationVar(&each, "each", 0, "as many shards as let each take this time")
	c.Flags().BoolVar(&asJSON, "json", false, "print GitHub's strategy.matrix, one line")
	c.MarkFlagsMutuallyExclusive("shards", "each")
	return c
}
