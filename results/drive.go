package results

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
	"github.com/mxgen/mxgen/runner"
)

// TraceReplay is what became of a trace on the model's side.
type TraceReplay struct {
	Schema        string        `json:"schema"`
	Configuration config.Config `json:"configuration"`
	Events        int           `json:"events"` // that the model did
	Agrees        bool          `json:"agrees"` // all of them, and the states were the same after each
	Reason        string        `json:"reason,omitempty"`
}

// ReplayTrace drives the compiled model through the trace in a file and compares
// all variables with the program's after each event.  A trace has numbers as the
// program has them; where the model keeps them in normal form, the program is
// taken along in normal form (DESIGN section 2).  The trace is read several
// times, and never held.
//
// The error is a *trace.Error with the line, or a *runner.ToolError.
func (v *Verifier) ReplayTrace(ctx context.Context, path string) (*TraceReplay, error) {
	file, err := trace.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	c, err := known(file.Header().Config)
	if err != nil {
		return nil, err
	}
	r := &TraceReplay{Schema: ReplaySchema, Configuration: c}
	misfit := (*trace.Misfit)(nil)
	if r.Events, err = trace.Replay(file.Reader); errors.As(err, &misfit) {
		r.Reason = "the program itself does not do what follows: " + misfit.Error()
		return r, nil
	} else if err != nil {
		return nil, err
	}
	r.Events = 0
	system, err := algorithms.New(c)
	if err != nil {
		return nil, err
	}
	m, err := models.Render(c, models.Build{Bare: true})
	if err != nil {
		return nil, err
	}
	job, err := runner.Prepare(ctx, v.Tools, m.Source, []string{"-o2"}, v.Limits)
	if err != nil {
		return nil, err
	}
	defer job.Close()
	source := &normalised{system: system, path: path}
	return r, source.drive(ctx, job, r, v.Limits)
}

// known makes sure that a trace's configuration is one that mxgen has.
func known(c config.Config) (config.Config, error) {
	return models.Resolve(c.Algorithm, models.ParamsOf(c.Args()))
}

// normalised reads a trace's events in the form in which the model does them.
type normalised struct {
	system *reference.System
	path   string
}

// events calls do with each event in normal form and the world after it, until
// do says that it is enough.
func (n *normalised) events(do func(e event.Event, w *reference.World) bool) error {
	w := n.system.World()
	for step, err := range trace.Steps(n.path) {
		if err != nil {
			return err
		}
		e, err := counterpart(w, step.Event)
		if err == nil {
			_, err = w.Step(e)
		}
		if err != nil {
			return fmt.Errorf("internal: line %d: in normal form: %w", step.Line, err)
		}
		if !do(e, w) {
			return nil
		}
	}
	return nil
}

// counterpart is the event of a world in normal form that a raw event is: the
// numbers in its message may be other ones.  There is one message of a class on
// a link at most, so that the others tell which it is.
func counterpart(w *reference.World, raw event.Event) (event.Event, error) {
	if raw.Kind != event.Receive {
		return raw, nil
	}
	for _, f := range w.InFlight() {
		if f.To == raw.Node && f.From == raw.Peer && f.Msg.Kind == raw.Msg.Kind {
			e := raw
			e.Msg = f.Msg.Clone()
			return e, nil
		}
	}
	return raw, fmt.Errorf("%s: no such message is under way", raw)
}

// drive has the model do all events, and compares.
func (n *normalised) drive(ctx context.Context, job *runner.Job, r *TraceReplay, limits runner.Limits) error {
	var broken error
	labels := func(yield func(string) bool) {
		broken = n.events(func(e event.Event, _ *reference.World) bool { return yield(e.String()) })
	}
	next, stop := n.worlds()
	defer stop()
	var parted error
	err := job.Drive(ctx, labels, func(k int, variables []runner.Variable) error {
		w, ok := next()
		if !ok {
			return fmt.Errorf("internal: the model did more events than there are")
		}
		if parted = sameState(w, variables); parted != nil {
			parted = fmt.Errorf("after event %d: %w", k, parted)
			return parted
		}
		r.Events = k
		return nil
	}, limits)
	impossible := (*runner.ImpossibleError)(nil)
	switch {
	case broken != nil:
		return broken
	case parted != nil || errors.As(err, &impossible):
		r.Reason = err.Error()
		return nil
	case err != nil:
		return err
	}
	r.Agrees = true
	return nil
}

// worlds is the program's states along the trace, the initial one first, one
// at a time.  The states are valid until the next is asked for.
func (n *normalised) worlds() (next func() (*reference.World, bool), stop func()) {
	return iter.Pull(func(yield func(*reference.World) bool) {
		if !yield(n.system.World()) {
			return
		}
		// What is wrong with the trace has shown when its labels were written.
		_ = n.events(func(_ event.Event, w *reference.World) bool { return yield(w) })
	})
}
