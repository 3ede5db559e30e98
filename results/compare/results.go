package compare

import "github.com/mxgen/mxgen/results"

// Property is what a comparison decides, in reports for CI.
const Property = "comparison"

// Results are comparisons as results for reports: equal is a pass, a difference is a failure whose run is the path
// to it, a comparison that was not
// possible is an error, and one that was not reached is inconclusive.
func Results(suite string, all []SuiteComparison) results.Report {
	r := results.Report{Schema: results.Schema, Suite: suite}
	for _, one := range all {
		r.Results = append(r.Results, one.result())
	}
	return r
}

func (one SuiteComparison) result() results.Result {
	r := results.Result{
		Algorithm: one.Configuration.Algorithm, Variant: one.Configuration.Variant.String(), Configuration: one.Configuration,
		Property: Property, Verdict: results.Error, Reason: one.Reason, Entry: one.Entry,
		Unbounded: one.Configuration.Rounds == 0, Rounds: one.Configuration.Rounds,
	}
	x := one.Comparison
	if one.NotReached {
		r.Verdict, r.NotReached = results.Inconclusive, true
	}
	if x == nil {
		return r
	}
	r.States, r.Transitions, r.SHA256, r.Commands = x.States.Go, x.Transitions.Go, x.SHA256, x.Commands
	if x.Equal {
		r.Verdict, r.Reason = results.Pass, "equal: edges "+x.Edges
		return r
	}
	r.Verdict, r.Reason = results.Fail, "the graphs differ"
	switch {
	case x.Undecided != nil && x.Undecided.Step:
		r.Verdict, r.Reason = results.Inconclusive, "equal graphs, but not the same steps in each process, on which weak fairness depends"
	case x.Undecided != nil && x.Undecided.Property != "":
		r.Verdict, r.Reason = results.Inconclusive, "equal graphs, but "+x.Undecided.Property+" fails in other steps, which no run reaches"
	case x.Undecided != nil:
		r.Verdict, r.Reason = results.Inconclusive, "equal graphs, but a property is written otherwise, and no state that was tried tells whether it means the same"
	case x.Checks != nil:
		r.Reason = "equal graphs, but not the same checks"
	case x.Properties != nil && x.Properties.Difference != nil:
		r.Reason = "equal graphs, but property " + x.Properties.Difference.Property + " differs"
	case x.Difference != nil:
		r.Reason = x.Difference.Text
		run := &results.Counterexample{Cycle: -1, Steps: []results.Step{}}
		for _, event := range x.Difference.Path {
			run.Steps = append(run.Steps, results.Step{Event: event})
		}
		if x.Difference.Event != "" {
			run.Steps = append(run.Steps, results.Step{Event: x.Difference.Event})
		}
		r.Counterexample = run
	}
	return r
}
