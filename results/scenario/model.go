package scenario

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/runner"
)

// Model executes a scenario on the model, which SPIN compiles: it guides the
// model by the events, checks the variables listed by their Promela names, and
// that the whole state is that of the Go program after every event.  The error
// says at which step it is otherwise than the scenario tells, or is that of
// a tool.
func Model(ctx context.Context, tools runner.Tools, s *Scenario, limits runner.Limits) error {
	m, err := models.Render(s.Config, models.Build{Bare: true})
	if err != nil {
		return err
	}
	job, err := runner.Prepare(ctx, tools, m.Source, []string{"-o2"}, limits)
	if err != nil {
		return err
	}
	defer job.Close()
	d, err := newGuide(s)
	if err != nil {
		return err
	}
	if err := job.Drive(ctx, slices.Values(s.Events()), d.state, limits); err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	if d.done != len(s.Events()) {
		return fmt.Errorf("%s: the model did %d of %d events", s.Name, d.done, len(s.Events()))
	}
	events := 0
	for k := range s.Steps {
		step := &s.Steps[k]
		events += len(step.Events)
		if !step.HasCan {
			continue
		}
		can, err := possible(ctx, job, s.Events()[:events], limits)
		if err != nil {
			return fmt.Errorf("%s, step %s: %w", s.Name, step.Name, err)
		}
		if !slices.Equal(can, step.Enabled) {
			return fmt.Errorf("%s, step %s: the model can do %q, expected %q", s.Name, step.Name, can, step.Enabled)
		}
	}
	return nil
}

// possible lists what the model can do after some events but requests,
// sorted: it is told when the model is to do what is no event.
func possible(ctx context.Context, job *runner.Job, events []string, limits runner.Limits) (labels []string, err error) {
	nothing := append(slices.Clone(events), "nothing")
	err = job.Drive(ctx, slices.Values(nothing), func(int, []runner.Variable) error { return nil }, limits)
	var stopped *runner.ImpossibleError
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

// guide follows the model with the Go program.
type guide struct {
	scenario *Scenario
	world    *reference.World
	events   []event.Event
	ends     map[int][]*Step // the steps that end after each number of events
	done     int
}

func newGuide(s *Scenario) (*guide, error) {
	sys, err := algorithms.New(s.Config)
	if err != nil {
		return nil, err
	}
	g := &guide{scenario: s, world: sys.World(), ends: map[int][]*Step{}}
	for k := range s.Steps {
		g.events = append(g.events, s.Steps[k].Events...)
		g.ends[len(g.events)] = append(g.ends[len(g.events)], &s.Steps[k])
	}
	return g, nil
}

// state compares the variables of the model after n events.
func (g *guide) state(n int, variables []runner.Variable) error {
	g.done = n
	if n > 0 {
		if _, err := g.world.Step(g.events[n-1]); err != nil {
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
	values, err := g.world.Values(nil)
	if err != nil {
		return err
	}
	for k, v := range g.world.System().Variables() {
		if got, known := model[v.Name]; !known || got != values[k] {
			return fmt.Errorf("after event %d: %s is %d in the model (%v) and %d in the program", n, v.Name, got, known, values[k])
		}
	}
	for _, step := range g.ends[n] {
		for _, x := range step.Expect {
			if got, known := model[x.Name]; !known || got != x.Value {
				return fmt.Errorf("step %s: %s is %d in the model (%v), expected %d", step.Name, x.Name, got, known, x.Value)
			}
		}
	}
	return nil
}

// number is the value of a variable of the model, with phases as the program
// numbers them.
func number(v runner.Variable) (int, error) {
	for _, p := range []reference.Phase{reference.Idle, reference.Wait, reference.CS} {
		if v.Value == strings.ToUpper(p.String()) {
			return int(p), nil
		}
	}
	n, err := strconv.Atoi(v.Value)
	if err != nil {
		return 0, fmt.Errorf("%s is %q in the model", v.Name, v.Value)
	}
	return n, nil
}
