package verify

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner/promela"
)

// isFact tells whether a result stands whatever happens later: a pass, or a failure that
// was executed once more or that a complete search without a witness has shown.
func isFact(r *results.Result) bool {
	return r.Verdict == results.Pass || r.Verdict == results.Fail && (r.Counterexample == nil || len(r.ConfirmedBy) > 0)
}

// standing returns a result that was found before ctx ended or that is a fact, and otherwise
// one that says that the property is not decided.
func standing(ctx context.Context, r *results.Result) *results.Result {
	if ctx.Err() != nil && !isFact(r) {
		r.LeaveOpen(ctx)
	}
	return r
}

// notReached are the results of a case that was not begun.
func (v *Verifier) notReached(ctx context.Context, c suite.Case) []results.Result {
	var all []results.Result
	add := func(r results.Result, property string) {
		r.Property = property
		r.Commands, r.Engine = []string{}, results.EngineSPIN
		r.Fairness, r.Tools = results.FairnessNone, v.versions()
		r.LeaveOpen(ctx)
		all = append(all, r)
	}
	if c.Model != nil {
		r := results.Result{Model: promela.HarmlessName(filepath.Base(c.Model.Path)), Path: c.Model.Path, Defines: c.Model.Defines,
			Lossy: c.Model.Lossy, EmptyChannels: c.Model.EmptyChannels, Unbounded: true}
		properties := c.Properties
		if properties == nil {
			properties = slices.Sorted(maps.Keys(c.Expect))
		}
		if len(properties) == 0 {
			properties = []string{wholeModel}
		}
		for _, p := range properties {
			add(r, p)
		}
		return all
	}
	r := results.Result{Algorithm: c.Config.Algorithm, Variant: c.Config.Variant.String(), Configuration: c.Config,
		Unbounded: c.Config.Rounds == 0, Rounds: c.Config.Rounds}
	for _, p := range c.Properties {
		add(r, p)
	}
	for _, f := range c.Formulas {
		add(r, f.Name)
		all[len(all)-1].Formula = f.Text
	}
	return all
}
