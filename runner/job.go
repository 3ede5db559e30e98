package runner

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/promela"
	"github.com/mxgen/mxgen/runner/toolchain"
	"github.com/mxgen/mxgen/runner/trail"
)

// Fixed names in a job's directory.  spin passes file names to a shell: no name that a user
// has chosen reaches it.
const (
	modelFile = "model.pml"
	trailFile = "model.pml.trail"
)

const (
	maxOutput = 16 << 20 // bytes of each raw output that are kept
)

// Job is a model and the verifier that spin generated from it, in a private
// directory. Its methods may be used concurrently. Close removes the
// directory.
type Job struct {
	tools toolchain.Tools
	tmp   *process.TempDir
	dir   string // where tmp is
	lossy bool   // generated with Lossy

	mu       sync.Mutex
	steps    []Step
	names    map[string]int          // how often each stem was used by name
	binaries map[string]*compilation // by command line, without the output's name
}

// Generation says which of spin's optimisations of the model stay on.
type Generation int

// The ways to generate a verifier.
const (
	// SpinDefaults resets variables after their last use, leaves out variables that nothing
	// reads, and merges steps.
	SpinDefaults Generation = iota
	// KeepWriteOnly keeps variables that nothing reads in the state, and values that nothing reads any more (-o2).
	KeepWriteOnly
	// Unmerged keeps every step as the model has it (-o3).
	Unmerged
	// Literal keeps every variable and every step as the model has them (-o1 -o2 -o3).
	Literal
	// Lossy, added to another one, lets a send to a full channel lose its message (-m).
	Lossy Generation = 1 << 4
	// IdleLoops, added to another one, lets pan search models with loops that do nothing.
	IdleLoops Generation = 1 << 5
)

// flags are spin's.
func (g Generation) flags() []string {
	flags := [][]string{nil, {"-o2"}, {"-o3"}, {"-o1", "-o2", "-o3"}}[g&^(Lossy|IdleLoops)]
	if g&Lossy != 0 {
		flags = append([]string{"-m"}, flags...)
	}
	return flags
}

// Prepare generates a verifier (spin -a) in a new directory, which Close removes.  SPIN and its
// preprocessor get at least preprocessMemory, whatever the limit of a search is.  The error is a
// *process.ToolError if spin rejects the model.
func Prepare(ctx context.Context, tools toolchain.Tools, model []byte, g Generation, limits process.Limits) (*Job, error) {
	tmp, err := process.NewTempDir()
	if err != nil {
		return nil, err
	}
	j := &Job{tools: tools, tmp: tmp, dir: tmp.Path(), lossy: g&Lossy != 0, names: map[string]int{}, binaries: map[string]*compilation{}}
	if limits.Memory > 0 {
		limits.Memory = max(limits.Memory, preprocessMemory)
	}
	err = j.generate(ctx, model, g.flags(), limits)
	if err == nil && g&IdleLoops != 0 {
		err = j.allowIdleLoops()
	}
	if err != nil {
		j.Close()
		return nil, err
	}
	return j, nil
}

func (j *Job) generate(ctx context.Context, model []byte, flags []string, limits process.Limits) error {
	if err := os.WriteFile(filepath.Join(j.dir, modelFile), model, 0o600); err != nil {
		return err
	}
	args := append(append([]string{}, flags...), "-a", modelFile)
	if j.tools.Tcc.Path != "" && promela.SimpleMacros(model) && j.generatedWithTcc(ctx, args, limits) {
		return j.Code().CheckReferences()
	}
	var text process.PrefixBuffer
	step, err := j.exec(ctx, j.tools.Spin, args, limits, &text)
	if err == nil {
		err = j.checkDiskSpace("spin -a")
	}
	if err != nil {
		return err
	}
	if _, missing := os.Stat(filepath.Join(j.dir, "pan.c")); !step.OK() || missing != nil {
		if fault := j.preprocessorFault(ctx); fault != nil && step.Exit.Killed == process.NotKilled {
			return fault
		}
		return &process.ToolError{Step: "spin -a", Reason: complaint(text.String(), step), Killed: step.Exit.Killed}
	}
	return j.Code().CheckReferences()
}

// generatedWithTcc generates the verifier with tcc as spin's preprocessor, which takes a tenth of the time
// of gcc, spin's own.  Whatever goes wrong, spin is to be asked again without it, and to say why.
func (j *Job) generatedWithTcc(ctx context.Context, args []string, limits process.Limits) bool {
	step, err := j.try(ctx, j.tools.Spin, append([]string{"-P" + tccPreprocesses}, args...), limits, io.Discard)
	if err == nil && step.OK() && j.checkDiskSpace("spin -a") == nil {
		if _, err := os.Stat(filepath.Join(j.dir, "pan.c")); err == nil {
			j.record(step)
			return true
		}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.names, j.tools.Spin.Name) // the output of the second attempt is spin's
	return false
}

// tccPreprocesses is what spin executes, in a shell, to preprocess a model.
const tccPreprocesses = "tcc -E -xc"

