package results

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/registry"
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
	if kind(d.algorithm, property) == registry.Reach {
		decide = d.reach
	} else {
		r.Fairness = FairnessMessage
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

func kind(a *registry.Algorithm, property string) registry.Kind {
	for _, p := range a.Properties {
		if p.Name == property {
			return p.Kind
		}
	}
	return registry.Liveness
}

// claimRun is what one formula came to.
type claimRun struct {
	claim   models.Claim
	search  runner.Search
	run     runner.Result
	extra   []runner.Result // that did not decide
	err     error
	verdict pan.Verdict
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
	return claimRun{claim: c, search: s, run: run, extra: extra, verdict: run.Conclusion.Verdict(), reason: said + reason(run)}
}

// search looks for a cycle that refutes the formula, under message fairness.
// onlyCycles says that the formula has no other way to fail, so that assertions,
// which would end the search before the cycle, may be off.
func (d *decision) search(ctx context.Context, p *prepared, c models.Claim, onlyCycles bool) claimRun {
	args := []string{"-a", "-f", "-N", c.Name}
	if onlyCycles {
		args = []string{"-a", "-f", "-A", "-N", c.Name}
	}
	out := d.formula(ctx, p, c, runner.Search{
		Defines: []string{"-DNOREDUCE"},
		Args:    args,
		NFair:   models.NFAIR(p.model.Processes),
		Want:    pan.Want{Claim: c.Name, CyclesOnly: onlyCycles, Acceptance: true, Fair: true},
	})
	if out.verdict == pan.Fail && onlyCycles {
		out.reason = "can wait for ever"
	}
	return out
}

// reach looks for a violation of a formula that must be violated.
func (d *decision) reach(ctx context.Context, p *prepared, c models.Claim, _ bool) claimRun {
	out := d.formula(ctx, p, c, runner.Search{
		Defines: []string{"-DNOREDUCE"},
		Args:    []string{"-a", "-N", c.Name},
		Want:    pan.Want{Claim: c.Name, Acceptance: true},
	})
	switch out.verdict {
	case pan.Fail:
		out.verdict, out.reason = pan.Pass, "SPIN finds a run in which the node enters"
		out.confirmWitness(ctx, d)
	case pan.Pass:
		out.verdict, out.reason = pan.Fail, fmt.Sprintf("node %d can never enter", c.Node)
	}
	return out
}

// confirmWitness executes the run that enters once more, on both sides: pan stops
// at the first step that is impossible.
func (c *claimRun) confirmWitness(ctx context.Context, d *decision) {
	states, err := c.run.Binary.States(ctx, c.run.Run, d.Limits)
	if err == nil && confirmable(d.algorithm, d.config, c.claim.Property) && !states.Cut {
		err = confirmInGo(d.config, c.claim.Property, states, 0, c.claim.Node)
	}
	if err != nil {
		c.verdict, c.reason = pan.Error, fmt.Sprintf("the run that enters does not replay: %s", err)
	}
}

// witness confirms what refutes a formula, and shows it if there is none yet, or
// if it is the shortest.
func (d *decision) witness(ctx context.Context, r *Result, p *prepared, c *claimRun) {
	one := d.newResult(r.Property)
	f := finding{property: r.Property, run: c.run, node: c.claim.Node}
	d.confirm(ctx, one, p, f)
	if one.Verdict == pan.Error {
		c.verdict, c.reason = pan.Error, one.Reason
		return
	}
	first := r.Counterexample == nil
	d.moreLassos(ctx, one, p, f, c.search)
	r.absorb(one, d.All)
	if !first && !(d.Shortest && one.Counterexample.shorterThan(r.Counterexample)) {
		return
	}
	r.Counterexample, r.ConfirmedBy = one.Counterexample, one.ConfirmedBy
}

// join makes one result of the formulas' runs, with the first failure's trail.
func (d *decision) join(ctx context.Context, r *Result, p *prepared, runs []claimRun) {
	var verdicts []pan.Verdict
	reasons := map[pan.Verdict][]string{}
	for _, c := range runs {
		if c.err != nil {
			failed := failed(&Result{}, c.err)
			c.verdict, c.reason = failed.Verdict, failed.Reason
		} else {
			d.take(r, p, c.run)
			for _, e := range c.extra {
				d.spend(r, p, e)
			}
			r.Cached = r.Cached || c.cached
		}
		if c.verdict == pan.Fail && c.run.Conclusion.Class == pan.Violated && (r.Counterexample == nil || d.Shortest || d.All > 1) {
			d.witness(ctx, r, p, &c)
		}
		verdicts = append(verdicts, c.verdict)
		reasons[c.verdict] = append(reasons[c.verdict], c.describe())
		if c.claim.Node > 0 {
			r.Nodes = append(r.Nodes, NodeResult{c.claim.Node, c.verdict, c.reason, int64(c.run.Output.Stored), c.run.Running})
		}
	}
	r.Verdict = Worst(verdicts...)
	r.Reason = strings.Join(reasons[r.Verdict], "; ")
	if r.Verdict == pan.Pass && len(runs) > 1 {
		r.Reason = "each node: " + runs[0].reason
	} else if r.Verdict == pan.Pass {
		r.Reason = runs[0].reason
	}
}

func (c claimRun) describe() string {
	if c.claim.Node == 0 || strings.HasPrefix(c.reason, "node ") {
		return c.reason
	}
	return fmt.Sprintf("node %d %s", c.claim.Node, c.reason)
}
