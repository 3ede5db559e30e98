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

// NotReached returns the results of a case that another machine was to decide when ctx ended.
func NotReached(ctx context.Context, c suite.Case) []results.Result {
	rs := new(Verifier).notReached(ctx, c)
	inSuite(c, rs)
	return rs
}

// NotRun returns the results of a case that another machine was to decide and did not, for a reason.
func NotRun(c suite.Case, verdict results.Verdict, reason string) []results.Result {
	rs := new(Verifier).notReached(context.Background(), c)
	for k := range rs {
		rs[k].Verdict, rs[k].Reason, rs[k].NotReached = verdict, reason, false
	}
	inSuite(c, rs)
	return rs
}
