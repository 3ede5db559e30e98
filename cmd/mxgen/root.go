package main

import (
	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models"
)

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "mxgen",
		Short: "Generate Promela models of distributed mutual exclusion, and verify them with SPIN",
		Long: `mxgen generates a Promela model for each configuration of a distributed mutual
exclusion algorithm, and verifies the model with SPIN.  It reports pass only
after a complete, exact search; anything else gets a different verdict and a
reason.`,
		Example: `  mxgen list
  mxgen explain ricart-agrawala
  mxgen gen neilsen-mizuno --n 5 --topology star
  mxgen verify ricart-agrawala --n 3
  mxgen verify ricart-agrawala --n 2 --variant no-tie-break --diagram`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(
		newList(),
		newExplain(),
		newGen(),
		newVerify(),
		newCompare(),
		newBounds(),
		newClaims(),
		newCheck(),
		newReplay(),
		newRun(),
		newSimulate(),
		newNode(),
		newDiff(),
		newTrace(),
		newShow(),
		newExplore(),
		newParse(),
		newTopology(),
		newQuorum(),
		newResults(),
		newCache(),
		newMatrix(),
		newMerge(),
		newDoctor(),
		newMan(),
		newVersion(),
	)
	outputFlags(root)
	root.Version = models.Version()
	root.SetVersionTemplate("mxgen {{.Version}}\n")
	reportUsageErrors(root)
	for _, c := range root.Commands() {
		completeFlags(c)
		begin := c.RunE
		c.RunE = func(c *cobra.Command, args []string) error {
			commandStarted = true
			return begin(c, args)
		}
	}
	return root
}
