package diff

import (
	"errors"

	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/trace"
)

// Impossible is the first step of a trace that the program cannot make: the trace is not
// a run of its algorithm, whatever it is compared with.
type Impossible struct {
	Trace  string `json:"trace"` // "a" or "b"
	Line   int    `json:"line"`  // of the step
	Event  string `json:"event"`
	Reason string `json:"reason"` // begins with the event
}

// impossible executes both traces.
func (p pair) impossible() (all []Impossible, err error) {
	for side, name := range []string{"a", "b"} {
		found, err := p[side].impossible()
		if err != nil {
			return nil, err
		}
		if found != nil {
			found.Trace = name
			all = append(all, *found)
		}
	}
	return all, nil
}

// impossible executes the trace up to the first step that the program cannot make.  It
// returns nil if there is none.
func (s Side) impossible() (*Impossible, error) {
	sys, err := algorithms.New(s.Config)
	if err != nil {
		return nil, err
	}
	w := sys.Raw().World()
	for step, err := range s.Steps() {
		if err != nil {
			return nil, err
		}
		_, err = trace.Follow(w, step)
		var misfit *trace.Misfit
		switch {
		case errors.As(err, &misfit):
			return &Impossible{Line: step.Line, Event: step.Event.String(), Reason: misfit.Error()}, nil
		case err != nil:
			return nil, err
		}
	}
	return nil, nil
}
