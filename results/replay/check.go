package replay

import (
	"context"
	"fmt"
	"io"
	"slices"

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
	JudgeSPIN Judge = "spin" // SPIN's model
	JudgeBoth Judge = "both" // each for itself: they must agree
)

// Judges are all judges.
var Judges = []Judge{JudgeGo, JudgeSPIN, JudgeBoth}

// Judging says who judges a trace, and by which model.
type Judging struct {
	Judge Judge
	Model []byte   // an edited model, nil: the generated one
	LTL   []string // safety formulas NAME=FORMULA, evaluated after every event
}

// Check lets the judges judge logs.  Each follows its own transitions; of the program, the
// model's judge takes the numbers of messages in normal form, where the model has one.
//
// The properties are evaluated by the program, along the run that it executes.
//
// The error is a *config.Error about a log or a model, or a *process.ToolError.
func (r Replayer) Check(ctx context.Context, logs []check.Log, by Judging, opts check.Options) (*results.TraceCheck, *check.Result, error) {
	header, err := logs[0].Header()
	if err != nil {
		return nil, nil, err
	}
	c, err := models.Resolve(header.Config.Algorithm, models.ParamsOf(header.Config.Args())) // mxgen must have such a configuration
	if err != nil {
		return nil, nil, err
	}
	own, err := parseFormulas(c, by.LTL)
	if err != nil {
		return nil, nil, err
	}
	if by.LTL != nil {
		opts.Extra = own.properties
	}
	found, err := check.Check(ctx, logs, opts)
	if err == nil {
		err = own.err
	}
	if err != nil {
		return nil, nil, err
	}
	out := traceCheck(found, c, opts)
	out.Properties = slices.Concat(out.Properties, own.names)
	for _, l := range logs {
		out.Logs = append(out.Logs, l.Name)
	}
	out.Judge, out.SPIN = string(by.Judge), "not asked"
	if by.Judge == JudgeGo {
		return out, found, nil
	}
	m, err := r.newModelJudge(ctx, c, logs, by.Model, opts)
	if err != nil {
		return nil, nil, err
	}
	defer m.job.Close()
	if by.Judge == JudgeSPIN {
		err = m.alone(ctx, found, out)
	} else {
		err = m.both(ctx, found, out)
	}
	return out, found, asModelError(err)
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
	out.Inferred, out.Orders = inferred(found), ordersOf(found)
	for _, v := range found.Broken {
		out.Violations = append(out.Violations, results.TraceViolation{Property: v.Property, File: v.At.File, Line: v.At.Line, Event: v.Event.String(), Reason: v.Reason})
	}
	if j := found.Rejection; j != nil {
		out.Rejection = &results.TraceRejection{File: j.At.File, Line: j.At.Line, Event: j.Event.String(), Reason: j.Reason, More: j.More}
		for _, h := range j.Histories {
			out.Rejection.Histories = append(out.Rejection.Histories, results.TraceHistory{State: stateOf(h.State), UnderWay: slices.Concat([]string{}, h.Under), Possible: labels(h.Possible)})
		}
		if j.Stretch != nil {
			out.Rejection.Stretch = &results.TraceStretch{From: j.Stretch.From.Line, Lines: j.Stretch.Lines}
		}
		for _, one := range j.Recent {
			out.Rejection.Recent = append(out.Rejection.Recent, results.TraceEvent{File: one.At.File, Line: one.At.Line, Event: one.Event.String()})
		}
	}
	return out
}

// ordersOf is how much a completion leaves open, nil: there is none, or it leaves nothing open.
func ordersOf(found *check.Result) *results.TraceOrders {
	if found.Orders == nil || len(found.Orders.Stretches) == 0 {
		return nil
	}
	out := &results.TraceOrders{Least: found.Orders.Least.String(), More: found.Orders.More}
	for _, o := range found.Orders.Stretches {
		out.Stretches = append(out.Stretches, results.TraceOpen{From: results.TracePlace(o.From), To: results.TracePlace(o.To), Orders: o.Orders})
	}
	return out
}

// inferred counts the events that a completion adds, by kind; nil if it adds none.
func inferred(found *check.Result) (count map[string]int) {
	for kind, n := range found.Inferred() {
		if count == nil {
			count = map[string]int{}
		}
		count[kind.String()] = n
	}
	return count
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
