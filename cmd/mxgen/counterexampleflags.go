package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/verify"
)

// mostCounterexamples bounds --all.
const mostCounterexamples = 64

// moreFlags ask for more than verdicts with a counterexample each.
func moreFlags(c *cobra.Command, m *verify.CounterexampleOptions) {
	c.Flags().BoolVar(&m.Shortest, "shortest", false, "look for shortest counterexamples")
	c.Flags().IntVar(&m.All, "all", 0, fmt.Sprintf("show so many counterexamples of a property, at most %d", mostCounterexamples))
	c.Flags().BoolVar(&m.Approximate, "approximate", false, "add bitstate runs where a search cannot be completed")
}

// checkMore refuses what cannot be.
func (f verifyFlags) checkMore(c *cobra.Command) error {
	if c.Flags().Changed("all") && (f.more.All < 1 || f.more.All > mostCounterexamples) {
		return &config.Error{Operand: fmt.Sprintf("all %d", f.more.All), Reason: fmt.Sprintf("needs 1 to %d", mostCounterexamples)}
	}
	for _, name := range []string{"shortest", "all", "approximate"} {
		if c.Flags().Changed(name) && f.engine == results.EngineGo {
			return &config.Error{Operand: "--" + name, Reason: "does not go with --engine go", Remedy: "leave --engine out"}
		}
	}
	return nil
}
