package verify

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/engine"
	"github.com/mxgen/mxgen/results/replay"
)

// Task is a configuration with the properties to decide.
type Task struct {
	Config     config.Config
	Properties []string // by name, nil: all
	Formulas   []models.Formula
}

// Verify decides every property of the task, in the order of the registry, the
// user's formulas last.  Each has a verdict of its own.
//
// The error says that there is nothing to decide, a *config.Error, or it is the cause of ctx
// that has ended.  In the second case there are results as well: what was not decided is
// NotReached.  A tool that fails gives the verdict Error, or Inconclusive where a limit ended it.
func (v *Verifier) Verify(ctx context.Context, t Task) ([]results.Result, error) {
	c, err := v.configuration(t)
	if err != nil {
		return nil, err
	}
	defer c.engine.Close()
	c.recallAll()
	c.decideAll(ctx)
	rs := c.report(ctx)
	c.crossCheck(ctx, rs)
	c.rememberCrossChecks(ctx, rs)
	if c.Keep != "" {
		c.keep(rs)
	}
	if c.Progress != nil {
		for _, r := range rs {
			c.Progress(r)
		}
	}
	return rs, context.Cause(ctx)
}

// configuration is the work on one task.
type configuration struct {
	*Verifier
	engine    *engine.Engine
	config    config.Config
	algorithm *registry.Algorithm
	wanted    []string // properties, by name
	formulas  []models.Formula
	about     string // the configuration as JSON

	mu       sync.Mutex
	decided  map[string]*results.Result // by property
	overflow results.Verdict            // on no-overflow, which every pass rests on
	models   map[string]*models.Model   // rendered so far, by name
	asked    map[string]engine.Question // of the cache, by property
	exploration
}

