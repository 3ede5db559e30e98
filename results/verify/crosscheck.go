package verify

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/results"
)

// crossCheckStates is how many states the explorer visits to check SPIN's verdicts: about
// a second's work.
const crossCheckStates = 300_000

// agrees is the CrossCheck of a verdict that both engines found.
const agrees = "agrees"

// crossCheck checks SPIN's verdicts against the explorer's.  A disagreement is an error:
// the model, the program or mxgen is wrong.
func (d *decision) crossCheck(ctx context.Context, rs []results.Result) {
	if !slices.ContainsFunc(rs, func(r results.Result) bool { return r.CrossCheck == "" }) {
		return // the results come from the cache
	}
	if !slices.ContainsFunc(rs, func(r results.Result) bool { return r.Verdict == results.Pass || r.Verdict == results.Fail }) {
		note(rs, "not done: SPIN has no verdict")
		return
	}
	d.explore(ctx)
	if d.explored == nil {
		note(rs, d.unexplored)
		return
	}
	for k := range rs {
		against(&rs[k], d.explored)
	}
}

// exploration is the explorer's graph of a configuration, which is made once.
type exploration struct {
	once       sync.Once
	explored   *explore.Graph
	unexplored string // why there is none
}

// explore makes the graph, in a slot, unless it would be too large.
func (d *decision) explore(ctx context.Context) {
	d.once.Do(func() {
		d.unexplored = "not done: the program has more than " + fmt.Sprint(crossCheckStates) + " states"
		switch {
		case d.config.Bug != "":
			d.unexplored = "not done: the seeded bug is in the model alone"
			return
		case len(d.wanted) == 0:
			d.unexplored = "not done: the explorer does not know this property"
			return
		case d.statesOfSPIN() > 2*crossCheckStates:
			return
		}
		free, err := d.slot(ctx)
		if err != nil {
			d.unexplored = "not done: " + err.Error()
			return
		}
		defer free()
		system, err := reference.New(d.config)
		if err != nil {
			d.unexplored = "not done: " + err.Error()
			return
		}
		g := explore.Run(ctx, system, explore.Options{MaxStates: crossCheckStates, Workers: 1})
		if complete, _ := g.Complete(); complete {
			d.explored = g
		}
	})
}

// statesOfSPIN is the number of states that SPIN's search of the safety model stored, 0 if
// that is not known.  The explorer would visit about as many.
func (d *decision) statesOfSPIN() int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	if r := d.results[models.NoOverflow]; r != nil && r.Verdict == results.Pass {
		return r.States
	}
	return 0
}

// note sets the CrossCheck of all results.
func note(rs []results.Result, text string) {
	for k := range rs {
		rs[k].CrossCheck = text
	}
}

// against checks one verdict against the explorer's.
func against(r *results.Result, g *explore.Graph) {
	v, err := g.Verdict(r.Property)
	switch {
	case err != nil:
		r.CrossCheck = "not done: the explorer does not know this property"
	case r.Verdict != results.Pass && r.Verdict != results.Fail:
		r.CrossCheck = "not done: SPIN has no verdict; the explorer says " + string(v.Result)
	case v.Result == explore.Inconclusive:
		r.CrossCheck = "not done: " + v.Reason
	case verdictOf(v.Result) == r.Verdict:
		r.CrossCheck = agrees
	default:
		r.CrossCheck = "disagrees"
		r.Reason = fmt.Sprintf("the sides disagree: SPIN says %s (%s), the Go explorer says %s %s", r.Verdict, r.Reason, v.Result, v.Reason)
		r.Verdict = results.Error
	}
}

// verdictOf is the explorer's result as a verdict.
func verdictOf(r explore.Result) results.Verdict {
	switch r {
	case explore.Pass:
		return results.Pass
	case explore.Fail:
		return results.Fail
	}
	return results.Inconclusive
}
