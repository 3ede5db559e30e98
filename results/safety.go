package results

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// searchAll is a depth-first search for every assertion of a safety model.
var searchAll = runner.Search{
	Defines: []string{"-DSAFETY", "-DNOREDUCE"},
	Want:    pan.Want{Assertions: true},
}

// searchShortest is breadth-first: its first error has a shortest trail.
var searchShortest = runner.Search{
	Defines: []string{"-DSAFETY", "-DNOREDUCE", "-DBFS"},
	Want:    pan.Want{Assertions: true},
}

// safety decides all safety properties by one run where they all hold.  Where
// one fails it would hide the others, and each is decided by a model of its own.
//
// no-overflow is always decided, since every other pass rests on it.
func (d *decision) safety(ctx context.Context) {
	var names []string
	for _, p := range d.algorithm.PropertiesOf(d.config) {
		if p.Kind == registry.State || p.Kind == registry.Step {
			if (slices.Contains(d.wanted, p.Name) || p.Name == noOverflow) && !d.known(p.Name) {
				names = append(names, p.Name)
			}
		}
	}
	if len(names) > 0 && !d.together(ctx, names) {
		var work sync.WaitGroup
		for _, name := range names {
			work.Go(func() { d.alone(ctx, name) })
		}
		work.Wait()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.overflow = pan.Inconclusive
	if r := d.results[noOverflow]; r != nil {
		d.overflow = r.Verdict
	}
}

// together runs the model with every assertion.  It is no answer if one fails.
func (d *decision) together(ctx context.Context, names []string) bool {
	p, err := d.prepare(ctx, models.Build{})
	if err != nil {
		for _, name := range names {
			d.done(failed(d.newResult(name), err))
		}
		return true
	}
	run, err := d.run(ctx, p, searchAll)
	var all []*Result
	for _, name := range names {
		r := d.newResult(name)
		if err != nil {
			failed(r, err)
		} else {
			d.take(r, p, run)
		}
		all = append(all, r)
	}
	if err == nil {
		run, said, extra := d.approximate(ctx, p, searchAll, run)
		if run.Conclusion.Class == pan.Violated {
			p.Close()
			return false
		}
		for _, r := range all {
			for _, e := range extra {
				d.spend(r, p, e)
			}
			r.Verdict, r.Reason = run.Conclusion.Verdict(), said+reason(run)
		}
	}
	d.finish(p, "safety", all...)
	for _, r := range all {
		d.done(r)
	}
	return true
}

// alone decides one property by its own model, breadth first for a short
// trail; where that needs too much memory, depth first.
func (d *decision) alone(ctx context.Context, name string) {
	r := d.newResult(name)
	defer func() { d.done(r) }()
	p, err := d.prepare(ctx, models.Build{Property: name})
	if err != nil {
		failed(r, err)
		return
	}
	defer func() { d.finish(p, name, r) }()
	run, err := d.run(ctx, p, searchShortest)
	if err == nil && run.Conclusion.Verdict() == pan.Inconclusive {
		d.take(r, p, run)
		run, err = d.run(ctx, p, searchAll)
	}
	if err != nil {
		failed(r, err)
		return
	}
	d.take(r, p, run)
	run, said, extra := d.approximate(ctx, p, searchAll, run)
	for _, e := range extra {
		d.spend(r, p, e)
	}
	r.Verdict, r.Reason = run.Conclusion.Verdict(), said+reason(run)
	if run.Conclusion.Kind == pan.KindArrayIndex { // no assertion of ours
		r.Verdict = pan.Error
		return
	}
	if r.Verdict == pan.Fail {
		r.Reason = "SPIN finds a run that violates it"
		f := finding{property: name, run: run, site: func(line int) error {
			if got := p.model.Sites[line]; got != name {
				return fmt.Errorf("the assertion on line %d is not one of %s", line, name)
			}
			return nil
		}}
		d.confirm(ctx, r, p, f)
		if r.Counterexample != nil {
			d.moreViolations(ctx, r, p, f)
			r.Reason = fmt.Sprintf("violated after %s", events(len(r.Counterexample.Steps)))
		}
	}
}

func events(n int) string {
	if n == 1 {
		return "1 event"
	}
	return fmt.Sprintf("%d events", n)
}

// run searches in a slot.
func (d *decision) run(ctx context.Context, p *prepared, s runner.Search) (runner.Result, error) {
	return d.searching(p)(ctx, s, d.Limits)
}

// reason is why a run has its verdict.  That some event never happens in a
// configuration is no flaw; that nobody enters would be, and is a property.
func reason(run runner.Result) string {
	if run.Conclusion.Class == pan.Vacuous {
		return "complete search, no errors"
	}
	return run.Conclusion.Reason
}
