package verify

import (
	"context"
	"errors"
	"fmt"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// More is what is wanted besides verdicts with the first counterexample of each.
type More struct {
	Shortest bool // look for shortest counterexamples
	All      int  // so many counterexamples of a property, 0: the first
	// Approximate adds bitstate runs where a search cannot be completed.
	Approximate bool
}

// sought tells whether all that is wanted of a violation has been looked for to the
// end, which a limit or an interrupt may have kept it from.
func (m More) sought(r results.Result) bool {
	if r.Counterexample != nil && m.Shortest && r.Counterexample.Shortest != results.ShortestProved {
		return false
	}
	return !r.CutShort
}

// searching executes a search on what is being decided, in a slot.
type searching func(ctx context.Context, s runner.Search, limits runner.Limits) (runner.Result, error)

// walk looks for a shorter lasso than a run's, in a slot.
func (v *Verifier) walk(ctx context.Context, run runner.Result, length int) (*runner.Result, error) {
	free, err := v.slot(ctx)
	if err != nil {
		return nil, err
	}
	defer free()
	return run.ShortestLasso(ctx, length, v.Limits)
}

// shortestLasso proves which lasso is a shortest one, where the graph is small
// enough to look at all of it.  It replaces the result's counterexample, which run
// has found, by one that confirm has executed again.
func (v *Verifier) shortestLasso(ctx context.Context, r *results.Result, run runner.Result, confirm func(runner.Result) (*results.Counterexample, error)) error {
	length := len(r.Counterexample.Steps)
	if r.Counterexample.Cut {
		return errors.New("the run is longer than what is shown")
	}
	next, err := v.walk(ctx, run, length)
	if err != nil {
		return err
	}
	if next != nil {
		shown, err := confirm(*next)
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

// shortestEnd finds a shortest run that ends in an error: it searches breadth first,
// and where that is no proof, which it is not where processes meet in a rendezvous,
// depth first with falling bounds.  It is nil if neither finds one that confirm
// executes again.
func (v *Verifier) shortestEnd(ctx context.Context, search searching, s runner.Search, confirm func(runner.Result) (*results.Counterexample, error)) (shown *results.Counterexample, runs []runner.Result) {
	s.Reduction, s.Fairness = runner.NoReduction, runner.Unfair
	for _, s.Order = range []runner.Order{runner.BreadthFirst, runner.FallingBound} {
		run, err := search(ctx, s, v.Limits)
		if err != nil || run.Conclusion.Class != pan.Violated || run.Output.Inexact() {
			continue
		}
		runs = append(runs, run)
		if errs := run.Output.ErrorLines; len(errs) > 1 { // the trail is that of the last
			run.Output.ErrorLines = errs[len(errs)-1:]
		}
		shown, err := confirm(run)
		if err != nil {
			continue
		}
		// The first error of a breadth-first search is a nearest; -i must have gone on to the end.
		if s.Order == runner.BreadthFirst || len(run.Output.Incomplete) == 0 {
			shown.Shortest = results.ShortestProved
		}
		return shown, runs
	}
	return nil, runs
}

// unproved says why nothing is known about shorter counterexamples.
func unproved(r *results.Result, why error) {
	if why != nil {
		r.Warnings = append(r.Warnings, "not proved to be shortest: "+why.Error())
	}
	r.Counterexample.Shortest = results.ShortestNotSure
}

// errOther says that an error that a search has found is none of the property's.
var errOther = errors.New("an error of another property")

// all collects further counterexamples, each executed again by confirm, and
// returns the run that found them.
func (v *Verifier) all(ctx context.Context, r *results.Result, search searching, s runner.Search, confirm func(runner.Result) (*results.Counterexample, error)) runner.Result {
	s.Errors = 8 * v.All // some of them will not do
	run, err := search(ctx, s, v.Limits)
	r.CutShort = err != nil || run.Exit.Killed != "" || len(run.Output.Incomplete) > 0
	if err != nil {
		r.Warnings = append(r.Warnings, "no further counterexamples: "+err.Error())
		return run
	}
	found, err := run.Errors(8 * v.All)
	if err != nil {
		r.CutShort = true
		r.Warnings = append(r.Warnings, "no further counterexamples: "+err.Error())
	}
	others, unconfirmed := 0, 0
	for _, one := range found {
		if len(r.Counterexamples) == v.All {
			break
		}
		switch shown, err := confirm(one); {
		case errors.Is(err, errOther):
			others++
		case err != nil:
			unconfirmed++
		default:
			r.Counterexamples = append(r.Counterexamples, *shown)
		}
	}
	if others > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d of the errors are not of this property", others))
	}
	if unconfirmed > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d runs that go on after an error, or could not be confirmed, are left out", unconfirmed))
	}
	return run
}

// swarm is how many bitstate runs differ in their hashing.
const swarm = 3

// approximately looks for errors by bitstate runs, where an exact search has seen
// so many states and could not be completed.  They may find a violation, and never show
// that there is none; said is what they have seen.  All the runs are returned.
func (v *Verifier) approximately(ctx context.Context, states int64, search searching, s runner.Search, violated func(runner.Result) bool) (found *runner.Result, said string, runs []runner.Result) {
	limits := v.Limits // all of them may take as long as the exact search
	limits.Timeout /= swarm
	seen := 0.0
	for k := range swarm {
		one := s
		one.Compress = false
		one.Store, one.Seed = runner.BitstateStore, k+1
		one.HashBits = bitstateBits(v.Limits.Memory, states)
		run, err := search(ctx, one, limits)
		if err != nil {
			continue
		}
		runs = append(runs, run)
		if run.Conclusion.Class == pan.Violated && violated(run) {
			return &run, "", runs
		}
		if run.Output.Stored >= seen && run.Output.Stored > 0 {
			seen = run.Output.Stored
			said = fmt.Sprintf("approximate: no error found in %.0f states, hash factor %g; the exact search: ", seen, run.Output.HashFactor)
		}
	}
	return nil, said, runs
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
