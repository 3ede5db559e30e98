package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/statespace"
	"github.com/mxgen/mxgen/runner/trail"
)

// moreCounterexamples looks for other counterexamples than the first, as far as the
// options ask for them.
func (e *Engine) moreCounterexamples(ctx context.Context, r *results.Result, o Obligation, run runner.Result) {
	switch {
	case e.Shortest:
		e.shortest(ctx, r, o, run)
	case e.Shorter:
		e.shorter(ctx, r, o, run)
	}
	if e.All > 1 {
		e.allCounterexamples(ctx, r, o)
	}
}

// cheap are the limits of a search for a shorter counterexample that nobody has asked for.  The
// memory is what decides: it bounds the walk of a lasso to some 700,000 transitions, so that the
// run that is shown seldom depends on how fast the machine is.
var cheap = process.Limits{Timeout: 10 * time.Second, Memory: 64 << 20}

// A run of a user's model that has at most readable steps is not searched for again, and one that is
// longer for a short time only: the verdict may have taken less.
const (
	readable   = 20
	fileSearch = 2 * time.Second
)

// shorter replaces the counterexample by a shortest one, if that takes no more than cheap.
func (e *Engine) shorter(ctx context.Context, r *results.Result, o Obligation, run runner.Result) {
	first, retries := r.Counterexample, r.Retries
	limits := cheap
	if o.UsersModel {
		if limits.Timeout = fileSearch; len(first.Steps) <= readable {
			return
		}
	}
	if e.Limits.Timeout > 0 {
		limits.Timeout = min(limits.Timeout, e.Limits.Timeout)
	}
	if e.Limits.Memory > 0 {
		limits.Memory = min(limits.Memory, e.Limits.Memory)
	}
	ctx, cancel := context.WithTimeout(ctx, 2*limits.Timeout)
	defer cancel()
	switch kind := run.Conclusion.Kind; {
	case run.Search.Order == runner.BreadthFirst: // it is one
	case kind == pan.KindAcceptance || kind == pan.KindNonProgress:
		if e.shortestLasso(ctx, r, o, run, limits) != nil { // it costs more
			e.risingDepth(ctx, r, o, run, limits)
		}
	case o.Search.Order != runner.BreadthFirst:
		e.shortestToError(ctx, r, o, limits)
	}
	r.Retries = retries // nobody has asked for this search
	if len(r.Counterexample.Steps) > len(first.Steps) {
		r.Counterexample = first
	}
	if o.UsersModel {
		r.Counterexample.Shortest = ""
	}
}

// shortest replaces the counterexample by a shortest one, and says whether it is
// proved to be that.
func (e *Engine) shortest(ctx context.Context, r *results.Result, o Obligation, run runner.Result) {
	var why error
	if o.Whole != nil {
		if next, ok := o.Whole(); ok {
			o, run = e.foundAgain(ctx, r, o, next, run)
		}
	}
	switch kind := run.Conclusion.Kind; {
	case run.Search.Order == runner.BreadthFirst:
		r.Counterexample.Shortest = results.ShortestProved
	case o.Search.Order == runner.BreadthFirst: // which was inconclusive
	case kind == pan.KindAcceptance || kind == pan.KindNonProgress:
		o, run = e.withoutAssertions(ctx, r, o, run)
		if why = e.shortestLasso(ctx, r, o, run, e.Limits); why != nil {
			e.fallingDepth(ctx, r, o, e.risingDepth(ctx, r, o, run, e.Limits))
		}
	default:
		e.shortestToError(ctx, r, o, e.Limits)
	}
	if r.Counterexample.Shortest != "" {
		return
	}
	if why != nil {
		r.Warnings = append(r.Warnings, "not proved to be shortest: "+why.Error())
	}
	r.Counterexample.Shortest = results.ShortestNotSure
}

// withoutAssertions finds the counterexample once more in a model without assertions, if
// they are none of the Obligation's: what comes after one that fails cannot be replayed.
func (e *Engine) withoutAssertions(ctx context.Context, r *results.Result, o Obligation, run runner.Result) (Obligation, runner.Result) {
	if o.Without == nil {
		return o, run
	}
	quiet, _, ok := o.Without(pan.KindAssertion)
	if !ok {
		return o, run
	}
	return e.foundAgain(ctx, r, o, quiet, run)
}

// foundAgain finds the counterexample once more by another form of the Obligation.  It returns the Obligation and the
// run as they were where that fails.
func (e *Engine) foundAgain(ctx context.Context, r *results.Result, o, next Obligation, run runner.Result) (Obligation, runner.Result) {
	again, err := e.run(ctx, next, next.Search, e.Limits)
	if err != nil || again.Conclusion.Kind != run.Conclusion.Kind {
		return o, run
	}
	shown, _, err := e.execute(ctx, next, again)
	if err != nil {
		return o, run
	}
	e.addCost(ctx, r, next, again)
	r.Counterexample = shown
	return next, again
}

// shortestLasso proves which lasso is a shortest one, where the graph is small
// enough to look at all of it.
func (e *Engine) shortestLasso(ctx context.Context, r *results.Result, o Obligation, run runner.Result, limits process.Limits) error {
	length := len(r.Counterexample.Steps)
	if r.Counterexample.Cut {
		return errors.New("the run is longer than what is shown")
	}
	release, err := e.Slots.Acquire(ctx)
	if err != nil {
		return err
	}
	next, err := statespace.ShortestLasso(ctx, run, length, limits)
	release()
	if err != nil {
		return err
	}
	if next != nil {
		shown, _, err := e.execute(ctx, o, *next)
		if err == nil && len(shown.Steps) >= length {
			err = fmt.Errorf("the shorter run has %d steps", len(shown.Steps))
		}
		if err != nil {
			return err
		}
		r.Counterexample = shown
	}
	r.Counterexample.Shortest = results.ShortestProved
	return nil
}

