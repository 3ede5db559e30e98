package verify

import (
	"context"
	"errors"
	"fmt"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
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
func (d *decision) confirm(ctx context.Context, r *results.Result, p *prepared, f finding) {
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
	case replay.Killed != "":
		return limitError(replay.Reason)
	}
	return errors.New(replay.Reason)
}

// unconfirmed is the verdict on a violation whose run was not confirmed.
func unconfirmed(run runner.Result, err error) (results.Verdict, string) {
	const reported = "SPIN reports a violation that cannot be confirmed: "
	if run.Exit.Killed != "" { // a pan that is interrupted writes where it was over the run that violates something
		return results.Inconclusive, reported + "pan was ended before all was written: " + run.Exit.Killed
	}
	if limit := limitError(""); errors.As(err, &limit) {
		return results.Inconclusive, reported + err.Error()
	}
	return results.Error, reported + err.Error()
}

// execute is the run of a finding as both sides do it, and which ones did.
func (d *decision) execute(ctx context.Context, f finding) (*results.Counterexample, []string, error) {
	free, err := d.slot(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer free()
	again, err := f.run.Binary.Replay(ctx, f.run.Run, d.Limits)
	if err != nil {
		return nil, nil, err
	}
	if err := refused(again); err != nil {
		return nil, nil, err
	}
	if f.site != nil {
		if err := f.site(again.AssertLine); err != nil {
			return nil, nil, err
		}
	}
	states, err := f.run.Binary.States(ctx, f.run.Run, d.Limits)
	if err != nil {
		return nil, nil, err
	}
	shown := replay.Counterexample(states, f.run.Conclusion.Kind == pan.KindAcceptance)
	if !replay.Confirmable(d.algorithm, d.config, f.property) || states.Cut {
		return shown, []string{results.EngineSPIN}, nil
	}
	if err := replay.Confirm(d.config, f.property, states, shown.Cycle, f.node); err != nil {
		return nil, nil, fmt.Errorf("SPIN's run does not violate %s in the Go program: %w", f.property, err)
	}
	return shown, []string{results.EngineSPIN, results.EngineGo}, nil
}
