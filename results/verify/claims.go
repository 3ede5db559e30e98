package verify

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/conclude"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// claims decides a property by the ltl formulas of its model, each on its own.
// A cycle refutes starvation and a user's formula; entry is there if SPIN
// refutes every never_enters.
func (d *decision) claims(ctx context.Context, b models.Build, property string) {
	r := d.newResult(property)
	defer func() { d.done(r) }()
	p, err := d.prepare(ctx, b)
	if err != nil {
		failed(r, err)
		return
	}
	defer func() { d.finish(p, property, r) }()
	decide := d.search
	if d.algorithm.KindOf(property) == models.Reach {
		decide = d.reach
	} else {
		r.Fairness = results.FairnessMessage
	}
	runs := make([]claimRun, len(p.model.Claims))
	var work sync.WaitGroup
	for k, c := range p.model.Claims {
		work.Go(func() {
			runs[k] = d.part(p, c, func() claimRun { return decide(ctx, p, c, b.Formula == nil) })
		})
	}
	work.Wait()
	d.join(ctx, r, p, runs)
}

// claimRun is what one formula came to.
type claimRun struct {
	claim   models.Claim
	search  runner.Search
	run     runner.Result
	extra   []runner.Result // that did not decide
	err     error
	verdict results.Verdict
	reason  string
	cached  bool
}

// formula is what a search says of one formula.
func (d *decision) formula(ctx context.Context, p *prepared, c models.Claim, s runner.Search) claimRun {
	run, err := d.run(ctx, p, s)
	if err != nil {
		return claimRun{claim: c, err: err}
	}
	run, said, extra := d.approximate(ctx, p, s, run)
	return claimRun{claim: c, search: s, run: run, extra: extra, verdict: conclude.Verdict(run.Conclusion.Class), reason: said + reason(run)}
}

// search looks for a cycle that refutes the formula, under message fairness.
// onlyCycles says that the formula has no other way to fail, so that assertions,
// which would end the search before the cycle, may be off.
func (d *decision) search(ctx context.Context, p *prepared, c models.Claim, onlyCycles bool) claimRun {
	out := d.formula(ctx, p, c, runner.Search{
		Want:      pan.Want{Claim: c.Name, CyclesOnly: onlyCycles, Acceptance: true},
		Reduction: runner.NoReduction, Fairness: runner.WeakFair,
		NFair: models.NFAIR(p.model.Processes),
	})
	if out.verdict == results.Fail && onlyCycles {
		out.reason = "can wait for ever"
	}
	return out
}

// reach looks for a violation of a formula that must be violated.
func (d *decision) reach(ctx context.Context, p *prepared, c models.Claim, _ bool) claimRun {
	out := d.formula(ctx, p, c, runner.Search{
		Want:      pan.Want{Claim: c.Name, Acceptance: true},
		Reduction: runner.NoReduction,
	})
	switch out.verdict {
	case results.Fail:
		out.verdict, out.reason = results.Pass, "SPIN finds a run in which the node enters"
		out.confirmWitness(ctx, d)
	case results.Pass:
		out.verdict, out.reason = results.Fail, fmt.Sprintf("node %d can never enter", c.Node)
	}
	return out
}

// confirmWitness executes the run that enters once more, on both sides: pan stops
// at the first step that is impossible.
func (c *claimRun) confirmWitness(ctx context.Context, d *decision) {
	states, err := c.run.Binary.States(ctx, c.run.Run, d.Limits)
	if err == nil && replay.Confirmable(d.algorithm, d.config, c.claim.Property) && !states.Cut {
		err = replay.Confirm(d.config, c.claim.Property, states, 0, c.claim.Node)
	}
	if err != nil {
		c.verdict, c.reason = results.Error, fmt.Sprintf("the run that enters does not replay: %s", err)
	}
}

// witness confirms what refutes a formula, and shows it if there is none yet, or
// if it is the shortest.
func (d *decision) witness(ctx context.Context, r *results.Result, p *prepared, c *claimRun) {
	one := d.newResult(r.Property)
	f := finding{property: r.Property, run: c.run, node: c.claim.Node}
	d.confirm(ctx, one, p, f)
	if one.Verdict == results.Error {
		c.verdict, c.reason = results.Error, one.Reason
		return
	}
	first := r.Counterexample == nil
	d.moreLassos(ctx, one, p, f, c.search)
	absorb(r, one, d.All)
	if !first && !(d.Shortest && shorter(one.Counterexample, r.Counterexample)) {
		return
	}
	r.Counterexample, r.ConfirmedBy = one.Counterexample, one.ConfirmedBy
}

// join makes one result of the formulas' runs, with the first failure's trail.
func (d *decision) join(ctx context.Context, r *results.Result, p *prepared, runs []claimRun) {
	var verdicts []results.Verdict
	reasons := map[results.Verdict][]string{}
	for _, c := range runs {
		if c.err != nil {
			failed := failed(&results.Result{}, c.err)
			c.verdict, c.reason = failed.Verdict, failed.Reason
		} else {
			d.take(r, p, c.run)
			for _, e := range c.extra {
				d.spend(r, p, e)
			}
			r.Cached = r.Cached || c.cached
		}
		if c.verdict == results.Fail && c.run.Conclusion.Class == pan.Violated && (r.Counterexample == nil || d.Shortest || d.All > 1) {
			d.witness(ctx, r, p, &c)
		}
		verdicts = append(verdicts, c.verdict)
		reasons[c.verdict] = append(reasons[c.verdict], c.describe())
		if c.claim.Node > 0 {
			r.Nodes = append(r.Nodes, results.NodeResult{Node: c.claim.Node, Verdict: c.verdict, Reason: c.reason, States: int64(c.run.Output.Stored), Seconds: c.run.Running})
		}
	}
	r.Verdict = results.Worst(verdicts...)
	r.Reason = strings.Join(reasons[r.Verdict], "; ")
	if r.Verdict == results.Pass && len(runs) > 1 {
		r.Reason = "each node: " + runs[0].reason
	} else if r.Verdict == results.Pass {
		r.Reason = runs[0].reason
	}
}

func (c claimRun) describe() string {
	if c.claim.Node == 0 || strings.HasPrefix(c.reason, "node ") {
		return c.reason
	}
	return fmt.Sprintf("node %d %s", c.claim.Node, c.reason)
}
