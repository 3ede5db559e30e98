package verify

import (
	"context"
	"time"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/conclude"
	"github.com/mxgen/mxgen/runner"
)

// reducible tells whether partial order reduction keeps what a property is about:
// a formula without X that reads nothing but global variables, which SPIN takes for
// what they are (Holzmann and Peled 1994).  Everything else it may get wrong:
// what a claim reads of a process, what was written by hand, how many processes there
// are, who may move by priority or moved last, fairness, and what C reads.
func (m *modelDecision) reducible(p modelProperty) bool {
	return p.claim.Plain && p.form.exact && !p.fair && !m.parts.Remote && !m.parts.Restricted && !m.counts && runner.EmbeddedC(m.text) == ""
}

// unreducedTime is how long a search without reduction may take where one with it
// may decide.
const unreducedTime = 30 * time.Second

// firstLimits are those of a property's first search.
func (m *modelDecision) firstLimits(p modelProperty) runner.Limits {
	limits := m.Limits
	if m.reducible(p) && (limits.Timeout == 0 || limits.Timeout > unreducedTime) {
		limits.Timeout = unreducedTime
	}
	return limits
}

// reduced searches with partial order reduction, where the search without it could not
// be completed, and tells whether that decides.
func (m *modelDecision) reduced(ctx context.Context, r *results.Result, p modelProperty, form variation) bool {
	why := r.Reason
	form.exact = false
	p.search.Reduction = runner.PartialOrder
	if m.runs {
		p.search.Reduction = runner.PartialOrderWithDeaths
	}
	run, err := m.run(ctx, form, p.search)
	if err != nil {
		return false
	}
	r.Retries = append(r.Retries, "with partial order reduction: "+why)
	m.take(r, run)
	switch verdict := conclude.Verdict(run.Conclusion.Class); {
	case verdict == results.Pass:
		m.passed(r, p, run)
	case verdict == results.Fail && p.violatedBy(run):
		r.Verdict = verdict
		m.violated(ctx, r, p, form, run)
	default:
		r.Reason = limitText(run)
		return false
	}
	return true
}
