package replay

import (
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
)

// Counterexample is a run of a generated model as results have it: of each state it
// keeps the variables that the event before it changed.  lasso says that the run
// goes on for ever.
func Counterexample(s runner.States, lasso bool) *results.Counterexample {
	c := &results.Counterexample{Cycle: -1, Cut: s.Cut, Steps: []results.Step{}}
	if lasso {
		c.Cycle = len(s.Steps)
	}
	before := map[string]string{}
	for _, v := range s.Initial {
		before[v.Name] = v.Value
	}
	for k, from := range s.Steps {
		step := results.Step{Event: from.Event, Changes: []results.Change{}}
		for _, v := range from.Variables {
			if before[v.Name] != v.Value {
				step.Changes = append(step.Changes, results.Change{Variable: v.Name, Value: v.Value})
				before[v.Name] = v.Value
			}
		}
		if from.InCycle && lasso {
			c.Cycle = min(c.Cycle, k)
		}
		c.Steps = append(c.Steps, step)
	}
	return c
}
