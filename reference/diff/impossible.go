package diff

import (
	"errors"
	"fmt"

	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/trace"
)

// impossible says where a trace first has an event that cannot happen, such as the receipt
// of a message before it is sent; "" if every event can.
func (s Side) impossible() (string, error) {
	sys, err := algorithms.New(s.Config)
	if err != nil {
		return "", err
	}
	w := sys.Raw().World()
	for step, err := range s.Steps() {
		if err != nil {
			return "", err
		}
		_, err := trace.Follow(w, step)
		if misfit := (*trace.Misfit)(nil); errors.As(err, &misfit) && misfit.Possible != nil {
			return fmt.Sprintf("line %d: %s", step.Line, misfit), nil
		} else if err != nil && misfit == nil {
			return "", err
		}
	}
	return "", nil
}

// impossibility looks for an event that cannot happen in two traces without a difference.
func (p pair) impossibility() (*Impossible, error) {
	for k, name := range []string{"a", "b"} {
		why, err := p[k].impossible()
		if err != nil {
			return nil, err
		}
		if why != "" {
			return &Impossible{Trace: name, Reason: why}, nil
		}
	}
	return nil, nil
}
