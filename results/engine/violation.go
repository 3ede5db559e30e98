package engine

import (
	"context"
	"errors"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
)

// Violated confirms a violation that SPIN has found, and shows it.  A violation that
// cannot be executed once more is an error, not a failure.
func (e *Engine) Violated(ctx context.Context, r *results.Result, o Obligation, run runner.Result) {
	if o.ConfirmLater {
		r.Verdict, r.Reason = results.Fail, o.violationReason(run, nil)
		return
	}
	shown, sides, err := e.execute(ctx, o, run)
	if unshown := (*UnshownError)(nil); errors.As(err, &unshown) {
		r.Verdict, r.Reason, r.ConfirmedBy = results.Fail, run.Conclusion.Reason, sides
		r.Warnings = append(r.Warnings, "the run that violates it was executed once more, and cannot be shown: "+unshown.Error())
		return
	}
	if err != nil {
		r.Verdict, r.Reason = unconfirmed(run, err)
		if o.Unrepeatable != "" {
			r.Verdict = results.Inconclusive
			r.Reason += "; " + o.Unrepeatable
		}
		return
	}
	e.addCost(ctx, r, o, runner.Result{}) // the commands of the replay
	if o.Witness != "" {
		r.Verdict, r.Reason = results.Pass, o.Witness
		return
	}
	r.Verdict, r.ConfirmedBy, r.Counterexample = results.Fail, sides, shown
	e.moreCounterexamples(ctx, r, o, run)
	r.Reason = o.violationReason(run, r.Counterexample)
}

// violationReason is the reason of a violation: the Obligation's, or else pan's own words.
func (o Obligation) violationReason(run runner.Result, shown *results.Counterexample) string {
	if o.Violation == nil {
		return run.Conclusion.Reason
	}
	return o.Violation(run, shown)
}

// execute executes a run once more, in a slot.
func (e *Engine) execute(ctx context.Context, o Obligation, run runner.Result) (*results.Counterexample, []string, error) {
	if o.Beforehand != nil {
		o.Beforehand(ctx)
	}
	release, err := e.Slots.Acquire(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer release()
	return o.Execute(ctx, run, e.Limits)
}

// UnshownError says why a run that was confirmed cannot be shown: there is too much in
// its states to print them all in time, say.
type UnshownError struct{ Err error }

func (e *UnshownError) Error() string { return e.Err.Error() }

// unconfirmed is the verdict on a violation whose run was not confirmed.
func unconfirmed(run runner.Result, err error) (results.Verdict, string) {
	const reported = "SPIN reports a violation that cannot be confirmed: "
	if run.Exit.Killed != process.NotKilled { // an interrupted pan writes its last position over the trail of the violation
		return results.Inconclusive, reported + "pan was ended before all was written: " + run.Exit.Reason()
	}
	if limit := replay.LimitError(""); errors.As(err, &limit) {
		return results.Inconclusive, reported + err.Error()
	}
	return results.Error, reported + err.Error()
}
