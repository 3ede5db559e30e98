package results

import (
	"context"
	"errors"
	"fmt"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
)

// finding is a property with a run of its model's that SPIN says violates it.
type finding struct {
	property string
	run      runner.Result
	node     int                  // whom the property is about, 0: nobody in particular
	site     func(line int) error // whether an assertion on a line is the property's; nil: there is none
}

// confirm executes a failed run's trail once more, step by step, on both
// sides: by pan and by the Go program.  What cannot be executed, or violates
// nothing there, was no failure but an error.
func (d *decision) confirm(ctx context.Context, r *Result, p *prepared, f finding) {
	shown, sides, err := d.execute(ctx, f)
	if err != nil {
		r.Verdict, r.Reason = unconfirmed(f.run, err)
		return
	}
	r.ConfirmedBy, r.Counterexample = sides, shown
	d.spend(r, p, runner.Result{Compiler: f.run.Compiler}) // the replay's commands
}

// limitError says that a limit ended the replay of a run.
type limitError string

func (e limitError) Error() string { return string(e) }

// refused says why a replay does not confirm its run, nil: it does.
func refused(replay runner.Replay) error {
	switch {
	case replay.Confirmed:
		return nil
	case replay.Killed != process.NotKilled:
		return limitError(replay.Reason)
	}
	return errors.New(replay.Reason)
}

// unconfirmed is the verdict on a violation whose run was not confirmed.
func unconfirmed(run runner.Result, err error) (pan.Verdict, string) {
	const reported = "SPIN reports a violation that cannot be confirmed: "
	if run.Exit.Killed != process.NotKilled { // a pan that is interrupted writes where it was over the run that violates something
		return pan.Inconclusive, reported + "pan was ended before all was written: " + run.Exit.Reason()
	}
	if limit := limitError(""); errors.As(err, &limit) {
		return pan.Inconclusive, reported + err.Error()
	}
	return pan.Error, reported + err.Error()
}

// execute is the run of a finding as both sides do it, and which ones did.
func (d *decision) execute(ctx context.Context, f finding) (*Counterexample, []string, error) {
	free, err := d.slot(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer free()
	replay, err := f.run.Binary.Replay(ctx, f.run.Run, d.Limits)
	if err != nil {
		return nil, nil, err
	}
	if err := refused(replay); err != nil {
		return nil, nil, err
	}
	if f.site != nil {
		if err := f.site(replay.AssertLine); err != nil {
			return nil, nil, err
		}
	}
	states, err := f.run.Binary.States(ctx, f.run.Run, d.Limits)
	if err != nil {
		return nil, nil, err
	}
	shown := counterexample(states, f.run.Conclusion.Kind == pan.KindAcceptance)
	if !confirmable(d.algorithm, d.config, f.property) || states.Cut {
		return shown, []string{EngineSPIN}, nil
	}
	if err := confirmInGo(d.config, f.property, states, shown.Cycle, f.node); err != nil {
		return nil, nil, fmt.Errorf("SPIN's run does not violate %s in the Go program: %w", f.property, err)
	}
	return shown, []string{EngineSPIN, EngineGo}, nil
}

// counterexample keeps of each state what its event changed.
func counterexample(s runner.States, lasso bool) *Counterexample {
	c := &Counterexample{Cycle: -1, Cut: s.Cut, Steps: []Step{}}
	if lasso {
		c.Cycle = len(s.Steps)
	}
	before := map[string]string{}
	for _, v := range s.Initial {
		before[v.Name] = v.Value
	}
	for k, from := range s.Steps {
		step := Step{Event: from.Event, Changes: []Change{}}
		for _, v := range from.Variables {
			if before[v.Name] != v.Value {
				step.Changes = append(step.Changes, Change{v.Name, v.Value})
				before[v.Name] = v.Value
			}
		}
		if from.InCycle && lasso {
			c.Cycle = min(c.Cycle, k)
		}
		c.Steps = append(c.Steps, step)
	}
	return c
}
