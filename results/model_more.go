package results

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// How a counterexample's length compares with others.
const (
	ShortestProved  = "proved"     // there is none with fewer steps
	ShortestNotSure = "not proved" // none was found
)

// shortest replaces a counterexample by a shortest one.
func (m *modelDecision) shortest(ctx context.Context, r *Result, p modelProperty, form variation, run runner.Result) {
	if p.safety || run.Conclusion.Kind == pan.KindAssertion || run.Conclusion.Kind == pan.KindClaimEnd {
		m.shortestSafety(ctx, r, p, form)
	} else {
		m.shorter(ctx, r, p, form, run)
	}
	if r.Counterexample.Shortest == "" {
		r.Counterexample.Shortest = ShortestNotSure
	}
}

// shortestSafety searches breadth first, and where that is no proof, which it is
// not where processes meet in a rendezvous, depth first with falling bounds.
func (m *modelDecision) shortestSafety(ctx context.Context, r *Result, p modelProperty, form variation) {
	s := p.search
	if !slices.Contains(s.Defines, "-DNOREDUCE") {
		s.Defines = append(slices.Clone(s.Defines), "-DNOREDUCE")
	}
	form.asserts = form.asserts || p.quiet // the last error is the one that counts
	// Neither search looks for cycles.
	s.Args = slices.DeleteFunc(slices.Clone(s.Args), func(a string) bool { return a == "-a" || a == "-f" })
	wide, deep := s, s
	wide.Defines = append(slices.Clone(wide.Defines), "-DBFS")
	deep.Defines = append(slices.Clone(deep.Defines), "-DREACH")
	deep.Args = append([]string{"-i"}, deep.Args...)
	for k, s := range []runner.Search{wide, deep} {
		run, err := m.run(ctx, form, s)
		if err != nil || !p.violatedBy(run) || run.Output.Inexact() {
			continue
		}
		m.spend(r, run)
		if errs := run.Output.ErrorLines; len(errs) > 1 { // the trail is that of the last
			run.Output.ErrorLines = errs[len(errs)-1:]
		}
		shown, err := m.replay(ctx, p, run)
		if err != nil {
			continue
		}
		// The first error of a breadth-first search is a nearest; -i must have gone on to the end.
		if k == 0 || len(run.Output.Incomplete) == 0 {
			shown.Shortest = ShortestProved
		}
		r.Counterexample = shown
		return
	}
}

// shorter looks for shorter runs by smaller bounds on their length.  A bounded
// search for cycles may miss some, so that the last one need not be the shortest.
func (m *modelDecision) shorter(ctx context.Context, r *Result, p modelProperty, form variation, run runner.Result) {
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

// all collects further counterexamples.
func (m *modelDecision) all(ctx context.Context, r *Result, p modelProperty, form variation, first runner.Result) {
	s := p.search
	s.Args = append([]string{fmt.Sprintf("-c%d", m.task.All), "-e"}, s.Args...)
	run, err := m.run(ctx, form, s)
	if err != nil {
		r.Warnings = append(r.Warnings, "no further counterexamples: "+err.Error())
		return
	}
	m.spend(r, run)
	others, unconfirmed := 0, 0
	found, err := run.Errors(m.task.All)
	if err != nil {
		r.Warnings = append(r.Warnings, "no further counterexamples: "+err.Error())
	}
	for _, one := range found {
		if !p.violatedBy(one) {
			others++
			continue
		}
		shown, err := m.replay(ctx, p, one)
		if err != nil {
			unconfirmed++
			continue
		}
		r.Counterexamples = append(r.Counterexamples, *shown)
	}
	if others > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d of the errors are not of this property", others))
	}
	if unconfirmed > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d trails could not be confirmed, and are left out", unconfirmed))
	}
}

// swarm is how many bitstate runs differ in their hashing.
const swarm = 3

// approximate adds bitstate runs to a search that could not be completed.  They
// may find an error, and never show that there is none.
func (m *modelDecision) approximate(ctx context.Context, r *Result, p modelProperty, form variation) {
	limits := m.Limits // all of them may take as long as the exact search
	limits.Timeout /= swarm
	best := ""
	states := 0.0
	for k := range swarm {
		s := p.search
		s.Compress = false
		s.Defines = append(slices.Clone(s.Defines), "-DBITSTATE")
		s.Args = append([]string{fmt.Sprintf("-h%d", k+1), "-k3"}, s.Args...)
		s.HashBits = bitstateBits(m.Limits.Memory, r.States)
		run, err := m.runWithin(ctx, form, s, limits)
		if err != nil {
			continue
		}
		m.spend(r, run)
		if run.Conclusion.Class == pan.Violated && p.violatedBy(run) {
			r.Verdict = pan.Fail
			m.violated(ctx, r, p, form, run)
			return
		}
		if run.Output.Stored >= states && run.Output.Stored > 0 {
			states = run.Output.Stored
			best = fmt.Sprintf("no error found in %.0f states, hash factor %g", states, run.Output.HashFactor)
		}
	}
	if best != "" {
		r.Reason = "approximate: " + best + "; the exact search: " + r.Reason
	}
}

// bitstateBits is the -w of a bitstate run: a hash factor of 100 for ten times the
// states that an exact search has seen, if a quarter of the memory is enough for it.
func bitstateBits(memory, states int64) int {
	w := 22
	for w < 34 && int64(1)<<w < 1000*states && (memory == 0 || int64(1)<<(w+1)/8 <= memory/4) {
		w++
	}
	return w
}
