package verify

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"sync"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/engine"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/panreplay"
	"github.com/mxgen/mxgen/runner/process"
)

// Searches for safety properties of generated models: the properties are assertions, and no
// claim is loaded.  SPIN's reduction finds nothing where nodes share variables, and costs time.
var (
	depthFirst = runner.Search{
		Want: pan.Want{Assertions: true}, Reduction: runner.NoReduction,
	}
	breadthFirst = runner.Search{
		Want: pan.Want{Assertions: true}, Reduction: runner.NoReduction, Order: runner.BreadthFirst,
	}
)

// jointJob is the name of the job that has every safety property.
const jointJob = "safety"

// newResult is what is known of a property before any search of a model.
func (c *configuration) newResult(property, sha256 string) *results.Result {
	return &results.Result{
		Algorithm: c.config.Algorithm, Variant: c.config.Variant.String(), Configuration: c.config,
		Property: property, Unbounded: c.config.Rounds == 0, Rounds: c.config.Rounds,
		Fairness: results.FairnessNone, Commands: []string{}, Engine: results.EngineSPIN,
		Tools:  c.versions(),
		SHA256: sha256,
	}
}

// digest is a model's SHA-256 in hexadecimal.
func digest(source []byte) string { return fmt.Sprintf("%x", sha256.Sum256(source)) }

// engine.Obligation has what all obligations about a generated model have in common.  name is
// that of the job.
func (c *configuration) obligation(property, name string, b models.Build) engine.Obligation {
	sha := ""
	if m, err := c.render(b); err == nil {
		sha = digest(m.Source)
	}
	return engine.Obligation{
		NewResult: func() *results.Result { return c.newResult(property, sha) },
		Job: func(ctx context.Context) (*runner.Job, error) {
			return c.engine.Prepare(ctx, name, func() ([]byte, error) {
				m, err := c.render(b)
				if err != nil {
					return nil, err
				}
				return m.Source, nil
			}, runner.KeepWriteOnly)
		},
		OwnJob:  true,
		Foreign: results.Error, // another error is a defect of mxgen
	}
}

// jointSafety is the engine.Obligation of all safety properties of a configuration.
func (c *configuration) jointSafety() engine.Obligation {
	o := c.obligation(jointJob, jointJob, models.Build{})
	o.Search = depthFirst
	o.Violates = func(runner.Result) bool { return true }
	o.Execute = func(context.Context, runner.Result, process.Limits) (*results.Counterexample, []string, error) {
		return nil, nil, errNotShown
	}
	return o
}

// errNotShown says that a run of the joint model shows nothing: each property finds its own.
var errNotShown = fmt.Errorf("internal: the run of a joint search is not shown")

// safetyObligation is one safety property in a model of its own, which is searched breadth
// first for a short trail, and depth first where that search is inconclusive.
func (c *configuration) safetyObligation(property string) engine.Obligation {
	b := models.Build{Property: property}
	o := c.obligation(property, property, b)
	o.Search = breadthFirst
	o.Violates = func(run runner.Result) bool { return run.Conclusion.Kind != pan.KindArrayIndex }
	o.Execute = c.execute(property, 0, func(line int) error {
		m, err := c.render(b)
		if err != nil {
			return err
		}
		if got := m.Sites[line]; got != property {
			return fmt.Errorf("the assertion on line %d is not one of %s", line, property)
		}
		return nil
	})
	o.Violation = func(_ runner.Result, shown *results.Counterexample) string {
		return fmt.Sprintf("violated after %s", results.CountEvents(len(shown.Steps)))
	}
	deep := o
	deep.Search = depthFirst
	o.Fallback = func(runner.Result) (engine.Obligation, string, bool) { return deep, "", true }
	return o
}

// claimObligation is one never claim of a property's model, which stands for one node or for all.
func (c *configuration) claimObligation(property string, b models.Build, m *models.Model, claim models.Claim) engine.Obligation {
	o := c.obligation(property, property, b)
	o.Search = runner.Search{
		Want: pan.Want{Claim: claim.Name, Acceptance: true}, Reduction: runner.NoReduction,
	}
	o.Violates = func(run runner.Result) bool { return true }
	o.Execute = c.execute(property, claim.Node, nil)
	if c.algorithm.KindOf(property) == registry.Reach {
		o.Witness, o.Never = "SPIN finds a run in which the node enters", fmt.Sprintf("node %d can never enter", claim.Node)
		o.Execute = c.executeWitness(property, claim.Node)
		return o
	}
	// A starvation formula has no other way to fail than a cycle, so that assertions, which
	// would end the search before the cycle, are off.  A user's formula may be a safety formula.
	o.Search.Want.CyclesOnly = b.Formula == nil
	o.Search.Fairness, o.Search.NFair = runner.WeakFair, models.NFAIR(m.Processes)
	unfair := o.NewResult
	o.NewResult = func() *results.Result {
		r := unfair()
		r.Fairness = results.FairnessMessage
		return r
	}
	if b.Formula == nil {
		o.Violation = func(runner.Result, *results.Counterexample) string { return "can wait for ever" }
		return o
	}
	o.Violation = func(run runner.Result, _ *results.Counterexample) string {
		if run.Conclusion.Kind == pan.KindAssertion { // by which SPIN checks a safety formula
			return "formula violated: " + b.Formula.Text
		}
		return run.Conclusion.Reason
	}
	return o
}

