package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/panreplay"
	"github.com/mxgen/mxgen/runner/process"
)

// run searches an Obligation's model.  pan refuses loops that do nothing, and merged
// steps can look like one: then the model without merged steps is searched.
func (e *Engine) run(ctx context.Context, o Obligation, s runner.Search, limits process.Limits) (runner.Result, error) {
	job, err := o.Job(ctx)
	if err != nil {
		return runner.Result{}, err
	}
	run, err := e.escalate(ctx, job, s, limits)
	if tool := (*process.ToolError)(nil); errors.As(err, &tool) && tool.Killed == process.NotKilled && o.EveryValue != nil {
		if next, ok := o.EveryValue(); ok {
			if again, other := e.run(ctx, next, s, limits); other == nil {
				return again, nil
			}
		}
	}
	if err == nil && run.Conclusion.Cause == pan.CauseDivision && o.UsersModel {
		if at := panreplay.DividedByZero(ctx, run, e.Tools.Optimising(), limits); at.Line > 0 {
			run.Conclusion.Reason = fmt.Sprintf("%s:%d %s: %s", at.File, at.Line, at.Text, run.Conclusion.Reason)
		}
	}
	if err != nil || run.Conclusion.Cause != pan.CauseSelfLoop || o.Unmerged == nil {
		return run, err
	}
	next, ok := o.Unmerged()
	if !ok {
		return run, nil
	}
	if job, err = next.Job(ctx); err != nil {
		return runner.Result{}, err
	}
	again, err := e.escalate(ctx, job, s, limits)
	again.Retries = append([]runner.Retry{{What: "without merged steps", Why: run.Conclusion.Reason}}, again.Retries...)
	return again, err
}

// count records what the run that decides says of the search, and its cost.
func (e *Engine) count(ctx context.Context, r *results.Result, o Obligation, run runner.Result) {
	r.States, r.Transitions, r.Depth = int64(run.Output.Stored), int64(run.Output.Transitions), run.Output.Depth
	r.Vector = run.Output.VectorBytes
	e.addCost(ctx, r, o, run)
	if !o.UsersModel {
		return
	}
	for _, w := range run.Conclusion.Warnings {
		if !slices.Contains(r.Warnings, w) {
			r.Warnings = append(r.Warnings, w)
		}
	}
}

// addCost adds a run's commands, time and memory, without its state counts.
func (e *Engine) addCost(ctx context.Context, r *results.Result, o Obligation, run runner.Result) {
	if name := run.Compiler.Tool.Name; name != "" {
		r.Tools[name] = run.Compiler.Tool.Version
	}
	r.Seconds += run.Running
	r.Memory = max(r.Memory, run.Peak, int64(run.Output.MemoryMB*1e6)) // a short run is over before it is measured
	if job, err := o.Job(ctx); err == nil && o.OwnJob {
		for _, s := range job.Steps() {
			addCommand(r, s.Command)
		}
	}
	for _, c := range run.Commands {
		addCommand(r, c)
	}
	for _, again := range run.Retries {
		if again.Driver {
			continue
		}
		r.Retries = append(r.Retries, again.What+": "+again.Why)
	}
}

// addCommand adds a command that is not listed yet.
func addCommand(r *results.Result, command string) {
	if !slices.Contains(r.Commands, command) {
		r.Commands = append(r.Commands, command)
	}
}

// AddPart adds to a result the cost of a part of it, and at most so many
// counterexamples.
func AddPart(r, part *results.Result, most int) {
	r.Seconds += part.Seconds
	r.Memory = max(r.Memory, part.Memory)
	for _, w := range part.Warnings {
		if !slices.Contains(r.Warnings, w) {
			r.Warnings = append(r.Warnings, w)
		}
	}
	r.Retries = append(r.Retries, part.Retries...)
	room := min(len(part.Counterexamples), max(most-len(r.Counterexamples), 0))
	r.Counterexamples = append(r.Counterexamples, part.Counterexamples[:room]...)
	for _, c := range part.Commands {
		addCommand(r, c)
	}
}
