package panreplay

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
)

// noSteps is the name of a trail without steps.  pan prints the state at the end of a replay: for
// this trail it is the initial state.
const (
	noSteps    = "no-steps"
	startTrail = "-4:-4:-4"
)

// panReader reads what pan -r prints.
type panReader interface {
	Line(string)
	// Outcome is what pan said of a step that it could not execute, "" if there is none, and
	// whether pan came to the end of the trail.
	Outcome() (trouble string, ended bool)
}

// panTwice replays a trail without steps, for the initial state, and then a run's trail.  The
// names of the output files are those of the run and a suffix.
func panTwice(ctx context.Context, r runner.Run, suffix string, limits process.Limits, start, all panReader) error {
	if !r.HasTrail() {
		return errors.New("there is no whole trail")
	}
	if err := os.WriteFile(filepath.Join(r.Dir, noSteps), []byte(startTrail+"\n"), 0o600); err != nil {
		return err
	}
	written := fmt.Sprintf("echo %s > %s", startTrail, noSteps)
	if err := panReplay(ctx, r, suffix, written, limits, start, "-r", noSteps); err != nil {
		return err
	}
	return panReplay(ctx, r, suffix, "", limits, all, "-r", "-v")
}

// panReplay runs pan -r with a reader of its output.  before has made a file for it, unless it is "".
func panReplay(ctx context.Context, r runner.Run, suffix, before string, limits process.Limits, reader panReader, args ...string) error {
	step, err := r.Again(ctx, suffix, before, append([]string{smallTable}, args...), limits, reader.Line)
	if err != nil {
		return err
	}
	switch trouble, ended := reader.Outcome(); {
	case !step.OK():
		return fmt.Errorf("pan -r: %s", step.Exit.String())
	case trouble != "":
		return errors.New(trouble)
	case !ended:
		return errors.New("pan -r: what it printed is not complete")
	}
	return nil
}