// configuration makes sure that every model of a task can be rendered.
func (v *Verifier) configuration(t Task) (*configuration, error) {
	a, err := algorithms.Lookup(t.Config.Algorithm)
	if err != nil {
		return nil, err
	}
	about, err := json.Marshal(t.Config)
	if err != nil {
		return nil, err
	}
	c := &configuration{
		Verifier: v, engine: engine.New(v.settings()), config: t.Config, algorithm: a, wanted: t.Properties, formulas: t.Formulas, about: string(about),
		decided: map[string]*results.Result{}, models: map[string]*models.Model{}, asked: map[string]engine.Question{},
	}
	if t.Properties == nil {
		for _, p := range a.PropertiesOf(t.Config) {
			c.wanted = append(c.wanted, p.Name)
		}
	}
	for _, name := range c.wanted {
		if _, err := a.Property(t.Config, name); err != nil {
			return nil, err
		}
		if _, err := c.render(models.Build{Property: name}); err != nil {
			return nil, err
		}
	}
	for k, f := range t.Formulas {
		if slices.ContainsFunc(t.Formulas[:k], func(g models.Formula) bool { return g.Name == f.Name }) {
			return nil, &config.Error{Operand: "ltl " + f.Name, Reason: "given twice"}
		}
		if _, err := c.render(models.Build{Formula: &f}); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// render returns a model of the configuration, made once.
func (c *configuration) render(b models.Build) (*models.Model, error) {
	name := buildName(b)
	c.mu.Lock()
	defer c.mu.Unlock()
	if m := c.models[name]; m != nil {
		return m, nil
	}
	m, err := models.Render(c.config, b)
	if err == nil {
		c.models[name] = m
	}
	return m, err
}

// buildName names a model among those of a configuration.
func buildName(b models.Build) string {
	if b.Formula != nil {
		return "formula " + b.Formula.Name
	}
	return "property " + b.Property
}

// decideAll decides what the cache does not have, everything at the same time as far
// as there are slots.
func (c *configuration) decideAll(ctx context.Context) {
	var work sync.WaitGroup
	early := slices.ContainsFunc(c.wanted, func(name string) bool { return !c.known(name) })
	work.Go(func() {
		c.decideSafety(ctx)
		if early && c.overflow == results.Pass { // while SPIN searches for cycles
			c.explore(ctx)
		}
	})
	for _, b := range models.Builds(c.config, c.wanted) {
		switch name := b.Build.Property; {
		case name == "" || c.known(name):
		case c.algorithm.KindOf(name) == registry.History:
			work.Go(func() { c.done(ctx, c.decideOne(ctx, c.safetyObligation(name))) })
		default:
			work.Go(func() { c.decideClaims(ctx, b.Build, name) })
		}
	}
	for _, f := range c.formulas {
		if !c.known(f.Name) {
			work.Go(func() { c.decideClaims(ctx, models.Build{Formula: &f}, f.Name) })
		}
	}
	work.Wait()
}

// decideSafety decides all safety properties by one search where they all hold.  Where
// one fails it would hide the others, and each is decided by a model of its own.
//
// no-overflow is always decided, since every other pass rests on it.
func (c *configuration) decideSafety(ctx context.Context) {
	var parts []engine.Obligation
	for _, p := range c.algorithm.PropertiesOf(c.config) {
		if p.Kind == registry.State || p.Kind == registry.Step {
			if (slices.Contains(c.wanted, p.Name) || p.Name == registry.NoOverflow) && !c.known(p.Name) {
				parts = append(parts, c.safetyObligation(p.Name))
			}
		}
	}
	if len(parts) > 0 {
		if rs, _ := c.engine.Jointly(ctx, c.jointSafety(), parts); rs != nil {
			for _, r := range rs {
				c.done(ctx, r)
			}
		} else {
			c.engine.Discard(jointJob)
			var work sync.WaitGroup
			for _, o := range parts {
				work.Go(func() { c.done(ctx, c.decideOne(ctx, o)) })
			}
			work.Wait()
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.overflow = results.Inconclusive
	if r := c.decided[registry.NoOverflow]; r != nil {
		c.overflow = r.Verdict
	}
}

// decideOne decides an engine.Obligation and drops the run.
func (c *configuration) decideOne(ctx context.Context, o engine.Obligation) *results.Result {
	r, _ := c.engine.Decide(ctx, o)
	return r
}

// done keeps a result, and caches it if it is a fact.
func (c *configuration) done(ctx context.Context, r *results.Result) {
	r = engine.Standing(ctx, r)
	c.mu.Lock()
	c.decided[r.Property] = r
	q, asked := c.asked[r.Property]
	c.mu.Unlock()
	if asked {
		c.engine.Remember(q, r)
	}
}

// known tells whether a property is decided.
func (c *configuration) known(property string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.decided[property] != nil
}

// report is the results in order, once all are known.
func (c *configuration) report(ctx context.Context) []results.Result {
	var all []results.Result
	for _, p := range c.algorithm.PropertiesOf(c.config) {
		if slices.Contains(c.wanted, p.Name) {
			all = append(all, c.shown(ctx, *c.decided[p.Name]))
		}
	}
	for _, f := range c.formulas {
		r := c.shown(ctx, *c.decided[f.Name])
		r.Formula = f.Text
		all = append(all, r)
	}
	return all
}

// shown is a result as it is reported.
func (c *configuration) shown(ctx context.Context, r results.Result) results.Result {
	if !c.NormalForm {
		r = replay.WithOwnNumbers(r)
	}
	return c.withoutOverflow(ctx, c.placed(r))
}

// placed is a result whose runs have the places of their handlers.
func (c *configuration) placed(r results.Result) results.Result {
	if r.Counterexample == nil {
		return r
	}
	build := models.Build{Property: r.Property}
	for _, f := range c.formulas {
		if f.Name == r.Property {
			build = models.Build{Formula: &f}
		}
	}
	m, err := c.render(build)
	if err != nil {
		return r // what has been rendered once is rendered again
	}
	return withPlaces(c.config, m, r)
}

// withoutOverflow takes a pass back where the model was too small for what happens: the
// pass says nothing then about the algorithm.
func (c *configuration) withoutOverflow(ctx context.Context, r results.Result) results.Result {
	switch {
	case r.Verdict != results.Pass || c.overflow == results.Pass || r.Property == registry.NoOverflow:
	case c.overflow == results.Inconclusive && ctx.Err() != nil:
		r.LeaveOpen(ctx)
	default:
		r.Verdict = results.Inconclusive
		r.Reason = fmt.Sprintf("no error found, but %s is not established: %s", registry.NoOverflow, c.overflow)
	}
	return r
}

// recallAll takes the results that the cache has.  The cache has them as they were before
// withoutOverflow; no-overflow has an entry of its own.
func (c *configuration) recallAll() {
	if c.Cache == nil {
		return
	}
	names := slices.Clone(c.wanted)
	if !slices.Contains(names, registry.NoOverflow) {
		names = append(names, registry.NoOverflow)
	}
	for _, name := range names {
		c.recallProperty(name, "property "+name, models.Build{Property: name})
	}
	for _, f := range c.formulas {
		c.recallProperty(f.Name, "formula "+f.Text, models.Build{Formula: &f})
	}
}

// recallProperty asks the cache for the result of a property, which its own model or
// the model of all safety properties has decided.
func (c *configuration) recallProperty(name, what string, own models.Build) {
	q := engine.Question{What: fmt.Sprintf("%s: %s", c.config, name), Witness: c.algorithm.KindOf(name) == registry.Reach}
	parts := []string{c.about, what}
	for _, b := range []models.Build{{}, own} {
		m, err := c.render(b)
		if err != nil {
			return
		}
		q.Digests = append(q.Digests, digest(m.Source))
		parts = append(parts, string(m.Source))
	}
	q.Key, q.Subject = c.engine.Key(parts...), c.newResult(name, q.Digests[1])
	c.asked[name] = q
	if r, found := c.engine.Recall(q); found {
		c.decided[name] = r
	}
}

// rememberCrossChecks stores what the cross-check came to, where both sides agree or
// one cannot say.  A disagreement is looked at again every time.
func (c *configuration) rememberCrossChecks(ctx context.Context, checked []results.Result) {
	if c.Cache == nil || ctx.Err() != nil {
		return
	}
	for _, r := range checked {
		raw := c.decided[r.Property]
		if raw.CrossCheck == "" && r.CrossCheck != "" && r.Verdict == raw.Verdict {
			raw.CrossCheck = r.CrossCheck
			c.done(ctx, raw)
		}
	}
}
