package panreplay

import (
	"context"
	_ "embed"
	"errors"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
	"github.com/mxgen/mxgen/runner/trail"
)

// States executes a trail again and returns its events, each with the state that it leads to:
// pan -r -v prints all variables after every step.  Steps in which the model prints nothing,
// such as those of a claim, are left out.
func States(ctx context.Context, r runner.Run, limits process.Limits) (trail.States, error) {
	globals, err := r.Binary.Job().Code().Globals()
	if err != nil {
		return trail.States{}, err
	}
	start, run := trail.NewStateReader(globals), trail.NewStateReader(globals)
	if err := panTwice(ctx, r, "-states", limits, start, run); err != nil {
		return trail.States{}, err
	}
	return run.Result(start), nil
}

//go:embed steps.c.txt
var stepsSource []byte

// Steps executes the trail of a run again and returns what each process did.  It works for any
// model, while trail.States needs a model whose steps print events.  A step prints as well what did not fit into a member
// of a structure, see pancode.Truncation, unless there are channel variables without a channel.  claimed says that a claim was
// loaded, which is process 0; mtypes are those of the model.
func Steps(ctx context.Context, r runner.Result, claimed bool, mtypes trail.Mtypes, limits process.Limits) (trail.Steps, error) {
	run, job := r.Run, r.Binary.Job()
	truncation, err := job.Code().TruncationSource()
	if err != nil {
		return trail.Steps{}, err
	}
	if truncation != nil { // if it cannot be compiled, the run is shown without
		if harness, err := job.CompileHarness(ctx, "truncation.c", truncation, r.Compiler, r.Defines, toolchain.Limits); err == nil {
			run.Binary = harness
		}
	}
	steps, whole, err := printedSteps(ctx, run, claimed, mtypes, limits)
	if err != nil || whole {
		return steps, err
	}
	if run.Binary, err = job.CompileHarness(ctx, "steps.c", stepsSource, r.Compiler, r.Defines, toolchain.Limits); err != nil {
		return steps, err
	}
	if steps, whole, err = printedSteps(ctx, run, claimed, mtypes, limits); err == nil && !whole {
		err = errors.New("pan -r: it ended before the trail")
	}
	return steps, err
}

// printedSteps are the steps of a trail as the run's binary prints them.  whole is false if the binary
// stopped at a channel variable that has no channel.
func printedSteps(ctx context.Context, r runner.Run, claimed bool, mtypes trail.Mtypes, limits process.Limits) (steps trail.Steps, whole bool, err error) {
	globals, err := r.Binary.Job().Code().StateVector(true)
	if err != nil {
		return trail.Steps{}, false, err
	}
	code, err := r.Binary.Job().Code().Statements()
	if err != nil {
		return trail.Steps{}, false, err
	}
	locals, err := r.Binary.Job().Code().LocalVariables()
	if err != nil {
		return trail.Steps{}, false, err
	}
	start, run := trail.NewStepReaders(claimed, globals, locals, mtypes, code)
	if err := panTwice(ctx, r, "-steps", limits, start, run); err != nil {
		return trail.Steps{}, false, err
	}
	executed, _ := trail.Parse(r.Trail) // pan itself has written it
	steps, whole = run.Result(executed)
	return steps, whole, nil
}
