package main

import (
	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
)

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "mxgen",
		Short: "Promela models of distributed mutual exclusion, verified with SPIN",
		Long: `mxgen generates Promela models of distributed mutual exclusion algorithms,
one for each configuration, and has SPIN verify them.  What it calls a pass is
one; whatever else happened, it says.`,
		Example: `  mxgen list
  mxgen explain ricart-agrawala
  mxgen gen neilsen-mizuno --n 5 --topology star
  mxgen verify ricart-agrawala --n 3
  mxgen verify ricart-agrawala --n 2 --variant no-tie-break --diagram`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return &config.Error{Operand: c.CommandPath(), Reason: err.Error(), Remedy: "see " + c.CommandPath() + " --help"}
	})
	root.AddCommand(newList(), newExplain(), newGen(), newVerify(), newCompare(), newBounds(), newReplay(), newRun(), newDiff(),
		newParse(), newTopology(), newQuorum(), newCache(), newDoctor(), newVersion())
	for _, c := range root.Commands() {
		begin := c.RunE
		c.RunE = func(c *cobra.Command, args []string) error {
			running = true
			return begin(c, args)
		}
	}
	return root
}
