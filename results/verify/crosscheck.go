package verify

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/results"
)

// crossCheckStates is how many states the Go explorer looks at to check SPIN's
// verdicts: what it can do in about a second.
const crossCheckStates = 300_000

// agrees is the CrossCheck of a verdict that both sides came to.
const agrees = "agrees"

// crossCheck checks SPIN's verdicts against the explorer's.  A disagreement is an
// error: one of the two derivations of the algorithm is wrong, or mxgen is.
func (c *configuration) crossCheck(ctx context.Context, rs []results.Result) {
	if !slices.ContainsFunc(rs, func(r results.Result) bool { return r.CrossCheck == "" }) {
		return // the cache has it
	}
	why := "not done: SPIN has no verdict"
	if slices.ContainsFunc(rs, func(r results.Result) bool { return r.Verdict == results.Pass || r.Verdict == results.Fail }) {
		c.explore(ctx)
		why = c.unexplored
		if ctx.Err() != nil {
			why = "not done: the command was interrupted"
		}
	}
	for k := range rs {
		if c.explored == nil {
			rs[k].CrossCheck = why
		} else {
			checkAgainst(&rs[k], c.explored)
		}
	}
}

// exploration is the explorer's graph of a configuration, made once.
type exploration struct {
	once       sync.Once
	explored   *explore.Graph
	unexplored string // why there is none
}

// explore makes the graph, in a slot.
func (c *configuration) explore(ctx context.Context) {
	c.once.Do(func() {
		c.unexplored = "not done: the program has more than " + fmt.Sprint(crossCheckStates) + " states"
		switch {
		case c.config.Bug != "":
			c.unexplored = "not done: the seeded bug is in the model alone"
			return
		case len(c.wanted) == 0:
			c.unexplored = "not done: the explorer does not know this property"
			return
		case c.statesOfSPIN() > 2*crossCheckStates:
			return
		}
		release, err := c.Slots.Acquire(ctx)
		if err != nil {
			c.unexplored = "not done: " + err.Error()
			return
		}
		defer release()
		system, err := algorithms.New(c.config)
		if err != nil {
			c.unexplored = "not done: " + err.Error()
			return
		}
		g := explore.Run(ctx, system, explore.Options{MaxStates: crossCheckStates, Workers: 1})
		if complete, _ := g.Complete(); complete {
			c.explored = g
		}
	})
}

// statesOfSPIN is how many states SPIN's search of the safety model stored, which are
// about as many as the explorer's: where there are far too many nobody has to explore
// to find that out.  0: unknown.
func (c *configuration) statesOfSPIN() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.decided[registry.NoOverflow]; r != nil && r.Verdict == results.Pass {
		return r.States
	}
	return 0
}

// checkAgainst checks one verdict against the explorer's.
func checkAgainst(r *results.Result, g *explore.Graph) {
	v, err := g.Verdict(r.Property)
	switch {
	case err != nil:
		r.CrossCheck = "not done: the explorer does not know this property"
	case r.Verdict != results.Pass && r.Verdict != results.Fail:
		r.CrossCheck = "not done: SPIN has no verdict; the explorer says " + string(v.Result)
	case v.Result == explore.Inconclusive:
		r.CrossCheck = "not done: " + v.Reason
	case explorerVerdict(v) == r.Verdict:
		r.CrossCheck = agrees
	default:
		r.CrossCheck = "disagrees"
		r.Reason = fmt.Sprintf("the sides disagree: SPIN says %s (%s), the Go explorer says %s %s", r.Verdict, r.Reason, v.Result, v.Reason)
		r.Verdict = results.Error
	}
}

// explorerVerdict is the explorer's answer as a verdict.
func explorerVerdict(v explore.Verdict) results.Verdict {
	switch v.Result {
	case explore.Pass:
		return results.Pass
	case explore.Fail:
		return results.Fail
	}
	return results.Inconclusive
}
