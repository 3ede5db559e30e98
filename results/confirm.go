package results

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/runner"
)

// confirmInGo drives the Go program through a run that the model has, event by
// event, compares all variables after each, and asks the program whether the
// property is violated there; for a run that shows that a node can enter,
// whether it has.  The error says at which event the two part, or why the
// program does not agree.
//
// node is whom a starvation or an entry is about, 0 for other properties; cycle
// is the first event of the part that repeats, as in Counterexample.
func confirmInGo(c config.Config, property string, s runner.States, cycle, node int) error {
	system, err := reference.New(c)
	if err != nil {
		return err
	}
	w := system.World()
	if err := sameState(w, s.Initial); err != nil {
		return fmt.Errorf("the initial states differ: %w", err)
	}
	var events []event.Event
	var last error // what the properties say after the last event
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
		if err := sameState(w, step.Variables); err != nil && property != noOverflow {
			return fmt.Errorf("after event %d, %s: %w", k+1, e, err)
		}
		events = append(events, e)
		last = violated(system, property, before, e, w)
	}
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil {
		return err
	}
	switch kind(a, property) {
	case registry.Liveness:
		return system.Starves(events[:cycle], events[cycle:], node)
	case registry.Reach:
		if w.Phase(node) != reference.CS {
			return fmt.Errorf("node %d is not in its critical section after the last event", node)
		}
		return nil
	}
	if last == nil {
		return fmt.Errorf("the program sees no violation of %s after the last event", property)
	}
	return nil
}

// violated is what a safety property has to say about the last step and the
// state that it leads to.
func violated(s *reference.System, property string, before *reference.World, e event.Event, after *reference.World) error {
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

// sameState compares a state of the program with the model's variables by name.
func sameState(w *reference.World, variables []runner.Variable) error {
	values, err := w.Values(nil)
	if err != nil {
		return err
	}
	model := map[string]string{}
	for _, v := range variables {
		model[v.Name] = v.Value
	}
	for k, v := range w.System().Variables() {
		value := fmt.Sprint(values[k])
		if v.Phase {
			value = phases[values[k]]
		}
		if got, known := model[v.Name]; !known || got != value {
			return fmt.Errorf("%s is %q in the model and %s in the program", v.Name, got, value)
		}
	}
	return nil
}

// confirmable reports whether the program can say anything about a property: a
// seeded bug is in the model alone, and formulas of the user's are SPIN's.
func confirmable(a *registry.Algorithm, c config.Config, property string) bool {
	_, err := a.Property(c, property)
	return err == nil && c.Bug == ""
}
