package runner

import (
	"context"
	_ "embed"
	"errors"

	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/trail"
)

// trail.States executes a trail again and returns its events, each with the state that it leads to:
// pan -r -v prints all variables after every step.  Steps in which the model prints nothing,
// such as those of a claim, are left out.
func (b *Binary) States(ctx context.Context, r Run, limits process.Limits) (trail.States, error) {
	globals, err := b.job.Code().Globals()
	if err != nil {
		return trail.States{}, err
	}
	start, run := trail.NewStateReader(globals), trail.NewStateReader(globals)
	if err := b.panTwice(ctx, r, "-states", limits, start, run); err != nil {
		return trail.States{}, err
	}
	return run.Result(start), nil
}

//go:embed steps.c.txt
var stepsSource []byte

// stepsFile is the name of stepsSource in a job's directory.
const stepsFile = "steps.c"

// Steps executes the trail of a run again and returns what each process did.  It works for any
// model, while trail.States needs a model whose steps print events.  claimed says that a claim was
// loaded, which is process 0; mtypes are the names of the model's mtype constants.
func (r Result) Steps(ctx context.Context, claimed bool, mtypes []string, limits process.Limits) (trail.Steps, error) {
	steps, whole, err := r.Binary.steps(ctx, r.Run, claimed, mtypes, limits)
	if err != nil || whole {
		return steps, err
	}
	if err := r.Binary.job.writeOnce(stepsFile, stepsSource); err != nil {
		return steps, err
	}
	compiler := r.Compiler
	compiler.Source = stepsFile
	binary, err := r.Binary.job.compileWith(ctx, compiler, r.Defines, toolLimits)
	if err != nil {
		return steps, err
	}
	if steps, whole, err = binary.steps(ctx, r.Run, claimed, mtypes, limits); err == nil && !whole {
		err = errors.New("pan -r: it ended before the trail")
	}
	return steps, err
}

// steps are the steps of a trail as a binary prints them.  whole is false if the binary
// stopped at a channel variable that has no channel.
func (b *Binary) steps(ctx context.Context, r Run, claimed bool, mtypes []string, limits process.Limits) (steps trail.Steps, whole bool, err error) {
	globals, err := b.job.Code().StateVector(true)
	if err != nil {
		return trail.Steps{}, false, err
	}
	code, err := b.job.Code().Statements()
	if err != nil {
		return trail.Steps{}, false, err
	}
	locals, err := b.job.Code().LocalVariables()
	if err != nil {
		return trail.Steps{}, false, err
	}
	start, run := trail.NewStepReaders(claimed, globals, locals, mtypes, code)
	if err := b.panTwice(ctx, r, "-steps", limits, start, run); err != nil {
		return trail.Steps{}, false, err
	}
	executed, _ := trail.Parse(r.Trail) // pan itself has written it
	steps, whole = run.Result(executed)
	return steps, whole, nil
}
