package replay

import (
	"context"
	"errors"
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/panreplay"
	"github.com/mxgen/mxgen/runner/process"
)

// Violation is a run of a generated model that pan reports as a violation.
type Violation struct {
	Algorithm *registry.Algorithm
	Config    config.Config
	Property  string // that the run violates
	Node      int    // that the property is about, 0: no particular node
	Run       runner.Result
	// CheckSite returns an error if an assertion on this line of the model is none of
	// the property's; nil where the property has no assertions.
	CheckSite func(line int) error
}

// Execute executes the run once more on both sides, step by step: by pan, then by the
// Go program where that knows the property.  It returns the counterexample, and the
// sides that executed it.
//
// The error says that a side cannot execute the run, or that nothing is violated on it;
// a LimitError, that a limit ended the replay.
func (v Violation) Execute(ctx context.Context, limits process.Limits) (*results.Counterexample, []string, error) {
	again, err := panreplay.Trail(ctx, v.Run.Run, limits)
	if err != nil {
		return nil, nil, err
	}
	if err := Refusal(again); err != nil {
		return nil, nil, err
	}
	if v.CheckSite != nil {
		if err := v.CheckSite(again.AssertLine); err != nil {
			return nil, nil, err
		}
	}
	states, err := panreplay.States(ctx, v.Run.Run, limits)
	if err != nil {
		return nil, nil, err
	}
	shown := Counterexample(states, v.Run.Conclusion.Kind == pan.KindAcceptance)
	if !Confirmable(v.Algorithm, v.Config, v.Property) || states.Cut {
		return shown, []string{results.EngineSPIN}, nil
	}
	if err := Confirm(v.Config, v.Property, states, shown.Cycle, v.Node); err != nil {
		return nil, nil, fmt.Errorf("SPIN's run does not violate %s in the Go program: %w", v.Property, err)
	}
	return shown, []string{results.EngineSPIN, results.EngineGo}, nil
}

// LimitError says that a limit ended the replay of a run.
type LimitError string

func (e LimitError) Error() string { return string(e) }

// Refusal says why pan's replay does not confirm a run, nil: it does.  It is a LimitError
// if a limit ended the replay.
func Refusal(r panreplay.Outcome) error {
	switch {
	case r.Confirmed:
		return nil
	case r.Killed != process.NotKilled:
		return LimitError(r.Reason)
	}
	return errors.New(r.Reason)
}
