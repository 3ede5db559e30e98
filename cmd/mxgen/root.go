package main

import (
	"github.com/spf13/cobra"
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
	root.AddCommand(newList(), newExplain(), newGen(), newVerify(), newCompare(), newBounds(), newReplay(), newRun(), newDiff(),
		newParse(), newTopology(), newQuorum(), newCache(), newDoctor(), newVersion())
	explainUsage(root)
	for _, c := range root.Commands() {
		begin := c.RunE
		c.RunE = func(c *cobra.Command, args []string) error {
			running = true
			return begin(c, args)
		}
	}
	return root
}
