package report

import (
	"strings"

	"github.com/mxgen/mxgen/results"
)

// RunProperty is, in reports for CI, whether logs are a run of their algorithm.
const RunProperty = "run"

// CheckResults is what was found about logs as results for reports: whether they are a run, and each property along it. A
// failure is at its line of the log.
func CheckResults(c *results.TraceCheck) results.Report {
	base := results.Result{
		Algorithm: c.Configuration.Algorithm, Variant: c.Configuration.Variant.String(), Configuration: c.Configuration,
		Unbounded: c.Configuration.Rounds == 0, Rounds: c.Configuration.Rounds,
	}
	run := base
	run.Property, run.Verdict, run.Reason, run.Warnings = RunProperty, results.Pass, strings.Join(c.Logs, " ")+": a run", c.Warnings
	switch c.Verdict {
	case string(results.Error), string(results.Inconclusive):
		run.Verdict, run.Reason = results.Verdict(c.Verdict), c.Reason
	case "rejected":
		run.Verdict, run.Reason = results.Fail, c.Reason
		if j := c.Rejection; j != nil {
			run.Reason = j.Event + " is impossible: " + j.Reason
			run.Counterexample = atLine(j.File, j.Line, j.Event)
		}
	}
	r := results.Report{Schema: results.Schema, Results: []results.Result{run}}
	for _, name := range c.Properties {
		one := base
		one.Property, one.Verdict, one.Reason = name, results.Pass, "holds after every event"
		if run.Verdict != results.Pass {
			one.Verdict, one.Reason = results.Inconclusive, "the logs are not known to be a run"
		}
		for _, v := range c.Violations {
			if v.Property == name {
				one.Verdict, one.Reason = results.Fail, "false after "+v.Event+": "+v.Reason
				one.Counterexample = atLine(v.File, v.Line, v.Event)
				break
			}
		}
		r.Results = append(r.Results, one)
	}
	return r
}

// atLine is an event of a log as a run of one step.
func atLine(file string, line int, event string) *results.Counterexample {
	place := &results.Place{File: file, Line: line, Statement: event}
	return &results.Counterexample{Cycle: -1, Steps: []results.Step{{Event: event, Place: place}}}
}