// shallow is the first bound of risingDepth, in steps.
const shallow = 32

// risingDepth looks for a shorter run by bounds on the depth of the search, each twice the one before, up to the depth of run,
// until it finds one.  It returns that, or run.
func (e *Engine) risingDepth(ctx context.Context, r *results.Result, o Obligation, run runner.Result, limits process.Limits) runner.Result {
	began := time.Now()
	s := o.Search
	for depth := int64(shallow); depth < run.Conclusion.Depth; depth *= 2 {
		if limits.Timeout > 0 {
			left := limits.Timeout - time.Since(began)
			if left <= 0 {
				return run
			}
			limits.Timeout, began = left, time.Now()
		}
		s.Depth, s.MaxDepth = depth, depth
		next, err := e.run(ctx, o, s, limits)
		if err != nil {
			return run
		}
		e.addCost(ctx, r, o, next)
		if !o.Violates(next) {
			continue
		}
		if shown, _, err := e.execute(ctx, o, next); err == nil && len(shown.Steps) < len(r.Counterexample.Steps) {
			r.Counterexample = shown
			return next
		}
	}
	return run
}

// fallingDepth looks for shorter runs by smaller bounds on the depth of the search.  A
// bounded search for cycles may miss some, so that the last one need not be the shortest.
func (e *Engine) fallingDepth(ctx context.Context, r *results.Result, o Obligation, run runner.Result) {
	began := time.Now()
	for range 32 {
		depth := run.Conclusion.Depth
		if depth < 2 || e.Limits.Timeout > 0 && time.Since(began) > e.Limits.Timeout {
			return
		}
		s := o.Search
		s.Depth, s.MaxDepth = depth, depth
		next, err := e.run(ctx, o, s, e.Limits)
		if err != nil || !o.Violates(next) || next.Conclusion.Depth >= depth {
			return
		}
		shown, _, err := e.execute(ctx, o, next)
		if err != nil {
			return
		}
		e.addCost(ctx, r, o, next)
		r.Counterexample, run = shown, next
	}
}

// shortestToError replaces a run that ends in an error by a shortest one: it searches
// breadth first, and where that is no proof, which it is not where
// processes meet in a rendezvous, depth first with falling bounds.
func (e *Engine) shortestToError(ctx context.Context, r *results.Result, o Obligation, limits process.Limits) {
	if o.Without != nil {
		if quiet, _, ok := o.Without(pan.KindAssertion); ok { // the last error is the one that counts
			o = quiet
		}
	}
	s := o.Search
	s.Reduction, s.Fairness = runner.NoReduction, runner.Unfair
	for _, s.Order = range []runner.Order{runner.BreadthFirst, runner.FallingBound} {
		run, err := e.run(ctx, o, s, limits)
		if err != nil || run.Conclusion.Class != pan.Violated || run.Output.Inexact() {
			continue
		}
		e.addCost(ctx, r, o, run)
		if run = run.LastError(); !o.Violates(run) {
			continue
		}
		shown, _, err := e.execute(ctx, o, run)
		if err != nil {
			continue
		}
		// The first error of a breadth-first search is a nearest; the other must have gone on to its end.
		if s.Order == runner.BreadthFirst || len(run.Output.Incomplete) == 0 {
			shown.Shortest = results.ShortestProved
		}
		r.Counterexample = shown
		return
	}
}

// cycleLost tells whether pan has written a trail that ends before the cycle which it reports: with -c0 -e it does.
func cycleLost(run runner.Result) bool {
	executed, err := trail.Parse(run.Trail)
	kind := run.Conclusion.Kind
	return err == nil && executed.Cycle < 0 && (kind == pan.KindAcceptance || kind == pan.KindNonProgress)
}

// sameRun tells whether two runs show the same.
func sameRun(a, b results.Counterexample) bool {
	return a.Cycle == b.Cycle && slices.EqualFunc(a.Steps, b.Steps, func(s, t results.Step) bool {
		return s.Event == t.Event && slices.Equal(s.Changes, t.Changes)
	})
}

// allCounterexamples collects further counterexamples, each executed again.
func (e *Engine) allCounterexamples(ctx context.Context, r *results.Result, o Obligation) {
	s := o.Search
	if s.Order == runner.BreadthFirst {
		s.Order = runner.DepthFirst
	}
	s.Errors = 8 * e.All // some of them will not do
	run, err := e.run(ctx, o, s, e.Limits)
	r.CutShort = err != nil || run.Exit.Killed != process.NotKilled || len(run.Output.Incomplete) > 0
	var found []runner.Result
	if err == nil {
		found, err = run.Errors(s.Errors)
	}
	if err != nil {
		r.CutShort = true
		r.Warnings = append(r.Warnings, "no further counterexamples: "+err.Error())
	}
	others, unconfirmed := 0, 0
	for _, one := range found {
		if len(r.Counterexamples) == e.All {
			break
		}
		if !o.Violates(one) {
			others++
			continue
		}
		shown, _, err := e.execute(ctx, o, one)
		if err != nil || cycleLost(one) {
			unconfirmed++
			continue
		}
		if !slices.ContainsFunc(r.Counterexamples, func(known results.Counterexample) bool { return sameRun(known, *shown) }) {
			r.Counterexamples = append(r.Counterexamples, *shown)
		}
	}
	if others > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d of the errors are not of this property", others))
	}
	if unconfirmed > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d runs that go on after an error, or could not be confirmed, are left out", unconfirmed))
	}
	e.addCost(ctx, r, o, run)
}
