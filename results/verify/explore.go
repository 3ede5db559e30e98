package verify

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	programs "github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/replay"
)

// Explore decides the properties with the Go explorer alone, on machines without SPIN.
// normalForm says that runs are shown with the numbers of the normal form, not with the program's.
// It refuses formulas and seeded bugs, which the program does not have.
func Explore(ctx context.Context, t Task, normalForm bool, limit time.Duration, memory int64) ([]results.Result, error) {
	if len(t.Formulas) > 0 {
		return nil, &config.Error{Operand: "ltl " + t.Formulas[0].Name, Reason: "the Go explorer decides no formulas", Remedy: "use --engine spin"}
	}
	if t.Config.Bug != "" {
		return nil, &config.Error{Operand: "bug " + t.Config.Bug, Reason: "is in the model alone", Remedy: "use --engine spin"}
	}
	a, err := algorithms.Lookup(t.Config.Algorithm)
	if err != nil {
		return nil, err
	}
	system, err := programs.New(t.Config)
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
		if !normalForm {
			r = replay.WithOwnNumbers(r)
		}
		if m, err := models.Render(t.Config, models.Build{Property: p.Name}); err == nil {
			r = withPlaces(t.Config, m, r)
		}
		r.Seconds = time.Since(began).Seconds()
		all = append(all, r)
	}
	return all, nil
}

// exploredResult is the explorer's verdict as a result.
func exploredResult(g *explore.Graph, c config.Config, p registry.Property) (results.Result, error) {
	r := results.Result{
		Algorithm: c.Algorithm, Variant: c.Variant.String(), Configuration: c, Property: p.Name,
		Engine: results.EngineGo, CrossCheck: "not done: the explorer alone was asked",
		States: int64(g.States()), Transitions: g.Transitions(), Depth: int64(g.Depth()), Memory: g.Bytes(),
		Unbounded: c.Rounds == 0, Rounds: c.Rounds, Fairness: results.FairnessNone,
		Commands: []string{}, Tools: map[string]string{"mxgen": models.Version()},
	}
	if p.Kind == registry.Liveness {
		r.Fairness = results.FairnessMessage
	}
	v, err := g.Verdict(p.Name)
	if err != nil {
		return r, fmt.Errorf("internal: %w", err)
	}
	r.Verdict, r.Reason = explorerVerdict(v), v.Reason
	switch {
	case v.Result == explore.Pass:
		r.Reason = "every state explored by the Go program; SPIN was not asked"
	case v.Result == explore.Fail && p.Kind != registry.Reach:
		r.ConfirmedBy = []string{results.EngineGo}
		if r.Counterexample, err = replay.ProgramCounterexample(g.System(), v.Path, v.Cycle, p.Kind == registry.Liveness); err == nil {
			r.Counterexample.Node = v.Node
		}
	}
	return r, err
}
