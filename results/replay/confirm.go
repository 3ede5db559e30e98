package replay

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/reference"
	programs "github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/results/notation"
	"github.com/mxgen/mxgen/runner/trail"
)

// Confirm executes a run of the model in the Go program, event by event.  It
// compares all variables after each event, and asks the program after the last one
// whether the property is violated.  For an entry it asks whether the node is in its
// critical section.  The error says at which event the two sides differ, or why the
// program sees no violation.
//
// node is the node that a starvation or an entry is about, 0 for other properties.
// cycle is the index of the first event of the part that repeats, as in
// results.Counterexample.
func Confirm(c config.Config, property string, s trail.States, cycle, node int) error {
	system, err := programs.New(c)
	if err != nil {
		return err
	}
	w := system.World()
	if err := compareState(w, s.Initial); err != nil {
		return fmt.Errorf("the initial states differ: %w", err)
	}
	var events []event.Event
	var violation error // that the program sees after the last event
	for k, step := range s.Steps {
		e, err := event.Parse(step.Event)
		if err != nil {
			return fmt.Errorf("event %d: %w", k+1, err)
		}
		before := system.World()
		before.SetState(w.AppendState(nil))
		if _, err := w.Step(e); err != nil {
			return fmt.Errorf("event %d: the program cannot do it: %w", k+1, err)
		}
		// A run that violates no-overflow ends in a state that the model cannot hold.
		if err := compareState(w, step.Variables); err != nil && property != registry.NoOverflow {
			return fmt.Errorf("after event %d, %s: %w", k+1, e, err)
		}
		events = append(events, e)
		violation = violationAt(system, property, before, e, w)
	}
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil {
		return err
	}
	switch a.KindOf(property) {
	case registry.Liveness:
		return system.CheckStarvation(events[:cycle], events[cycle:], node)
	case registry.Reach:
		if w.Phase(node) != reference.CS {
			return fmt.Errorf("node %d is not in its critical section after the last event", node)
		}
		return nil
	}
	if violation == nil {
		return fmt.Errorf("the program sees no violation of %s after the last event", property)
	}
	return nil
}

// Confirmable tells whether the program can confirm a violation of the property.  It
// cannot with a seeded bug, which is in the model alone, nor for a user's formula,
// which the program does not know.
func Confirmable(a *registry.Algorithm, c config.Config, property string) bool {
	_, err := a.Property(c, property)
	return err == nil && c.Bug == ""
}

// violationAt is how a step, or the state that it leads to, violates a safety
// property in the program; nil if it does not.
func violationAt(s *reference.System, property string, before *reference.World, e event.Event, after *reference.World) error {
	all := s.Properties()
	at := slices.IndexFunc(all, func(p reference.Property) bool { return p.Name == property })
	switch {
	case at < 0:
		return nil
	case all[at].State != nil:
		return all[at].State(after)
	default:
		return all[at].Step(before, e, after)
	}
}

// compareState compares a state of the program with the model's variables, by name.
func compareState(w *reference.World, variables []trail.Variable) error {
	return new(comparison).compare(w, variables)
}

// comparison compares states of the program with those of one model.  It remembers where the
// variables are and which values are equal, since a run has the same ones again and again.
type comparison struct {
	own    []reference.Variable
	at     []int // in the model, of each variable of the program; -1: it has none
	equal  []map[int]string
	values []int
}

func (c *comparison) compare(w *reference.World, variables []trail.Variable) (err error) {
	if c.values, err = w.Values(c.values[:0]); err != nil {
		return err
	}
	if c.at == nil {
		c.own = w.System().Variables()
		c.at, c.equal = make([]int, len(c.own)), make([]map[int]string, len(c.own))
		for k, v := range c.own {
			c.at[k] = slices.IndexFunc(variables, func(m trail.Variable) bool { return m.Name == v.Name })
			c.equal[k] = map[int]string{}
		}
	}
	for k, v := range c.own {
		got := ""
		if c.at[k] >= 0 {
			got = variables[c.at[k]].Value
		}
		if value, known := c.equal[k][c.values[k]]; known && value == got {
			continue
		}
		value := notation.Value(v, c.values[k])
		if c.at[k] < 0 || got != value {
			return fmt.Errorf("%s is %q in the model and %s in the program", v.Name, got, value)
		}
		c.equal[k][c.values[k]] = value
	}
	return nil
}
