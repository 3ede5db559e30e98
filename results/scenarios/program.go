package scenarios

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
)

// Execute executes a scenario in the Go program and compares all values.  The error says which step
// differs from the scenario.
func (s *Scenario) Execute() error {
	sys, err := algorithms.New(s.Config)
	if err != nil {
		return err
	}
	w := sys.World()
	sent := 0
	for k := range s.Steps {
		step := &s.Steps[k]
		violated := map[string]error{}
		for _, e := range step.Events {
			before := sys.World()
			before.SetState(w.AppendState(nil))
			sends, err := w.Step(e)
			if err != nil {
				return fmt.Errorf("%s, step %s: %w", s.Name, step.Name, err)
			}
			sent += len(sends)
			addViolations(sys, before, e, w, violated)
		}
		if err := step.check(w, sent, violated); err != nil {
			return fmt.Errorf("%s, step %s: %w", s.Name, step.Name, err)
		}
	}
	return nil
}

// addViolations notes which properties an event violates.
func addViolations(sys *reference.System, before *reference.World, e event.Event, after *reference.World, violated map[string]error) {
	for _, p := range sys.Properties() {
		var err error
		if p.State != nil {
			err = p.State(after)
		} else {
			err = p.Step(before, e, after)
		}
		if err != nil {
			violated[p.Name] = err
		}
	}
}

// check compares a world with what is expected of it.
func (s *Step) check(w *reference.World, sent int, violated map[string]error) error {
	values, err := w.Values(nil)
	if err != nil {
		return err
	}
	got := map[string]int{}
	for k, v := range w.System().Variables() {
		got[v.Name] = values[k]
	}
	for _, x := range s.Expect {
		if value, known := got[x.Name]; !known || value != x.Value {
			return fmt.Errorf("%s is %d, expected %d", x.Name, value, x.Value)
		}
	}
	if net := inFlight(w); s.HasNet && !slices.Equal(net, s.Net) {
		return fmt.Errorf("under way are %q, expected %q", net, s.Net)
	}
	if can := enabledInProgram(w); s.HasEnabled && !slices.Equal(can, s.Enabled) {
		return fmt.Errorf("possible are %q, expected %q", can, s.Enabled)
	}
	if s.Sent >= 0 && sent != s.Sent {
		return fmt.Errorf("%d messages were sent, expected %d", sent, s.Sent)
	}
	for _, name := range s.Violates {
		if violated[name] == nil {
			return fmt.Errorf("%s is not violated", name)
		}
		delete(violated, name)
	}
	for name, err := range violated {
		return fmt.Errorf("%s is violated: %w", name, err)
	}
	return nil
}

// inFlight lists the messages in flight, sorted.
func inFlight(w *reference.World) (net []string) {
	for _, f := range w.InFlight() {
		net = append(net, fmt.Sprintf("%d>%d %s", f.From, f.To, f.Msg))
	}
	slices.Sort(net)
	return net
}

// enabledInProgram lists the enabled events except requests, sorted.
func enabledInProgram(w *reference.World) (labels []string) {
	for e := range w.Enabled() {
		if e.Kind != event.Request {
			labels = append(labels, e.String())
		}
	}
	slices.Sort(labels)
	return labels
}
