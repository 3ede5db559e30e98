package replay

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/statespace"
	"github.com/mxgen/mxgen/runner/trail"
)

// walk is how far a model follows a run.
type walk struct {
	events  int    // of the run, as far as it was read
	done    int    // that the model has followed; with compared states, as long as these were equal
	refused string // why it cannot do the next one
	differs string // how the states of both sides differ after the next one

	program int  // the first event that the program cannot do, 0: none
	numbers bool // the program could do that with other numbers in the message
}

// difference says how the model and the program differ along the run, "" if they do not.
func (w *walk) difference() string {
	switch {
	case w.differs != "":
		return w.differs
	case w.refused != "":
		return w.refused
	case w.program != 0:
		return fmt.Sprintf("event %d: the model can do it, the program cannot", w.program)
	}
	return ""
}

// follow has the model execute a run as far as it can, in linear time.  With compare the
// values of all variables are compared after each event that the program can do as well,
// and the first difference ends the walk.
//
// The error is one of the run's events, or a *process.ToolError.
func (n *normalTrace) follow(ctx context.Context, job *runner.Job, compare bool, limits process.Limits) (*walk, error) {
	out := &walk{}
	var unreadable error // what is wrong with the run itself
	labels := func(yield func(string) bool) {
		out.events, unreadable = n.steps(func(s modelStep) bool { return yield(s.label) })
	}
	next, stop := iter.Pull(func(yield func(modelStep) bool) {
		// An error in the run was seen when its labels were written.
		_, _ = n.steps(yield)
	})
	defer stop()
	differs := errors.New("the states differ")
	initial := n.system.World()
	var states comparison
	err := statespace.Drive(ctx, job, labels, func(k int, variables []trail.Variable) error {
		s := modelStep{world: initial}
		if k > 0 {
			var ok bool
			if s, ok = next(); !ok {
				return errors.New("internal: the model did more events than there are")
			}
		}
		if k > 0 && s.world == nil && out.program == 0 {
			out.program, out.numbers = s.number, s.numbers
		}
		if compare && s.world != nil {
			if err := states.compare(s.world, variables); err != nil {
				out.differs = fmt.Sprintf("after event %d: %v", s.number, err)
				return differs
			}
		}
		out.done = s.number
		return nil
	}, limits)
	impossible := (*statespace.ImpossibleError)(nil)
	switch {
	case unreadable != nil:
		return nil, unreadable
	case errors.As(err, &impossible):
		s, ok := next()
		if !ok {
			return nil, errors.New("internal: the model cannot do an event that does not exist")
		}
		if s.world == nil && out.program == 0 {
			out.program, out.numbers = s.number, s.numbers
		}
		out.done = s.number - 1 // deliveries that the normal form has dropped come before it
		out.refused = (&statespace.ImpossibleError{Number: s.number, Event: s.label, Possible: impossible.Possible}).Error()
	case err == nil:
		out.done = out.events
	case !errors.Is(err, differs):
		return nil, err
	}
	return out, nil
}
