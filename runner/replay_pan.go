package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

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
func (b *Binary) panTwice(ctx context.Context, r Run, suffix string, limits process.Limits, start, all panReader) error {
	if !r.whole() {
		return errors.New("there is no whole trail")
	}
	if err := os.WriteFile(filepath.Join(r.Dir, noSteps), []byte(startTrail+"\n"), 0o600); err != nil {
		return err
	}
	if err := b.panReplay(ctx, r, suffix, limits, start, "-r", noSteps); err != nil {
		return err
	}
	return b.panReplay(ctx, r, suffix, limits, all, "-r", "-v")
}

// panReplay runs pan -r with a reader of its output.
func (b *Binary) panReplay(ctx context.Context, r Run, suffix string, limits process.Limits, reader panReader, args ...string) error {
	name := filepath.Base(r.Dir)
	args = append(append([]string{smallTable}, args...), r.trailArgs...)
	out, errs := process.LineWriters(reader.Line)
	c := process.Command{Path: filepath.Join(b.job.dir, b.name), Args: args, Dir: r.Dir, Limits: limits}
	line := inDir(name, "../"+b.name, args)
	if args[2] == noSteps {
		line = fmt.Sprintf("(mkdir -p %[1]s && cd %[1]s && echo %[2]s > %[3]s && %[4]s)", name, startTrail, noSteps, process.ShellLine("../"+b.name, args))
	}
	step, err := b.job.captured(ctx, c, b.job.name(name+suffix), line, out, errs)
	if err != nil {
		return err
	}
	out.Finish()
	errs.Finish()
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
