package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/conclude"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// together decides the safety properties by one run where all of them hold.
// Otherwise one would hide the others, and each is decided on its own.
func (m *modelDecision) together(ctx context.Context, properties []modelProperty, all []results.Result) {
	var safety []int
	for k, p := range properties {
		if p.safety && all[k].Verdict == "" && m.undecidable(p) == "" {
			safety = append(safety, k)
		}
	}
	if len(safety) < 2 {
		return
	}
	first := properties[safety[0]]
	s := first.search
	s.Want, s.EndStatesOff = pan.Want{Assertions: true, EndStates: true}, false
	run, err := m.run(ctx, first.form, s)
	if err != nil || run.Conclusion.Class == pan.Violated {
		return
	}
	for _, k := range safety {
		r := m.newResult(properties[k])
		m.judge(ctx, r, properties[k], first.form, run)
		all[k] = *r
		m.remember(properties[k], *r)
	}
}

// decide decides one property.  Another error that ends the search first is
// taken out of the model, if it is an assertion or that of a trace.
func (m *modelDecision) decide(ctx context.Context, p modelProperty) *results.Result {
	r := m.newResult(p)
	if why := m.undecidable(p); why != "" {
		r.Verdict, r.Reason = results.Inconclusive, why
		return r
	}
	form, limits := p.form, m.firstLimits(p)
	run, err := m.runWithin(ctx, form, p.search, limits)
	for err == nil && !p.violatedBy(run) {
		what := p.rid(&form, run.Conclusion.Kind)
		if what == "" {
			break
		}
		m.spend(r, run)
		r.Retries = append(r.Retries, "without "+what+": "+run.Conclusion.Reason+" comes first")
		run, err = m.runWithin(ctx, form, p.search, limits)
	}
	if err != nil {
		return m.failed(r, err)
	}
	if p.fair && !p.violatedBy(run) {
		m.decideFairly(ctx, r, p, form, run)
		return r
	}
	m.judge(ctx, r, p, form, run)
	return r
}

// rid takes errors of a kind out of a form of the model, if they are none of the
// property's, and says what it has taken out, or "".
func (p modelProperty) rid(form *variation, kind pan.Kind) string {
	switch {
	case kind == pan.KindAssertion && p.quiet && !form.asserts:
		form.asserts = true
		return "assertions"
	case kind == pan.KindTrace && !slices.Contains(p.kinds, kind) && !form.free:
		form.free = true
		return "its trace"
	}
	return ""
}

// judge is what a run says of a property.
func (m *modelDecision) judge(ctx context.Context, r *results.Result, p modelProperty, form variation, run runner.Result) {
	m.take(r, run)
	switch r.Verdict = conclude.Verdict(run.Conclusion.Class); {
	case r.Verdict == results.Fail && !p.violatedBy(run):
		r.Verdict = results.Inconclusive
		r.Reason = "another error ends the search first: " + run.Conclusion.Reason
	case r.Verdict == results.Fail:
		m.violated(ctx, r, p, form, run)
	case r.Verdict == results.Pass:
		m.passed(r, p, run)
	default:
		r.Reason = limitText(run)
		switch {
		case run.Conclusion.Class == pan.AnnotationError:
			m.unreduced(ctx, r, p, form)
		case run.Conclusion.Class == pan.Incomplete && m.reducible(p) && m.reduced(ctx, r, p, form):
		case run.Conclusion.Class == pan.Incomplete && m.Approximate:
			m.approximate(ctx, r, p, form)
		}
	}
}

// unreduced adds what a search says that does not believe the model's xr and xs.
func (m *modelDecision) unreduced(ctx context.Context, r *results.Result, p modelProperty, form variation) {
	r.Reason = "an xr or xs annotation of the model is wrong"
	s := p.search
	s.Reduction = runner.NoReduction
	run, err := m.run(ctx, form, s)
	if err != nil {
		return
	}
	r.Retries = append(r.Retries, "-DNOREDUCE: "+r.Reason)
	m.spend(r, run)
	r.Reason += fmt.Sprintf("; a search that ignores it says %s: %s", conclude.Verdict(run.Conclusion.Class), run.Conclusion.Reason)
}

