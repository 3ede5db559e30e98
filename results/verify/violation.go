package verify

import (
	"context"
	"errors"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
)

// violated confirms a violation that SPIN has found, and shows it.  A violation that
// cannot be executed once more is an error, not a failure.
func (e *engine) violated(ctx context.Context, r *results.Result, o obligation, run runner.Result) {
	if o.confirmLater {
		r.Verdict, r.Reason = results.Fail, o.violationReason(run, nil)
		return
	}
	shown, sides, err := e.execute(ctx, o, run)
	if unshown := (*unshownError)(nil); errors.As(err, &unshown) {
		r.Verdict, r.Reason, r.ConfirmedBy = results.Fail, run.Conclusion.Reason, sides
		r.Warnings = append(r.Warnings, "the run that violates it was executed once more, and cannot be shown: "+unshown.Error())
		return
	}
	if err != nil {
		r.Verdict, r.Reason = unconfirmed(run, err)
		if o.unrepeatable != "" {
			r.Verdict = results.Inconclusive
			r.Reason += "; " + o.unrepeatable
		}
		return
	}
	e.addCost(ctx, r, o, runner.Result{}) // the commands of the replay
	if o.witness != "" {
		r.Verdict, r.Reason = results.Pass, o.witness
		return
	}
	r.Verdict, r.ConfirmedBy, r.Counterexample = results.Fail, sides, shown
	e.moreCounterexamples(ctx, r, o, run)
	r.Reason = o.violationReason(run, r.Counterexample)
}

// violationReason is the reason of a violation: the obligation's, or else pan's own words.
func (o obligation) violationReason(run runner.Result, shown *results.Counterexample) string {
	if o.violation == nil {
		return run.Conclusion.Reason
	}
	return o.violation(run, shown)
}

// execute executes a run once more, in a slot.
func (e *engine) execute(ctx context.Context, o obligation, run runner.Result) (*results.Counterexample, []string, error) {
	if o.beforehand != nil {
		o.beforehand(ctx)
	}
	release, err := e.Slots.Acquire(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer release()
	return o.execute(ctx, run, e.Limits)
}

// unshownError says why a run that was confirmed cannot be shown: there is too much in
// its states to print them all in time, say.
type unshownError struct{ error }

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