// preprocessorFault preprocesses a model that spin rejects, as spin itself does with gcc: spin
// blames the model where gcc has failed.  nil: gcc has not failed.
func (j *Job) preprocessorFault(ctx context.Context) error {
	var text process.PrefixBuffer
	step, err := j.try(ctx, j.tools.Gcc, []string{"-std=gnu99", "-E", "-x", "c", modelFile}, preprocessLimits, &text)
	switch {
	case err != nil || step.Exit.Killed != process.NotKilled:
		return nil // this says nothing about spin
	case !step.OK():
		return &process.ToolError{Step: "gcc", Reason: complaint(text.String(), step)}
	case text.String() == "":
		return &process.ToolError{Step: "gcc", Reason: madeNothing}
	}
	return nil
}

// madeNothing is the reason where a preprocessor ends with status 0 and has no output.
const madeNothing = "it makes nothing of a model"

// complaint picks the line of a tool's output that says what is wrong.
func complaint(text string, step Step) string {
	if step.Exit.Killed != process.NotKilled { // the output is not the reason
		return step.Exit.String()
	}
	var said []string
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "ltl ") {
			continue
		}
		if strings.Contains(line, "rror") && step.Exit.Signal == 0 {
			return line
		}
		said = append(said, line)
	}
	switch {
	case step.Exit.Signal != 0: // its last words are all that there is to look at
		return strings.Join(append([]string{step.Exit.String()}, said...), "; ")
	case len(said) == 0:
		return step.Exit.String()
	}
	return said[0]
}

// Dir is the job's directory.
func (j *Job) Dir() string { return j.dir }

// Close removes the job's directory.
func (j *Job) Close() error { return j.tmp.Remove() }

// Steps are the commands executed so far.
func (j *Job) Steps() []Step {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]Step(nil), j.steps...)
}

// name returns "pan", "pan-2" ... for the stem "pan", each once.
func (j *Job) name(stem string) string {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.names[stem]++
	if n := j.names[stem]; n > 1 {
		return fmt.Sprintf("%s-%d", stem, n)
	}
	return stem
}

func (j *Job) record(s Step) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.steps = append(j.steps, s)
}

// writeOnce writes a file of the directory unless it is there.  The file never changes: others
// may be reading it.
func (j *Job) writeOnce(name string, data []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	path := filepath.Join(j.dir, name)
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	return process.WriteFile(path, data)
}

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

// unrecorded is captured without recording the command as a step of the job.
func (j *Job) unrecorded(ctx context.Context, c process.Command, name, line string, stdout, stderr io.Writer) (Step, error) {
	observerOf(ctx).command(line)
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

// Run is one execution of a Binary.
type Run struct {
	Step
	Output    pan.Output
	Dir       string   // its own directory, below the job's
	Trail     []byte   // of the first error; nil if there is none
	TrailCut  bool     // the trail was longer than what was read
	trailArgs []string // pan's, to replay the trail; see Search.replayArgs
}

// run executes the verifier with arguments of pan's in a directory of its own, so that several
// runs of one Binary can go on at the same time.  stop sees pan's output so far and may end
// pan; nil: nothing does.  The error says that pan could not be started; how it ended, and
// what it found, is in the Run.
func (b *Binary) run(ctx context.Context, args []string, limits process.Limits, stop func(*pan.Parser) process.Cause) (Run, error) {
	return b.runIn(ctx, args, limits, stop, nil)
}

// runIn is run in a directory that the function before prepares, unless it is nil.
func (b *Binary) runIn(ctx context.Context, args []string, limits process.Limits, stop func(*pan.Parser) process.Cause, before func(dir string) error) (Run, error) {
	name := b.job.name("run")
	r := Run{Dir: filepath.Join(b.job.dir, name)}
	if err := os.Mkdir(r.Dir, 0o700); err != nil {
		return r, err
	}
	if before != nil {
		if err := before(r.Dir); err != nil {
			return r, err
		}
	}
	parser := pan.NewParser()
	c := process.Command{Path: filepath.Join(b.job.dir, b.name), Args: args, Dir: r.Dir, Limits: limits, Interrupt: true}
	if stop != nil {
		c.Stop = func() process.Cause { return stop(parser) }
	}
	step, err := b.job.captured(ctx, c, name, inDir(name, "../"+b.name, args), observerOf(ctx).watch(parser.Stdout(), limits.Memory), parser.Stderr())
	if err != nil {
		return r, err
	}
	r.Step, r.Output = step, parser.Finish(step.Exit)
	r.Trail, r.TrailCut, err = readTrail(filepath.Join(r.Dir, trailFile))
	return r, err
}

// whole tells whether the run has a complete trail to replay.  For an error in the initial
// state pan writes a trail without lines, if no steps were merged.
func (r Run) whole() bool {
	// With -f pan counts a step in which no process can move: the depth is 0, not -1.
	initial := len(r.Output.ErrorLines) > 0 && r.Output.ErrorLines[0].Depth <= 0 && !r.Output.NoTrail
	return !r.TrailCut && (len(r.Trail) > 0 || r.Trail != nil && initial)
}

// inDir is a command as one would type it to run it in a directory below the job's.
func inDir(dir, path string, args []string) string {
	return fmt.Sprintf("(mkdir -p %s && cd %s && %s)", dir, dir, process.ShellLine(path, args))
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