// run executes a search on a form of the model.
func (m *modelDecision) run(ctx context.Context, f variation, s runner.Search) (runner.Result, error) {
	return m.runWithin(ctx, f, s, m.Limits)
}

// runWithin is run within limits.  pan refuses loops that do nothing, and merged steps
// can look like one.
func (m *modelDecision) runWithin(ctx context.Context, f variation, s runner.Search, limits runner.Limits) (runner.Result, error) {
	run, err := m.runOnce(ctx, f, s, limits)
	if err != nil || f.exact || run.Conclusion.Cause != pan.CauseSelfLoop {
		return run, err
	}
	f.exact = true
	again, err := m.runOnce(ctx, f, s, limits)
	again.Retries = append([]runner.Retry{{What: "without merged steps", Why: run.Conclusion.Reason}}, again.Retries...)
	return again, err
}

func (m *modelDecision) runOnce(ctx context.Context, f variation, s runner.Search, limits runner.Limits) (runner.Result, error) {
	job, err := m.job(ctx, f)
	if err != nil {
		return runner.Result{}, err
	}
	free, err := m.slot(ctx)
	if err != nil {
		return runner.Result{}, err
	}
	defer free()
	return job.RunTiered(ctx, s, limits)
}

// violatedBy tells whether the error that a run has found is one of the
// property's.
func (p modelProperty) violatedBy(run runner.Result) bool {
	if !slices.Contains(p.kinds, run.Conclusion.Kind) {
		return false
	}
	// Assertions of proctypes are no part of a claim.  Where one is loaded it is process 0.
	return p.claim.Name == "" || run.Conclusion.Kind != pan.KindAssertion || runner.LastProcess(run.Trail) == 0
}

// passed is the verdict on a complete search without an error.
func (m *modelDecision) passed(r *results.Result, p modelProperty, run runner.Result) {
	if why := m.unproved(p); why != "" {
		r.Verdict, r.Reason = results.Inconclusive, why
		return
	}
	r.Verdict, r.Reason = results.Pass, "complete search, no errors"
	if run.Conclusion.Class == pan.Vacuous {
		r.Reason += ", but some statements were never executed"
	}
	if p.name != propertyEndStates {
		return
	}
	var never []string
	for _, u := range run.Output.Unreached {
		if !u.Claim && u.Count > u.Executable {
			never = append(never, u.Name)
		}
	}
	if len(never) > 0 {
		r.Warnings = append(r.Warnings, "only states in which no process can go on are looked at; these never end, and one of them may wait for ever while another goes on: "+strings.Join(never, ", "))
	}
}

// violated confirms a violation and shows it.
func (m *modelDecision) violated(ctx context.Context, r *results.Result, p modelProperty, form variation, run runner.Result) {
	shown, err := m.replay(ctx, p, run)
	if unshown := (*unshownError)(nil); errors.As(err, &unshown) {
		r.Reason, r.ConfirmedBy = run.Conclusion.Reason, []string{results.EngineSPIN}
		r.Warnings = append(r.Warnings, "the run that violates it was executed once more, and cannot be shown: "+unshown.Error())
		return
	}
	if err != nil {
		r.Verdict, r.Reason = unconfirmed(run, err)
		if p.claim.Last { // a replay starts with another one
			r.Verdict = results.Inconclusive
			r.Reason += "; the claim reads _last, which a replay need not repeat"
		}
		return
	}
	r.Reason = run.Conclusion.Reason
	r.ConfirmedBy = []string{results.EngineSPIN}
	r.Counterexample = shown
	m.more(ctx, r, p, form, run)
}

// unshownError says why a run that was confirmed cannot be shown: there is too much in its
// states to print them all in time, say.
type unshownError struct{ error }

