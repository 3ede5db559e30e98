package scenarios

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/results/notation"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/statespace"
	"github.com/mxgen/mxgen/runner/toolchain"
	"github.com/mxgen/mxgen/runner/trail"
)

// executeInModel executes a scenario in the model, which SPIN compiles.  It checks the
// expected variables, by their Promela names, and after every event that the whole state
// is that of the Go program.  The error says which step differs from the scenario, or
// is that of a tool.
func executeInModel(ctx context.Context, tools toolchain.Tools, s *Scenario, limits process.Limits) error {
	m, err := models.Render(s.Config, models.Build{Bare: true})
	if err != nil {
		return err
	}
	job, err := runner.Prepare(ctx, tools, m.Source, runner.KeepWriteOnly, limits)
	if err != nil {
		return err
	}
	defer job.Close()
	d, err := newFollower(s)
	if err != nil {
		return err
	}
	if err := statespace.Drive(ctx, job, slices.Values(s.Events()), d.state, limits); err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	if d.done != len(s.Events()) {
		return fmt.Errorf("%s: the model did %d of %d events", s.Name, d.done, len(s.Events()))
	}
	events := 0
	for k := range s.Steps {
		step := &s.Steps[k]
		events += len(step.Events)
		if !step.HasEnabled {
			continue
		}
		can, err := enabledInModel(ctx, job, s.Events()[:events], limits)
		if err != nil {
			return fmt.Errorf("%s, step %s: %w", s.Name, step.Name, err)
		}
		if !slices.Equal(can, step.Enabled) {
			return fmt.Errorf("%s, step %s: the model can do %q, expected %q", s.Name, step.Name, can, step.Enabled)
		}
	}
	return nil
}

// enabledInModel lists the events, except requests, that are enabled in the model after
// some events, sorted.  The model names them when it is to execute what is no event.
func enabledInModel(ctx context.Context, job *runner.Job, events []string, limits process.Limits) (labels []string, err error) {
	nothing := append(slices.Clone(events), "nothing")
	err = statespace.Drive(ctx, job, slices.Values(nothing), func(int, []trail.Variable) error { return nil }, limits)
	var stopped *statespace.ImpossibleError
	if !errors.As(err, &stopped) || stopped.Number != len(nothing) {
		return nil, fmt.Errorf("the model was to stop after %d events: %w", len(events), err)
	}
	for _, label := range stopped.Possible {
		e, err := event.Parse(label)
		if err != nil {
			return nil, err
		}
		if e.Kind != event.Request {
			labels = append(labels, label)
		}
	}
	slices.Sort(labels)
	return labels, nil
}

// follower executes in the Go program what the model executes.
type follower struct {
	scenario *Scenario
	world    *reference.World
	events   []event.Event
	ends     map[int][]*Step // the steps that end after each number of events
	done     int
}

func newFollower(s *Scenario) (*follower, error) {
	sys, err := algorithms.New(s.Config)
	if err != nil {
		return nil, err
	}
	f := &follower{scenario: s, world: sys.World(), ends: map[int][]*Step{}}
	for k := range s.Steps {
		f.events = append(f.events, s.Steps[k].Events...)
		f.ends[len(f.events)] = append(f.ends[len(f.events)], &s.Steps[k])
	}
	return f, nil
}

// state checks the variables of the model after n events.
func (f *follower) state(n int, variables []trail.Variable) error {
	f.done = n
	if n > 0 {
		if _, err := f.world.Step(f.events[n-1]); err != nil {
			return fmt.Errorf("event %d: the program cannot do it: %w", n, err)
		}
	}
	model := map[string]int{}
	for _, v := range variables {
		value, err := number(v)
		if err != nil {
			return err
		}
		model[v.Name] = value
	}
	values, err := f.world.Values(nil)
	if err != nil {
		return err
	}
	for k, v := range f.world.System().Variables() {
		if got, known := model[v.Name]; !known || got != values[k] {
			return fmt.Errorf("after event %d: %s is %d in the model (%v) and %d in the program", n, v.Name, got, known, values[k])
		}
	}
	for _, step := range f.ends[n] {
		for _, x := range step.Expect {
			if got, known := model[x.Name]; !known || got != x.Value {
				return fmt.Errorf("step %s: %s is %d in the model (%v), expected %d", step.Name, x.Name, got, known, x.Value)
			}
		}
	}
	return nil
}

// number is the value of a variable of the model, as the program writes it.
func number(v trail.Variable) (int, error) {
	if phase := notation.Phase(v.Value); phase >= 0 {
		return phase, nil
	}
	n, err := strconv.Atoi(v.Value)
	if err != nil {
		return 0, fmt.Errorf("%s is %q in the model", v.Name, v.Value)
	}
	return n, nil
}
