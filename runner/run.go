package runner

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/progress"
	"github.com/mxgen/mxgen/runner/trail"
)

// Run is one execution of a Binary.
type Run struct {
	Step
	Binary    *Binary
	Output    pan.Output
	Dir       string   // its own directory, below the job's
	Trail     []byte   // of the first error; nil if there is none
	TrailCut  bool     // the trail was longer than what was read
	trailArgs []string // pan's, to replay the trail; see Search.replayArgs
}

// Run executes the verifier for a search, with arguments of pan's and those that follow from the search, in a directory of
// its own: several runs of one Binary can go on at the same time.  prepare, unless it is nil, puts files into that
// directory.  The error says that pan could not be started; how it ended, and what it found, is in the Run.
func (b *Binary) Run(ctx context.Context, s Search, args []string, limits process.Limits, prepare func(dir string) error) (Run, error) {
	return b.run(ctx, s, args, limits, prepare, nil)
}

// stopper sees pan's output so far, and the processor time that pan has used, and may end pan.
type stopper func(p *pan.Parser, used time.Duration) process.Cause

// run is Run with a function that may end pan; nil: nothing does.
func (b *Binary) run(ctx context.Context, s Search, args []string, limits process.Limits, prepare func(dir string) error, stop stopper) (Run, error) {
	name := b.job.name("run")
	r := Run{Binary: b, Dir: filepath.Join(b.job.dir, name), trailArgs: s.replayArgs()}
	if err := os.Mkdir(r.Dir, 0o700); err != nil {
		return r, err
	}
	if prepare != nil {
		if err := prepare(r.Dir); err != nil {
			return r, err
		}
	}
	args = append(slices.Clip(args), s.args()...)
	parser := pan.NewParser()
	c := process.Command{Path: filepath.Join(b.job.dir, b.name), Args: args, Dir: r.Dir, Limits: limits, Interrupt: true}
	if stop != nil {
		c.Stop = func(used time.Duration) process.Cause { return stop(parser, used) }
	}
	step, err := b.job.captured(ctx, c, name, inDir(name, process.ShellLine("../"+b.name, args)), progress.Watch(ctx, parser.Stdout(), limits.Memory), parser.Stderr())
	if err != nil {
		return r, err
	}
	r.Step, r.Output = step, parser.Finish(step.Exit)
	r.Trail, r.TrailCut, err = readTrail(filepath.Join(r.Dir, TrailFile))
	return r, err
}

// Again executes the verifier once more in the run's directory, with arguments of pan's and those that the replay of the
// run's trail needs, and tells read each line that it prints.  The output's files are named after the run and suffix.
// before is a command that has made a file for it, as one would type it; "": there is none.
func (r Run) Again(ctx context.Context, suffix, before string, args []string, limits process.Limits, read func(line string)) (Step, error) {
	job, name := r.Binary.job, filepath.Base(r.Dir)
	args = append(slices.Clip(args), r.trailArgs...)
	c := process.Command{Path: filepath.Join(job.dir, r.Binary.name), Args: args, Dir: r.Dir, Limits: limits}
	line := process.ShellLine("../"+r.Binary.name, args)
	if before != "" {
		line = before + " && " + line
	}
	return job.lines(ctx, c, job.name(name+suffix), inDir(name, line), read)
}

// HasTrail tells whether the run has a complete trail to replay.  For an error in the initial
// state pan writes a trail without lines, if no steps were merged.
func (r Run) HasTrail() bool {
	// With -f pan counts a step in which no process can move: the depth is 0, not -1.
	initial := len(r.Output.ErrorLines) > 0 && r.Output.ErrorLines[0].Depth <= 0 && !r.Output.NoTrail
	return !r.TrailCut && (len(r.Trail) > 0 || r.Trail != nil && initial)
}

// inDir is a command as one would type it to run it in a directory below the job's.
func inDir(dir, line string) string {
	return fmt.Sprintf("(mkdir -p %[1]s && cd %[1]s && %[2]s)", dir, line)
}

// readTrail reads a file; nil: there is none.  cut says that it is longer than trail.MaxSize.
func readTrail(path string) (text []byte, cut bool, err error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	text, err = io.ReadAll(io.LimitReader(bufio.NewReader(f), trail.MaxSize+1))
	if len(text) > trail.MaxSize {
		text, cut = text[:trail.MaxSize], true
	}
	return text, cut, err
}
