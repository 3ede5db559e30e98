package replay

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/notation"
	"github.com/mxgen/mxgen/runner/trail"
)

// Counterexample is a run of a generated model as results have it: of each state it
// keeps the variables that the event before it changed.  lasso says that the run
// goes on for ever.
func Counterexample(s trail.States, lasso bool) *results.Counterexample {
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

// ProgramCounterexample is a run of the Go program as results have it.  The events of
// cycle repeat for ever after those of path; lasso says that the run goes on for ever,
// with an empty cycle too.
func ProgramCounterexample(s *reference.System, path, cycle []event.Event, lasso bool) (*results.Counterexample, error) {
	c := &results.Counterexample{Cycle: -1, Steps: []results.Step{}}
	if lasso {
		c.Cycle = len(path)
	}
	w := s.World()
	variables := s.Variables()
	before, _ := w.Values(nil) // the error is that a value does not fit, which may be the violation
	for _, e := range slices.Concat(path, cycle) {
		if _, err := w.Step(e); err != nil {
			return nil, fmt.Errorf("internal: the explorer's run does not replay: %w", err)
		}
		after, _ := w.Values(nil)
		c.Steps = append(c.Steps, results.Step{Event: e.String(), Changes: changed(variables, before, after)})
		before = after
	}
	return c, nil
}

// changed lists the variables whose values differ, with the values after.
func changed(variables []reference.Variable, before, after []int) []results.Change {
	all := []results.Change{}
	for k := range min(len(before), len(after)) {
		if before[k] != after[k] {
			all = append(all, results.Change{Variable: variables[k].Name, Value: notation.Value(variables[k], after[k])})
		}
	}
	return all
}