// decideClaims decides a property by the never claims of its model, each on its own,
// and joins them to one result.  The violation of one node is confirmed, and those of all
// where a shortest counterexample or several are wanted, or a shortest costs little.
func (c *configuration) decideClaims(ctx context.Context, b models.Build, property string) {
	m, err := c.render(b)
	if err != nil {
		r := c.newResult(property, "")
		r.Verdict, r.Reason = results.Error, err.Error()
		c.done(ctx, r)
		return
	}
	claims := make([]decidedClaim, len(m.Claims))
	var work sync.WaitGroup
	for k, claim := range m.Claims {
		work.Go(func() { claims[k] = c.decideClaim(ctx, b, property, m, claim) })
	}
	work.Wait()
	confirmed, short := false, false
	for _, d := range claims {
		r := d.result
		if r.Verdict == results.Fail && r.Counterexample == nil && d.o.Witness == "" && (!confirmed || short || c.Shortest || c.All > 1) {
			d.o.ConfirmLater = false
			c.engine.Violated(ctx, r, d.o, d.run)
			c.engine.Remember(d.q, r)
		}
		if x := r.Counterexample; x != nil {
			confirmed, short = true, c.Shorter && x.Shortest == results.ShortestProved
		}
	}
	c.done(ctx, c.join(claims[0].o.NewResult(), m.Claims, claims))
}

// decidedClaim is a never claim with its result, and what a confirmation of its violation needs.
type decidedClaim struct {
	result *results.Result
	o      engine.Obligation
	run    runner.Result
	q      engine.Question
}

// decideClaim decides one never claim, or knows its result from the cache: a property
// of many nodes may take hours, of which none should be lost.
func (c *configuration) decideClaim(ctx context.Context, b models.Build, property string, m *models.Model, claim models.Claim) decidedClaim {
	o := c.claimObligation(property, b, m, claim)
	o.ConfirmLater = o.Witness == ""
	subject := o.NewResult()
	q := engine.Question{
		Key: c.engine.Key(c.about, "claim "+claim.Name, string(m.Source)), What: fmt.Sprintf("%s: %s", c.config, claim.Name),
		Subject: subject, Digests: []string{subject.SHA256}, Witness: o.Witness != "",
	}
	if r, found := c.engine.Recall(q); found {
		return decidedClaim{result: r, o: o}
	}
	r, run := c.engine.Decide(ctx, o)
	c.engine.Remember(q, r)
	return decidedClaim{r, o, run, q}
}

// join makes one result of those of the nodes, with the first counterexample, or the
// shortest one if that is wanted.  States, transitions and depth are those of the largest search.
func (c *configuration) join(r *results.Result, claims []models.Claim, decided []decidedClaim) *results.Result {
	reasons := map[results.Verdict][]string{}
	var verdicts []results.Verdict
	for k, d := range decided {
		node, part := claims[k].Node, d.result
		engine.AddPart(r, part, c.All)
		for name, version := range part.Tools {
			r.Tools[name] = version
		}
		if part.States >= r.States {
			r.States, r.Transitions, r.Depth, r.Vector = part.States, part.Transitions, part.Depth, part.Vector
		}
		r.Cached, r.CutShort = r.Cached || part.Cached, r.CutShort || part.CutShort
		if shown := part.Counterexample; shown != nil {
			shorter := r.Counterexample != nil && (c.Shortest || c.Shorter) && len(shown.Steps) < len(r.Counterexample.Steps) && !shown.Cut
			if r.Counterexample == nil || shorter {
				r.Counterexample, r.ConfirmedBy = shown, part.ConfirmedBy
			}
		}
		verdicts = append(verdicts, part.Verdict)
		reasons[part.Verdict] = append(reasons[part.Verdict], nodeReason(node, part.Reason))
		if node > 0 {
			r.Nodes = append(r.Nodes, results.NodeResult{Node: node, Verdict: part.Verdict, Reason: part.Reason, States: part.States, Seconds: part.Seconds})
		}
	}
	if x := r.Counterexample; x != nil && !c.Shortest { // nobody has asked: another node's may be shorter
		own := *x
		own.Shortest = ""
		r.Counterexample = &own
	}
	r.Verdict = results.Worst(verdicts...)
	r.Reason = strings.Join(reasons[r.Verdict], "; ")
	switch {
	case r.Verdict == results.Pass && len(decided) > 1:
		r.Reason = "each node: " + decided[0].result.Reason
	case r.Verdict == results.Pass:
		r.Reason = decided[0].result.Reason
	}
	return r
}

// nodeReason says whom a reason is about.
func nodeReason(node int, reason string) string {
	if node == 0 || strings.HasPrefix(reason, "node ") {
		return reason
	}
	return fmt.Sprintf("node %d %s", node, reason)
}

// execute executes a run of a generated model once more: by pan, and event by event by the
// Go program, which must see the violation as well if it knows the property.  site refuses a
// line whose assertion is another property's; nil: the property has no assertion.
func (c *configuration) execute(property string, node int, site func(line int) error) engine.Executor {
	return func(ctx context.Context, run runner.Result, limits process.Limits) (*results.Counterexample, []string, error) {
		v := replay.Violation{Algorithm: c.algorithm, Config: c.config, Property: property, Node: node, Run: run, CheckSite: site}
		shown, sides, err := v.Execute(ctx, limits)
		if err == nil && c.algorithm.KindOf(property) == registry.Liveness {
			shown.Node = node
		}
		return shown, sides, err
	}
}

// executeWitness executes a run in which a node enters: pan stops at the first step
// that is impossible, and the Go program must enter as well if it knows the property.
func (c *configuration) executeWitness(property string, node int) engine.Executor {
	return func(ctx context.Context, run runner.Result, limits process.Limits) (*results.Counterexample, []string, error) {
		states, err := panreplay.States(ctx, run.Run, limits)
		if err == nil && replay.Confirmable(c.algorithm, c.config, property) && !states.Cut {
			err = replay.Confirm(c.config, property, states, 0, node)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("the run that enters does not replay: %w", err)
		}
		return nil, nil, nil
	}
}
