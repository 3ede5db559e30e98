package replay

import (
	"context"
	"errors"
	"iter"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
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
	job, err := r.prepare(ctx, c, model)
	if err != nil {
		return nil, err
	}
	defer job.Close()
	run := &normalTrace{system: system, source: events}
	w, err := run.follow(ctx, job, true, r.Limits)
	if err != nil {
		return nil, err
	}
	out.Events, out.Reason = w.done, w.difference()
	out.Agrees = out.Reason == ""
	return out, nil
}

// prepare has SPIN read a model, nil: the generated one.
func (r Replayer) prepare(ctx context.Context, c config.Config, model []byte) (*runner.Job, error) {
	if model == nil {
		m, err := models.Render(c, models.Build{Bare: true})
		if err != nil {
			return nil, err
		}
		model = m.Source
	}
	return runner.Prepare(ctx, r.Tools, model, runner.KeepWriteOnly, r.Limits)
}
