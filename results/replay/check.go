package replay

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/results"
)

// A Judge selects who judges a trace.
type Judge string

// The judges.
const (
	JudgeGo   Judge = "go"   // the Go program
	JudgeBoth Judge = "both" // the Go program and SPIN's model
)

// Check lets the Go program judge logs, and with JudgeBoth has the model execute the run
// that the program found, or the lines up to the one that it cannot do.  Each judge follows
// its own transitions; the program only puts the numbers of messages into the model's
// normal form.
//
// The error is a *config.Error about a log, or a *process.ToolError.
func (r Replayer) Check(ctx context.Context, logs []check.Log, judge Judge, opts check.Options) (*results.TraceCheck, *check.Result, error) {
	found, err := check.Check(ctx, logs, opts)
	if err != nil {
		return nil, nil, err
	}
	header := found.Header.Config
	c, err := models.Resolve(header.Algorithm, models.ParamsOf(header.Args())) // mxgen must have such a configuration
	if err != nil {
		return nil, nil, err
	}
	out := traceCheck(found, c, opts)
	for _, l := range logs {
		out.Logs = append(out.Logs, l.Name)
	}
	switch {
	case judge == JudgeGo:
		out.SPIN = "not asked"
	case found.Verdict == check.Inconclusive || !found.Whole && found.Completion == nil:
		out.SPIN = "not asked: it executes runs, and there is none to execute"
	default:
		err = r.askSPIN(ctx, logs, c, found, out)
	}
	return out, found, err
}

// askSPIN has the model execute the run.
func (r Replayer) askSPIN(ctx context.Context, logs []check.Log, c config.Config, found *check.Result, out *results.TraceCheck) error {
	run, err := r.Run(ctx, c, nil, func() iter.Seq2[event.Event, error] { return runOf(logs, found) })
	if err != nil {
		return err
	}
	out.SPIN = "agrees"
	impossible := found.Rejection != nil && !strings.HasPrefix(run.Reason, "after event") && run.Events == found.Lines &&
		strings.Contains(run.Reason, "the model cannot do it")
	onlyTold := found.Rejection != nil && found.Rejection.Histories == nil // possible, but with other messages or another state
	if !(run.Agrees && (found.Rejection == nil || onlyTold) || impossible) {
		out.SPIN = "disagrees: " + run.Reason
		if run.Agrees {
			out.SPIN = "disagrees: the model can do the line that the program cannot"
		}
		out.Verdict, out.Reason = string(results.Error), "the Go program says "+string(found.Verdict)+", SPIN's model "+out.SPIN
	}
	return nil
}

// runOf yields the events that the program accepts, and the one that it rejects.
func runOf(logs []check.Log, found *check.Result) iter.Seq2[event.Event, error] {
	return func(yield func(event.Event, error) bool) {
		for _, s := range found.Completion {
			if !yield(s.Event, nil) {
				return
			}
		}
		if !found.Whole {
			return
		}
		left := found.Lines
		if found.Rejection != nil {
			left++
		}
		for l, err := range logs[0].Lines() {
			if left == 0 || !yield(l.Event, err) || err != nil {
				return
			}
			left--
		}
	}
}

// traceCheck is what the program found, as data.
func traceCheck(found *check.Result, c config.Config, opts check.Options) *results.TraceCheck {
	out := &results.TraceCheck{
		Schema: results.CheckSchema, Configuration: c, Verdict: string(found.Verdict), Reason: found.Reason, Lines: found.Lines,
		Complete: found.Whole, Properties: opts.Properties, Violations: []results.TraceViolation{}, Warnings: found.Warnings,
	}
	if out.Properties == nil {
		out.Properties = PropertiesOf(c)
	}
	for kind, n := range found.Inferred() {
		if out.Inferred == nil {
			out.Inferred = map[string]int{}
		}
		out.Inferred[kind.String()] = n
	}
	for _, v := range found.Broken {
		out.Violations = append(out.Violations, results.TraceViolation{Property: v.Property, File: v.At.File, Line: v.At.Line, Event: v.Event.String(), Reason: v.Reason})
	}
	if j := found.Rejection; j != nil {
		out.Rejection = &results.TraceRejection{File: j.At.File, Line: j.At.Line, Event: j.Event.String(), Reason: j.Reason, More: j.More}
		for _, h := range j.Histories {
			out.Rejection.Histories = append(out.Rejection.Histories, results.TraceHistory{State: stateOf(h.State), UnderWay: slices.Concat([]string{}, h.Under), Possible: labels(h.Possible)})
		}
		for _, one := range j.Recent {
			out.Rejection.Recent = append(out.Rejection.Recent, results.TraceEvent{File: one.At.File, Line: one.At.Line, Event: one.Event.String()})
		}
	}
	return out
}

// PropertiesOf returns the names of the properties that can be evaluated along a trace.
func PropertiesOf(c config.Config) (names []string) {
	sys, err := algorithms.New(c)
	if err != nil {
		return nil
	}
	for _, p := range sys.Properties() {
		if p.Name != "no-overflow" {
			names = append(names, p.Name)
		}
	}
	return names
}

func stateOf(s trace.State) map[string]any {
	out := map[string]any{}
	for _, v := range s {
		out[v.Name] = any(v.Number)
		if v.Name == "phase" {
			out[v.Name] = reference.Phase(v.Number).String()
		} else if v.List != nil {
			out[v.Name] = v.List
		}
	}
	return out
}

func labels(events []event.Event) []string {
	all := []string{}
	for _, e := range events {
		all = append(all, e.String())
	}
	return all
}

// WriteCompletion writes the run that Check found as a complete trace.
func WriteCompletion(w io.Writer, found *check.Result) error {
	sys, err := algorithms.New(found.Header.Config)
	if err != nil {
		return err
	}
	out, err := trace.NewWriter(w, trace.Header{Config: found.Header.Config, Origin: trace.Origin{Driver: trace.Explorer}})
	if err != nil {
		return err
	}
	world := sys.Raw().World()
	for k, s := range found.Completion {
		sends, err := world.Step(s.Event)
		if err != nil {
			return fmt.Errorf("internal: %w", err)
		}
		if err := out.Write(trace.Step{Record: reference.NewRecord(k+1, s.Event, sends, world.Node(s.Event.Node))}); err != nil {
			return err
		}
	}
	return out.Flush()
}
