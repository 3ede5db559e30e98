package results

import (
	"context"
	"slices"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// With -f SPIN misses cycles of a claim where no process can go on any more, and may
// count for ever there: a formula such as <>[] p passes although the processes end
// without p.  So the search under fairness leaves these states out, and another one looks
// at them alone.  A run that stops is fair, since nobody is kept from going on.

// unstopped leaves the steps that a claim takes by itself out of a search.
const unstopped = "-DNOSTUTTER"

// mayStop tells whether a search has left out runs that stop.
func (p modelProperty) mayStop() bool { return p.fair && slices.Contains(p.search.Defines, unstopped) }

// unfair is a search without fairness, which misses nothing.
func unfair(s runner.Search) runner.Search {
	s.Args = slices.DeleteFunc(slices.Clone(s.Args), func(a string) bool { return a == "-f" })
	s.Defines = slices.DeleteFunc(slices.Clone(s.Defines), func(d string) bool { return d == unstopped })
	s.Want.Fair = false
	return s
}

// stopped looks for a violation where no process can go on, after a search that has
// found no other one.
func (m *modelDecision) stopped(ctx context.Context, r *Result, p modelProperty, form variation, others runner.Result) {
	p.search = unfair(p.search)
	p.search.Stopped = true
	run, err := m.run(ctx, form, p.search)
	if err != nil {
		m.failed(r, err)
		return
	}
	m.spend(r, run)
	switch verdict := run.Conclusion.Verdict(); {
	case verdict == pan.Fail && p.violatedBy(run):
		r.Verdict = verdict
		m.violated(ctx, r, p, form, run)
		r.Reason += ", after which no process can go on"
	case verdict == pan.Pass:
		m.passed(ctx, r, p, form, others)
	default:
		r.Verdict, r.Reason = pan.Inconclusive, "where no process can go on: "+limitText(run)
	}
}
