package runner

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/progress"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// Step is one command that was executed.
type Step struct {
	process.Outcome
	Command string // as one would type it in the job's directory
	Stdout  string // files that hold its output, in the job's directory
	Stderr  string
	Cut     bool // those files lack a part of the output

	generates bool // it is a tool that makes files which later commands need
}

// checkDiskSpace returns an error if the disk is full.  spin and tcc do not notice when they
// cannot write: the files that they made are then incomplete, and nothing that follows from
// them is a result.
func (j *Job) checkDiskSpace(step string) error {
	if !process.DiskFull(j.dir) {
		return nil
	}
	return &process.ToolError{Step: step, Reason: fmt.Sprintf("no space left in %s: free some, or set TMPDIR to another directory", filepath.Dir(j.dir))}
}

// maxOutput is how many bytes of each raw output are kept.
const maxOutput = 16 << 20

// exec runs a tool in the job's directory, its output kept in files.
func (j *Job) exec(ctx context.Context, tool toolchain.Tool, args []string, limits process.Limits, both io.Writer) (Step, error) {
	step, err := j.try(ctx, tool, args, limits, both)
	if err == nil {
		j.record(step)
	}
	return step, err
}

// try is exec without recording the command as a step of the job.
func (j *Job) try(ctx context.Context, tool toolchain.Tool, args []string, limits process.Limits, both io.Writer) (Step, error) {
	c := process.Command{Path: tool.Path, Args: args, Dir: j.dir, Limits: limits}
	step, err := j.unrecorded(ctx, c, j.name(tool.Name), process.ShellLine(tool.Name, args), both, both)
	step.generates = true
	return step, err
}

// captured runs a command.  Its output goes to the files NAME.out and NAME.err, and to two writers.
// line is the command as one would type it.
func (j *Job) captured(ctx context.Context, c process.Command, name, line string, stdout, stderr io.Writer) (Step, error) {
	step, err := j.unrecorded(ctx, c, name, line, stdout, stderr)
	if err == nil {
		j.record(step)
	}
	return step, err
}

// lines is captured with a function that gets each line of the output.
func (j *Job) lines(ctx context.Context, c process.Command, name, line string, read func(line string)) (Step, error) {
	out, errs := process.LineWriters(read)
	step, err := j.captured(ctx, c, name, line, out, errs)
	if err == nil {
		out.Finish()
		errs.Finish()
	}
	return step, err
}

// unrecorded is captured without recording the command as a step of the job.
func (j *Job) unrecorded(ctx context.Context, c process.Command, name, line string, stdout, stderr io.Writer) (Step, error) {
	progress.Command(ctx, line)
	out, err := process.NewCapture(filepath.Join(j.dir, name+".out"), maxOutput, stdout)
	if err != nil {
		return Step{}, err
	}
	defer out.Close()
	errs, err := process.NewCapture(filepath.Join(j.dir, name+".err"), maxOutput, stderr)
	if err != nil {
		return Step{}, err
	}
	defer errs.Close()
	c.Stdout, c.Stderr = out, errs
	outcome, err := process.Run(ctx, c)
	step := Step{Outcome: outcome}
	if err != nil {
		return step, fmt.Errorf("%s: %w", line, err)
	}
	step.Command, step.Stdout, step.Stderr = line, name+".out", name+".err"
	step.Cut = out.Cut() || errs.Cut()
	return step, nil
}

// Spin executes spin on the model, and tells read each line that it prints.  It does so in a directory of its own, named
// after stem, because spin writes files with fixed names.  Files of the job's directory are linked to there.
func (j *Job) Spin(ctx context.Context, stem string, args []string, limits process.Limits, read func(line string), files ...string) (Step, error) {
	name := j.name(stem)
	dir := filepath.Join(j.dir, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return Step{}, err
	}
	files = append([]string{ModelFile}, files...) // the model before a trail: spin warns of a trail that is older
	for _, file := range files {
		if err := os.Link(filepath.Join(j.dir, file), filepath.Join(dir, filepath.Base(file))); err != nil {
			return Step{}, err
		}
	}
	if j.lossy {
		args = append([]string{"-m"}, args...)
	}
	args = append(slices.Clip(args), ModelFile)
	line := fmt.Sprintf("(mkdir -p %[1]s && cp %[2]s %[1]s && cd %[1]s && %[3]s)", name, strings.Join(files, " "), process.ShellLine("spin", args))
	return j.lines(ctx, process.Command{Path: j.tools.Spin.Path, Args: args, Dir: dir, Limits: limits}, name, line, read)
}
