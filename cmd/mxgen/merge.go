package main

import (
	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/shards"
)

func newMerge() *cobra.Command {
	var f verifyFlags
	c := &cobra.Command{
		Use:   "merge SHARD.json...",
		Short: "Merge the reports of all shards of a suite into one",
		Long: `Merges the JSON of mxgen verify SUITE.yaml --shard I/N, of all N shards, into the
report that one call without --shard would have written.  A shard that is missing,
given twice, damaged or of another plan is refused: nothing is lost or doubled.

Exit codes: as those of mxgen verify SUITE.yaml.`,
		Example: `  mxgen verify models/suites/quick.yaml --shard 1/2 --json > 1.json
  mxgen verify models/suites/quick.yaml --shard 2/2 --json > 2.json
  mxgen merge 1.json 2.json
  mxgen merge 1.json 2.json --json > all.json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			table, err := f.suiteTable()
			if err != nil {
				return err
			}
			var files []shards.File
			for _, path := range args {
				r, err := readReport(path)
				if err != nil {
					return err
				}
				files = append(files, shards.File{Name: path, Report: r})
			}
			whole, err := shards.Merge(files)
			if err != nil {
				return err
			}
			if err := f.show(c, whole, table); err != nil {
				return err
			}
			return suiteCode(whole.Results)
		},
	}
	c.Flags().BoolVar(&f.json, "json", false, "print JSON, schema "+results.Schema)
	c.Flags().StringVar(&f.markdown, "markdown", "", "print a Markdown table: rows, or networks for one column a network")
	c.Flags().BoolVar(&f.full, "full", false, "print every step of a long run")
	c.MarkFlagsMutuallyExclusive("json", "markdown")
	return c
}
