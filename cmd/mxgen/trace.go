package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
)

func newTrace() *cobra.Command {
	c := &cobra.Command{
		Use:   "trace convert | show",
		Short: "Convert traces and counterexamples to formats of other tools, and show them",
		Long: `A trace is a run of a distributed mutual exclusion program (docs/trace.md).  The
verbs of trace read three forms of input, plain or compressed by gzip:

  traces           one file, or one for each node, as mxgen check reads them
  counterexamples  the JSON of mxgen verify --json
  logs             events with vector clocks, as GoVector writes them and ShiViz
                   draws them

mxgen finds out the form itself.`,
		Example: `  mxgen trace convert trace.jsonl --to shiviz -o trace.log
  mxgen trace show trace.jsonl`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return &config.Error{Operand: fmt.Sprintf("trace %.40q", args[0]), Reason: "unknown", Remedy: "there are convert and show"}
		},
	}
	c.AddCommand(newTraceConvert(), newTraceShow())
	return c
}