// replay executes a trail once more, and is what each process did in it.
func (m *modelDecision) replay(ctx context.Context, p modelProperty, run runner.Result) (*results.Counterexample, error) {
	free, err := m.slot(ctx)
	if err != nil {
		return nil, err
	}
	defer free()
	if p.search.Want.Progress {
		if run, err = run.Unclaimed(ctx); err != nil {
			return nil, err
		}
	}
	again, err := run.Binary.Confirm(ctx, run.Run, m.Limits)
	if err != nil {
		return nil, err
	}
	if err := replay.Refusal(again); err != nil {
		return nil, err
	}
	steps, err := run.Steps(ctx, p.claim.Name != "", m.Limits)
	if err != nil {
		return nil, &unshownError{err}
	}
	var failing string
	switch run.Conclusion.Kind {
	case pan.KindAssertion, pan.KindArrayIndex, pan.KindTrace: // the step that fails is none that was done
		if process := runner.LastProcess(run.Trail); p.claim.Name == "" && process >= 0 {
			failing = fmt.Sprintf("process %d: %s", process, run.Conclusion.Reason)
		}
	}
	return m.shown(steps, run.Conclusion.Kind, failing), nil
}

// shown keeps of each state what its step changed.  failing is the step that was not
// done to its end, or "".
func (m *modelDecision) shown(s runner.PanSteps, kind pan.Kind, failing string) *results.Counterexample {
	lasso := kind == pan.KindAcceptance || kind == pan.KindNonProgress
	c := &results.Counterexample{Cycle: -1, Cut: s.Cut, Steps: []results.Step{}}
	if lasso {
		c.Cycle = len(s.Steps)
	}
	before := map[string]string{}
	for _, v := range s.Initial {
		before[v.Name] = v.Value
	}
	changes := func(after []runner.Variable) []results.Change {
		all := []results.Change{}
		for _, v := range after {
			if old, known := before[v.Name]; old != v.Value && (known || v.Value != "0") {
				all = append(all, results.Change{Variable: v.Name, Value: v.Value})
			}
			before[v.Name] = v.Value
		}
		return all
	}
	for k, from := range s.Steps {
		step := results.Step{Event: fmt.Sprintf("%s:%d %s  %s", from.Proctype, from.Process, m.place(from.Line), from.Statement), Changes: changes(from.Variables)}
		if from.Statement == "-end-" { // it has no line
			step.Event = fmt.Sprintf("%s:%d ends", from.Proctype, from.Process)
		}
		if from.InCycle && lasso {
			c.Cycle = min(c.Cycle, k)
		}
		c.Steps = append(c.Steps, step)
	}
	if failing != "" {
		c.Steps = append(c.Steps, results.Step{Event: failing, Changes: changes(s.Final)})
	}
	return c
}

// place is a line of the user's.  pan does not say of which file it is.
func (m *modelDecision) place(line string) string {
	if len(m.files) == 1 {
		return m.task.Source.Name + ":" + line
	}
	return "line " + line
}

// take fills in what a run says, whatever its verdict.
func (m *modelDecision) take(r *results.Result, run runner.Result) {
	m.spend(r, run)
	r.States, r.Transitions, r.Depth = int64(run.Output.Stored), int64(run.Output.Transitions), run.Output.Depth
	for _, w := range run.Conclusion.Warnings {
		if !slices.Contains(r.Warnings, w) {
			r.Warnings = append(r.Warnings, w)
		}
	}
}

// spend adds what a run took that is not the one that decides.
func (m *modelDecision) spend(r *results.Result, run runner.Result) {
	r.Tools[run.Compiler.Tool.Name] = run.Compiler.Tool.Version
	r.Seconds += run.Running
	r.Memory = max(r.Memory, run.Peak, int64(run.Output.MemoryMB*1e6))
	for _, c := range run.Commands {
		if !slices.Contains(r.Commands, c) {
			r.Commands = append(r.Commands, c)
		}
	}
	for _, again := range run.Retries {
		r.Retries = append(r.Retries, again.What+": "+again.Why)
	}
}
