package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/processes"
)

// newNode makes the verb of one node of a run.  It is of no use to people, and hidden.
func newNode() *cobra.Command {
	return &cobra.Command{
		Use:   "node",
		Short: "Be one node of mxgen run --driver processes",
		Long: `Executes one node.  mxgen run --driver processes starts one such process for each
node, and tells it on standard input what to do.`,
		Args:   cobra.NoArgs,
		Hidden: true,
		RunE: func(c *cobra.Command, _ []string) error {
			err := processes.Node(c.Context(), c.InOrStdin(), c.OutOrStdout(), algorithms.New)
			if errors.Is(err, processes.ErrNoParent) {
				return &config.Error{Operand: "standard input", Reason: "has no set-up of a node", Remedy: "mxgen run --driver processes starts the nodes itself"}
			}
			return err
		},
	}
}
