package verify

import (
	"context"
	"slices"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// searching searches a model of the configuration's.
func (d *decision) searching(p *prepared) searching {
	return func(ctx context.Context, s runner.Search, limits runner.Limits) (runner.Result, error) {
		free, err := d.slot(ctx)
		if err != nil {
			return runner.Result{}, err
		}
		defer free()
		return p.RunTiered(ctx, s, limits)
	}
}

// executing is what execute shows of another run than the finding's.
func (d *decision) executing(ctx context.Context, f finding) func(runner.Result) (*results.Counterexample, error) {
	return func(run runner.Result) (*results.Counterexample, error) {
		if run.Conclusion.Kind != f.run.Conclusion.Kind {
			return nil, errOther
		}
		f.run = run
		shown, _, err := d.execute(ctx, f)
		return shown, err
	}
}

// moreViolations looks for other runs to a bad state than the first, as far as they
// are wanted.
func (d *decision) moreViolations(ctx context.Context, r *results.Result, p *prepared, f finding) {
	if d.Shortest {
		r.Counterexample.Shortest = results.ShortestNotSure
		if f.run.Search.Order == runner.BreadthFirst {
			r.Counterexample.Shortest = results.ShortestProved
		}
	}
	if d.All > 1 {
		d.spend(r, p, d.all(ctx, r, d.searching(p), searchAll, d.executing(ctx, f)))
	}
}

// moreLassos looks for other runs that refute a formula than the first, as far as
// they are wanted.
func (d *decision) moreLassos(ctx context.Context, r *results.Result, p *prepared, f finding, s runner.Search) {
	if d.Shortest {
		d.shortestRefutation(ctx, r, p, f, s)
	}
	if d.All > 1 {
		d.spend(r, p, d.all(ctx, r, d.searching(p), s, d.executing(ctx, f)))
	}
}

// shortestRefutation replaces a run that a formula does not survive, or its
// cycle, by a shortest one.
func (d *decision) shortestRefutation(ctx context.Context, r *results.Result, p *prepared, f finding, s runner.Search) {
	var why error
	if f.run.Conclusion.Kind == pan.KindAcceptance {
		why = d.shortestLasso(ctx, r, f.run, d.executing(ctx, f))
	} else {
		shown, runs := d.shortestEnd(ctx, d.searching(p), s, d.executing(ctx, f))
		for _, run := range runs {
			d.spend(r, p, run)
		}
		if shown != nil {
			r.Counterexample = shown
		}
	}
	if r.Counterexample.Shortest == "" {
		unproved(r, why)
	}
}

// approximate adds bitstate runs to a search that could not be completed, if they
// are wanted.  It returns what decides: the run that found a violation, or the one that
// was not completed, with what is to be said of it.
func (d *decision) approximate(ctx context.Context, p *prepared, s runner.Search, run runner.Result) (runner.Result, string, []runner.Result) {
	if !d.Approximate || run.Conclusion.Class != pan.Incomplete {
		return run, "", nil
	}
	violated := func(runner.Result) bool { return true } // nothing else is asserted
	found, said, runs := d.approximately(ctx, int64(run.Output.Stored), d.searching(p), s, violated)
	if found != nil {
		run = *found
	}
	return run, said, runs
}

// shorter compares lassos and runs by their number of steps.
func shorter(c, other *results.Counterexample) bool {
	return len(c.Steps) < len(other.Steps) && !c.Cut
}

// absorb adds to a result what was spent on a part of it, and found besides.
func absorb(r, part *results.Result, most int) {
	r.SHA256 = part.SHA256
	r.Seconds += part.Seconds
	r.Memory = max(r.Memory, part.Memory)
	r.Warnings = append(r.Warnings, part.Warnings...)
	r.Retries = append(r.Retries, part.Retries...)
	room := min(len(part.Counterexamples), max(most-len(r.Counterexamples), 0))
	r.Counterexamples = append(r.Counterexamples, part.Counterexamples[:room]...)
	for _, c := range part.Commands {
		if !slices.Contains(r.Commands, c) {
			r.Commands = append(r.Commands, c)
		}
	}
}
