package engine

import (
	"context"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/conclude"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/statespace"
)

// Weak fairness (-f): trust a violation that SPIN 6.5.2 finds, never its absence.  pan
// loses count of which process has moved where no process can go on, where
// processes end, and where the second search meets a state of the first.  Where a search
// finds nothing, pan therefore walks the whole graph once, without fairness, and mxgen looks for a
// fair cycle in it.

// decideFairly decides an Obligation under weak fairness, after a search that has found
// no violation of it.  The run of the last search is returned.
func (e *Engine) decideFairly(ctx context.Context, r *results.Result, o Obligation, run runner.Result) runner.Result {
	if !searched(run) {
		return e.conclude(ctx, r, o, run)
	}
	cycle, why := e.fairCycle(ctx, o, run)
	if why != nil && run.Conclusion.Kind == pan.KindDepth {
		o.Search.MaxDepth = 0
		deeper, err := e.run(ctx, o, o.Search, e.Limits)
		if err != nil {
			o.Failed(r, err)
			return deeper
		}
		if run = deeper; !searched(run) {
			return e.conclude(ctx, r, o, run)
		}
	}
	e.count(ctx, r, o, run)
	passes := conclude.Verdict(run.Conclusion.Class) == results.Pass
	switch {
	case cycle != nil:
		r.Warnings = append(r.Warnings, "SPIN's own search with -f misses this run")
		e.Violated(ctx, r, o, *cycle)
	case why == nil && (passes || o.Search.Want.Claim != ""), e.holdsUnfairly(ctx, r, o):
		o.noError(r, run)
	default:
		r.Verdict = results.Inconclusive
		r.Reason = "no error found, but with -f SPIN can miss cycles"
		if why != nil {
			r.Reason += ", and all of the graph was not looked at: " + why.Error()
		}
	}
	return run
}

// searched tells whether a search came to its end, or to its depth limit, without an
// error.
func searched(run runner.Result) bool {
	c := run.Conclusion
	return conclude.Verdict(c.Class) == results.Pass || c.Class == pan.Incomplete && c.Kind == pan.KindDepth
}

// fairCycle looks at all of the graph of a search, in a slot.
func (e *Engine) fairCycle(ctx context.Context, o Obligation, run runner.Result) (*runner.Result, error) {
	release, err := e.Slots.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	claim := o.Search.Want.Claim
	if o.Search.Want.Progress {
		claim = statespace.ProgressClaim
	}
	return statespace.FairCycle(ctx, run, claim, e.Limits)
}

// holdsUnfairly tells whether an Obligation is met without fairness, and so with it.
func (e *Engine) holdsUnfairly(ctx context.Context, r *results.Result, o Obligation) bool {
	s := o.Search
	s.Fairness, s.StutterOff, s.MaxDepth = runner.Unfair, false, 0
	run, err := e.run(ctx, o, s, e.Limits)
	if err != nil {
		return false
	}
	e.addCost(ctx, r, o, run)
	return conclude.Verdict(run.Conclusion.Class) == results.Pass
}
