package statespace

import (
	"context"
	"io"
	"os"
	"path/filepath"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
)

// The files of a model that evaluates expressions on given states.
const (
	statesFile = "states"
	truthsFile = "truths"
)

// evaluation is the search of such a model: it has one step.
var evaluation = runner.Search{Want: pan.Want{CyclesOnly: true}, ClaimsOff: true, EndStatesOff: true, Reduction: runner.NoReduction}

// InvalidIndex is an int of C that a model for Evaluate declares: it becomes 1 where an array has no element of an index.
const InvalidIndex = "mx_invalid"

// Evaluate runs a model whose embedded C reads the file "states" and writes the file
// "truths", and returns what it has written, at most most bytes.  The error is a
// *process.ToolError.
func Evaluate(ctx context.Context, j *runner.Job, states []byte, most int64, limits process.Limits) ([]byte, error) {
	if err := j.Code().MarkInvalidIndices(InvalidIndex); err != nil {
		return nil, err
	}
	b, err := j.Compile(ctx, evaluation, limits)
	if err != nil {
		return nil, err
	}
	run, err := b.Run(ctx, evaluation, nil, limits, func(dir string) error {
		return os.WriteFile(filepath.Join(dir, statesFile), states, 0o600)
	})
	if err != nil {
		return nil, err
	}
	if !run.OK() || run.Output.Errors != 0 || !run.Output.Completed {
		return nil, &process.ToolError{Step: "pan", Reason: "the properties were not evaluated: " + pan.Conclude(run.Output, pan.Want{}).Reason, Killed: run.Exit.Killed}
	}
	file, err := os.Open(filepath.Join(run.Dir, truthsFile))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, most))
}
