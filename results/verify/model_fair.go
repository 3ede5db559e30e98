package verify

import (
	"context"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/conclude"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// A search with -f is complete without an error and yet not to be trusted: pan 6.5.2 loses
// count of who has moved where no process can go on, where processes end, and where a
// state of the first search is met again.  So a violation that it finds counts, and
// that it finds none does not: then all of the graph is walked once, without
// fairness, and looked at for cycles that are fair.

// shallow is the depth up to which -f goes on counting before the walk.
const shallow = 100_000

// decideFairly decides a property under weak fairness, after a search that has
// found no violation of it.
func (m *modelDecision) decideFairly(ctx context.Context, r *results.Result, p modelProperty, form variation, run runner.Result) {
	if !searched(run) {
		m.judge(ctx, r, p, form, run)
		return
	}
	cycle, why := m.fairCycle(ctx, p, run)
	if why != nil && run.Conclusion.Kind == pan.KindDepth {
		p.search.MaxDepth = 0
		deeper, err := m.run(ctx, form, p.search)
		if err != nil {
			m.failed(r, err)
			return
		}
		if run = deeper; !searched(run) {
			m.judge(ctx, r, p, form, run)
			return
		}
	}
	m.take(r, run)
	switch {
	case cycle != nil:
		r.Verdict = results.Fail
		r.Warnings = append(r.Warnings, "SPIN's own search with -f misses this run")
		m.violated(ctx, r, p, form, *cycle)
	case why == nil && (conclude.Verdict(run.Conclusion.Class) == results.Pass || p.claim.Name != ""), m.holdsUnfairly(ctx, r, p, form):
		m.passed(r, p, run)
	default:
		r.Verdict = results.Inconclusive
		r.Reason = "no error found, but with -f SPIN can miss cycles"
		if why != nil {
			r.Reason += ", and all of the graph was not looked at: " + why.Error()
		}
	}
}

// searched tells whether a search came to its end, or to its depth limit, without an
// error.
func searched(run runner.Result) bool {
	return conclude.Verdict(run.Conclusion.Class) == results.Pass || run.Conclusion.Class == pan.Incomplete && run.Conclusion.Kind == pan.KindDepth
}

// fairCycle looks at all of the graph of a search, in a slot.
func (m *modelDecision) fairCycle(ctx context.Context, p modelProperty, run runner.Result) (*runner.Result, error) {
	free, err := m.slot(ctx)
	if err != nil {
		return nil, err
	}
	defer free()
	claim := p.claim.Name
	if p.search.Want.Progress {
		claim = runner.ProgressClaim
	}
	return run.FairCycle(ctx, claim, m.Limits)
}

// holdsUnfairly tells whether a property holds without fairness, and so with it.
func (m *modelDecision) holdsUnfairly(ctx context.Context, r *results.Result, p modelProperty, form variation) bool {
	s := p.search
	s.Fairness, s.StutterOff, s.MaxDepth = runner.Unfair, false, 0
	run, err := m.run(ctx, form, s)
	if err != nil {
		return false
	}
	m.spend(r, run)
	return conclude.Verdict(run.Conclusion.Class) == results.Pass
}
