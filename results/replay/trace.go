package replay

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
)

// TraceReplay is the result of replaying a trace in the model.
type TraceReplay struct {
	Schema        string        `json:"schema"`
	Configuration config.Config `json:"configuration"`
	Events        int           `json:"events"` // that the model executed
	Agrees        bool          `json:"agrees"` // it executed all, and the states were the same after each
	Reason        string        `json:"reason,omitempty"`
}

// Trace has the compiled model execute the events of a trace in a file, and compares
// all variables with the program's after each event.  Trace reads the file several times,
// and does not keep it in memory.
//
// The error is a *trace.Error with the line, or a *process.ToolError.
func (r Replayer) Trace(ctx context.Context, path string) (*TraceReplay, error) {
	file, err := trace.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	header := file.Header().Config
	c, err := models.Resolve(header.Algorithm, models.ParamsOf(header.Args())) // mxgen must have such a configuration
	if err != nil {
		return nil, err
	}
	misfit := (*trace.Misfit)(nil)
	if events, err := trace.Replay(file.Reader); errors.As(err, &misfit) {
		return &TraceReplay{Schema: results.ReplaySchema, Configuration: c, Events: events,
			Reason: "the program itself does not do what follows: " + misfit.Error()}, nil
	} else if err != nil {
		return nil, err
	}
	return r.Run(ctx, c, nil, func() iter.Seq2[event.Event, error] { return eventsOf(path) })
}

func eventsOf(path string) iter.Seq2[event.Event, error] {
	return func(yield func(event.Event, error) bool) {
		for step, err := range trace.Steps(path) {
			if !yield(step.Event, err) {
				return
			}
		}
	}
}

// Run has the compiled model execute events, and compares all variables with the program's
// after each event.  The program executes the events in normal form where the model has
// one.  An event that the program cannot do ends the run: the model must not be able to do
// it either, which Reason then says.  model is an edited model, nil for the generated one.
//
// The error is one that events yields, or a *process.ToolError.
func (r Replayer) Run(ctx context.Context, c config.Config, model []byte, events func() iter.Seq2[event.Event, error]) (*TraceReplay, error) {
	out := &TraceReplay{Schema: results.ReplaySchema, Configuration: c}
	system, err := algorithms.New(c)
	if err != nil {
		return nil, err
	}
	if model == nil {
		m, err := models.Render(c, models.Build{Bare: true})
		if err != nil {
			return nil, err
		}
		model = m.Source
	}
	job, err := runner.Prepare(ctx, r.Tools, model, runner.KeepWriteOnly, r.Limits)
	if err != nil {
		return nil, err
	}
	defer job.Close()
	source := &normalTrace{system: system, source: events}
	return out, source.replayInModel(ctx, job, out, r.Limits)
}

// normalTrace has a run's events in normal form, in which the model executes them.
type normalTrace struct {
	system *reference.System
	source func() iter.Seq2[event.Event, error]
}

// events calls do with each event in normal form and the world after it, until do returns
// false.  An event that stutters is none in normal form, and the model does not execute it.
// The last event may be one that the program cannot do: the world is then nil.
func (n *normalTrace) events(do func(e event.Event, w *reference.World, stutters bool) bool) error {
	both := newNormalRun(n.system)
	for e, err := range n.source() {
		if err != nil {
			return err
		}
		e, stutters, err := both.step(e)
		if err != nil {
			do(e, nil, false)
			return nil
		}
		if !do(e, both.normal, stutters) {
			return nil
		}
	}
	return nil
}

// replayInModel has the model execute all events, and compares the states.
func (n *normalTrace) replayInModel(ctx context.Context, job *runner.Job, out *TraceReplay, limits process.Limits) error {
	var unreadable error // what is wrong with the trace itself
	total := 0
	labels := func(yield func(string) bool) {
		unreadable = n.events(func(e event.Event, _ *reference.World, stutters bool) bool {
			total++
			return stutters || yield(e.String())
		})
	}
	next, stop := n.worlds()
	defer stop()
	var difference error // between the states of both sides
	err := job.Drive(ctx, labels, func(_ int, variables []runner.Variable) error {
		k, w, ok := next()
		if !ok {
			return fmt.Errorf("internal: the model did more events than there are")
		}
		if w == nil {
			difference = fmt.Errorf("event %d: the model can do it, the program cannot", k)
			return difference
		}
		if difference = compareState(w, variables); difference != nil {
			difference = fmt.Errorf("after event %d: %w", k, difference)
			return difference
		}
		out.Events = k
		return nil
	}, limits)
	impossible := (*runner.ImpossibleError)(nil)
	switch {
	case unreadable != nil:
		return unreadable
	case errors.As(err, &impossible):
		if k, _, ok := next(); ok {
			impossible.Number, out.Events = k, k-1
		}
		out.Reason = err.Error()
		return nil
	case difference != nil:
		out.Reason = err.Error()
		return nil
	case err != nil:
		return err
	}
	out.Agrees, out.Events = true, total
	return nil
}

// worlds returns the program's states along the trace, each with the number of its event,
// the initial one first, one at a time.  A state is valid until next is called again.
func (n *normalTrace) worlds() (next func() (int, *reference.World, bool), stop func()) {
	return iter.Pull2(func(yield func(int, *reference.World) bool) {
		if !yield(0, n.system.World()) {
			return
		}
		k := 0
		// An error in the trace was seen when its labels were written.
		_ = n.events(func(_ event.Event, w *reference.World, stutters bool) bool {
			k++
			return stutters || yield(k, w)
		})
	})
}
