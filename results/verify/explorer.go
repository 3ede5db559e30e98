package verify

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/notation"
)

// Explore decides the properties of a task by the Go explorer alone, for machines that
// have no SPIN.  It decides neither a user's formulas nor seeded bugs, which are in the model
// alone.  Memory is in bytes; 0 is no limit, for it and for the time.
//
// The error is a *config.Error, or ctx's.
func Explore(ctx context.Context, t Task, limit time.Duration, memory int64) ([]results.Result, error) {
	if len(t.Formulas) > 0 {
		return nil, &config.Error{Operand: "ltl " + t.Formulas[0].Name, Reason: "the Go explorer decides no formulas", Remedy: "use --engine spin"}
	}
	if t.Config.Bug != "" {
		return nil, &config.Error{Operand: "bug " + t.Config.Bug, Reason: "is in the model alone", Remedy: "use --engine spin"}
	}
	a, err := models.Lookup(t.Config.Algorithm)
	if err != nil {
		return nil, err
	}
	system, err := reference.New(t.Config)
	if err != nil {
		return nil, err
	}
	bounded, cancel := ctx, func() {}
	if limit > 0 {
		bounded, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	began := time.Now()
	g := explore.Run(bounded, system, explore.Options{MaxBytes: memory})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var all []results.Result
	for _, p := range a.PropertiesOf(t.Config) {
		if t.Properties != nil && !slices.Contains(t.Properties, p.Name) {
			continue
		}
		r, err := exploredResult(g, t.Config, p)
		if err != nil {
			return nil, err
		}
		r.Seconds = time.Since(began).Seconds()
		all = append(all, r)
	}
	return all, nil
}

// exploredResult is the explorer's verdict as a result.
func exploredResult(g *explore.Graph, c config.Config, p models.Property) (results.Result, error) {
	r := results.Result{
		Algorithm: c.Algorithm, Variant: c.Variant.String(), Configuration: c, Property: p.Name,
		Engine: results.EngineGo, CrossCheck: "not done: the explorer alone was asked",
		States: int64(g.States()), Transitions: g.Transitions(), Depth: int64(g.Depth()), Memory: g.Bytes(),
		Unbounded: c.Rounds == 0, Rounds: c.Rounds, Fairness: results.FairnessNone,
		Commands: []string{}, Tools: map[string]string{"mxgen": models.Version()},
	}
	if p.Kind == models.Liveness {
		r.Fairness = results.FairnessMessage
	}
	v, err := g.Verdict(p.Name)
	if err != nil {
		return r, fmt.Errorf("internal: %w", err)
	}
	r.Verdict, r.Reason = explorerVerdict(v), v.Reason
	switch {
	case r.Verdict == results.Pass:
		r.Reason = "every state explored by the Go program; SPIN was not asked"
	case r.Verdict == results.Fail && p.Kind != models.Reach:
		r.ConfirmedBy = []string{results.EngineGo}
		r.Counterexample, err = programRun(g.System(), v.Path, v.Cycle, p.Kind == models.Liveness)
	}
	return r, err
}

// programRun is a violation that the explorer found, with what each event changes.
func programRun(s *reference.System, path, cycle []event.Event, lasso bool) (*results.Counterexample, error) {
	c := &results.Counterexample{Cycle: -1, Steps: []results.Step{}}
	if lasso {
		c.Cycle = len(path)
	}
	w := s.World()
	variables := s.Variables()
	before, _ := w.Values(nil) // a value that does not fit its variable is itself a violation
	for _, e := range slices.Concat(path, cycle) {
		if _, err := w.Step(e); err != nil {
			return nil, fmt.Errorf("internal: the explorer's run does not replay: %w", err)
		}
		after, _ := w.Values(nil)
		step := results.Step{Event: e.String(), Changes: []results.Change{}}
		for k := range min(len(before), len(after)) {
			if before[k] != after[k] {
				step.Changes = append(step.Changes, results.Change{Variable: variables[k].Name, Value: notation.Value(variables[k], after[k])})
			}
		}
		c.Steps = append(c.Steps, step)
		before = after
	}
	return c, nil
}
