package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/mxgen/mxgen/runner/pancode"
	"github.com/mxgen/mxgen/runner/process"
)

// Simulation is what spin -t says of a trail that pan does not: spin skips steps that are
// impossible, so that this may explain a run and never confirms one.
type Simulation struct {
	Wraps  map[int][]string  // by the number of the step: "m.pml:3: 256 becomes 0", of values that did not fit
	Merged map[int][]string  // by the number of the step: the statements that were merged with its first one
	Failed pancode.Statement // the first assertion that failed in the last step in which one did; without a line: none did
}

var (
	simulatedStep = regexp.MustCompile(`^.*?(\d+):\tproc +(\d+) \(.*?\) \S+:\d+ \(state +\d+\)\t\[(.*)\]$`)
	noStatement   = regexp.MustCompile(`^(?:IF|DO|ATOMIC|D_STEP|UNLESS|break|\.\(goto\)|goto .*|-end-)$`)
	assertText    = regexp.MustCompile(`^spin: text of failed assertion: (.*)$`)
)

// Simulate executes the trail of a run's first error by spin -t, within limits.
func (b *Binary) Simulate(ctx context.Context, r Run, limits process.Limits) (Simulation, error) {
	s := Simulation{Wraps: map[int][]string{}, Merged: map[int][]string{}}
	var wraps []string           // before the line of their step
	before := ""                 // number and process of the step before
	failing := ""                // of the step of s.Failed
	var failed pancode.Statement // before the line of its step
	step, err := b.spinReplay(ctx, r, "-values-events", limits, func(line string) {
		switch m := truncated.FindStringSubmatch(line); {
		case m != nil:
			wraps = append(wraps, fmt.Sprintf("%s: %s becomes %s", m[1], m[2], m[3]))
		case assertAt.MatchString(line):
			m := assertAt.FindStringSubmatch(line)
			line, _ := strconv.Atoi(m[2])
			failed.Place = pancode.Place{File: m[1], Line: line}
		case assertText.MatchString(line):
			failed.Text = assertText.FindStringSubmatch(line)[1]
		default:
			m := simulatedStep.FindStringSubmatch(line)
			if m == nil {
				return
			}
			n, _ := strconv.Atoi(m[1])
			if len(wraps) > 0 {
				s.Wraps[n], wraps = append(s.Wraps[n], wraps...), nil
			}
			this := m[1] + ":" + m[2]
			if failed.Line > 0 {
				if this != failing { // spin goes on where pan stopped, to the end of what is merged into the step
					s.Failed, failing = failed, this
				}
				failed = pancode.Statement{}
			}
			if this != before {
				before = this
			} else if !noStatement.MatchString(m[3]) {
				s.Merged[n] = append(s.Merged[n], m[3])
			}
		}
	}, "-p")
	if err == nil && !step.OK() {
		err = &process.ToolError{Step: "spin -t", Reason: step.Exit.String(), Killed: step.Exit.Killed}
	}
	return s, err
}

// spinReplay runs spin -t in a directory of its own, because spin writes temporary files with fixed
// names.
func (b *Binary) spinReplay(ctx context.Context, r Run, suffix string, limits process.Limits, read func(line string), flags ...string) (Step, error) {
	job := b.job
	name := job.name(filepath.Base(r.Dir) + suffix)
	dir := filepath.Join(job.dir, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return Step{}, err
	}
	// The trail is linked after the model: spin warns of a trail that is older.
	for _, from := range []string{filepath.Join(job.dir, modelFile), filepath.Join(r.Dir, trailFile)} {
		if err := os.Link(from, filepath.Join(dir, filepath.Base(from))); err != nil {
			return Step{}, err
		}
	}
	if job.lossy {
		flags = append(flags, "-m")
	}
	args := append(append([]string{"-T", "-B", "-t"}, flags...), modelFile)
	out, errs := process.LineWriters(read)
	line := fmt.Sprintf("(mkdir -p %[1]s && cp %[2]s %[3]s/%[4]s %[1]s && cd %[1]s && %[5]s)",
		name, modelFile, filepath.Base(r.Dir), trailFile, process.ShellLine("spin", args))
	c := process.Command{Path: job.tools.Spin.Path, Args: args, Dir: dir, Limits: limits}
	step, err := job.captured(ctx, c, name, line, out, errs)
	if err == nil {
		out.Finish()
		errs.Finish()
	}
	return step, err
}
