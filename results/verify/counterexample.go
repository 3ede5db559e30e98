package verify

import (
	"context"
	"errors"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/runner"
)

// finding is a property with a run of its model that SPIN reports as a violation.
type finding struct {
	property string
	run      runner.Result
	node     int                  // that the property is about, 0: no particular node
	site     func(line int) error // whether an assertion on a line is the property's; nil: there is none
}

// confirm executes a run once more, step by step, on both sides.  A run that a side
// cannot execute, or that violates nothing there, is an error and not a failure.
func (d *decision) confirm(ctx context.Context, r *results.Result, p *prepared, f finding) {
	shown, sides, err := d.execute(ctx, f)
	if err != nil {
		r.Verdict, r.Reason = unconfirmed(f.run, err)
		return
	}
	r.ConfirmedBy, r.Counterexample = sides, shown
	d.spend(r, p, runner.Result{Compiler: f.run.Compiler}) // the replay's commands
}

// execute executes the run of a finding on both sides, in a slot.
func (d *decision) execute(ctx context.Context, f finding) (*results.Counterexample, []string, error) {
	free, err := d.slot(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer free()
	return replay.Violation{
		Algorithm: d.algorithm, Config: d.config, Property: f.property, Node: f.node, Run: f.run, CheckSite: f.site,
	}.Execute(ctx, d.Limits)
}

// unconfirmed is the verdict on a violation whose run was not confirmed.
func unconfirmed(run runner.Result, err error) (results.Verdict, string) {
	const reported = "SPIN reports a violation that cannot be confirmed: "
	if run.Exit.Killed != "" { // an interrupted pan writes where it is over the trail of the violation
		return results.Inconclusive, reported + "pan was ended before all was written: " + run.Exit.Killed
	}
	if limit := replay.LimitError(""); errors.As(err, &limit) {
		return results.Inconclusive, reported + err.Error()
	}
	return results.Error, reported + err.Error()
}
