package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/engine"
)

// maxCounterexamples is the greatest value of --all.
const maxCounterexamples = 64

// counterexampleFlags adds the flags that ask for more searches: for shortest or further
// counterexamples, and with bitstate hashing.
func counterexampleFlags(c *cobra.Command, o *engine.CounterexampleOptions) {
	c.Flags().BoolVar(&o.Shortest, "shortest", false, "search for shortest counterexamples")
	c.Flags().IntVar(&o.All, "all", 0, fmt.Sprintf("show this many counterexamples of each property, at most %d", maxCounterexamples))
	c.Flags().BoolVar(&o.Approximate, "approximate", false, "add bitstate searches where the exact search is incomplete")
}

// addSwarm adds the flag that replaces exact searches.
func (f *verifyFlags) addSwarm(c *cobra.Command) {
	c.Flags().IntVar(&f.swarm, "swarm", 0, fmt.Sprintf("instead of exact searches: so many bitstate searches with different hash functions, at most %d; they find violations and prove nothing", engine.MaxSwarm))
}

// seeds are the hash functions of the swarm's searches, nil without a swarm.
func (f verifyFlags) seeds() []int {
	var all []int
	for k := range f.swarm {
		all = append(all, k+1)
	}
	return all
}

// checkCounterexampleFlags refuses wrong values and combinations of these flags.
func (f verifyFlags) checkCounterexampleFlags(c *cobra.Command) error {
	if c.Flags().Changed("all") && (f.counterexamples.All < 1 || f.counterexamples.All > maxCounterexamples) {
		return &config.Error{Operand: fmt.Sprintf("all %d", f.counterexamples.All), Reason: fmt.Sprintf("needs 1 to %d", maxCounterexamples)}
	}
	if c.Flags().Changed("swarm") && (f.swarm < 1 || f.swarm > engine.MaxSwarm) {
		return &config.Error{Operand: fmt.Sprintf("swarm %d", f.swarm), Reason: fmt.Sprintf("needs 1 to %d", engine.MaxSwarm)}
	}
	for _, name := range []string{"shortest", "all", "approximate", "swarm"} {
		if c.Flags().Changed(name) && f.engine == results.EngineGo {
			return &config.Error{Operand: "--" + name, Reason: "cannot be combined with --engine go", Remedy: "leave --engine out"}
		}
	}
	return nil
}
