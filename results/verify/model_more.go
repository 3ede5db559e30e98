package verify

import (
	"context"
	"time"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// searching searches a form of the model.
func (m *modelDecision) searching(form variation) searching {
	return func(ctx context.Context, s runner.Search, limits runner.Limits) (runner.Result, error) {
		return m.runWithin(ctx, form, s, limits)
	}
}

// more looks for other counterexamples than the first, as far as they are wanted.
func (m *modelDecision) more(ctx context.Context, r *results.Result, p modelProperty, form variation, run runner.Result) {
	if m.Shortest {
		m.shortest(ctx, r, p, form, run)
	}
	if m.All > 1 {
		m.spend(r, m.all(ctx, r, m.searching(form), p.search, func(one runner.Result) (*results.Counterexample, error) {
			if !p.violatedBy(one) {
				return nil, errOther
			}
			return m.replay(ctx, p, one)
		}))
	}
}

// shortest replaces a counterexample by a shortest one.
func (m *modelDecision) shortest(ctx context.Context, r *results.Result, p modelProperty, form variation, run runner.Result) {
	var why error
	if p.safety || run.Conclusion.Kind == pan.KindAssertion || run.Conclusion.Kind == pan.KindClaimEnd {
		m.shortestSafety(ctx, r, p, form)
	} else {
		form, run = m.quietly(ctx, r, p, form, run)
		why = m.shortestLasso(ctx, r, run, func(next runner.Result) (*results.Counterexample, error) { return m.replay(ctx, p, next) })
		if why != nil {
			m.shorter(ctx, r, p, form, run)
		}
	}
	if r.Counterexample.Shortest == "" {
		unproved(r, why)
	}
}

// quietly finds the counterexample once more in a model without assertions, if they
// are none of the property's: what comes after one that fails cannot be replayed.
func (m *modelDecision) quietly(ctx context.Context, r *results.Result, p modelProperty, form variation, run runner.Result) (variation, runner.Result) {
	quiet := form
	quiet.asserts = true
	if !p.quiet || form == quiet {
		return form, run
	}
	again, err := m.run(ctx, quiet, p.search)
	if err != nil || again.Conclusion.Kind != run.Conclusion.Kind {
		return form, run
	}
	shown, err := m.replay(ctx, p, again)
	if err != nil {
		return form, run
	}
	m.spend(r, again)
	r.Counterexample = shown
	return quiet, again
}

// shortestSafety replaces a run that ends in an error by a shortest one.
func (m *modelDecision) shortestSafety(ctx context.Context, r *results.Result, p modelProperty, form variation) {
	form.asserts = form.asserts || p.quiet // the last error is the one that counts
	shown, runs := m.shortestEnd(ctx, m.searching(form), p.search, func(run runner.Result) (*results.Counterexample, error) {
		if !p.violatedBy(run) {
			return nil, errOther
		}
		return m.replay(ctx, p, run)
	})
	for _, run := range runs {
		m.spend(r, run)
	}
	if shown != nil {
		r.Counterexample = shown
	}
}

// shorter looks for shorter runs by smaller bounds on their length.  A bounded
// search for cycles may miss some, so that the last one need not be the shortest.
func (m *modelDecision) shorter(ctx context.Context, r *results.Result, p modelProperty, form variation, run runner.Result) {
	began := time.Now()
	for range 32 {
		depth := run.Conclusion.Depth
		if depth < 2 || m.Limits.Timeout > 0 && time.Since(began) > m.Limits.Timeout {
			return
		}
		s := p.search
		s.Depth, s.MaxDepth = depth, depth
		next, err := m.run(ctx, form, s)
		if err != nil || !p.violatedBy(next) || next.Conclusion.Depth >= depth {
			return
		}
		shown, err := m.replay(ctx, p, next)
		if err != nil {
			return
		}
		m.spend(r, next)
		r.Counterexample, run = shown, next
	}
}

// approximate adds bitstate runs to a search that could not be completed.
func (m *modelDecision) approximate(ctx context.Context, r *results.Result, p modelProperty, form variation) {
	found, said, runs := m.approximately(ctx, r.States, m.searching(form), p.search, p.violatedBy)
	for _, run := range runs {
		m.spend(r, run)
	}
	if found != nil {
		r.Verdict = results.Fail
		m.violated(ctx, r, p, form, *found)
		return
	}
	r.Reason = said + r.Reason
}
