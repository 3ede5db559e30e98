package runner

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/promela"
)

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

func (j *Job) generate(ctx context.Context, model []byte, flags []string, limits process.Limits) error {
	if err := os.WriteFile(filepath.Join(j.dir, ModelFile), model, 0o600); err != nil {
		return err
	}
	args := append(append([]string{}, flags...), "-a", ModelFile)
	if p := j.preprocessor(model); p != "" && j.generatedWith(ctx, p, args, limits) {
		return j.corrected()
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
	return j.corrected()
}

// inSed writes the replacement of a command s of sed.
var inSed = strings.NewReplacer(`\`, `\\`, "&", `\&`, "#", `\#`)

// corrected has the verifier do what SPIN 6.5.2 gets wrong: see pancode.
func (j *Job) corrected() error {
	edits, err := j.Code().CorrectDSteps()
	if err != nil {
		return err
	}
	formats, err := j.Code().CorrectFormats()
	if err != nil {
		return err
	}
	edits = append(edits, formats...)
	if len(edits) > 0 {
		args := []string{"-i"}
		for _, e := range edits {
			args = append(args, "-e", fmt.Sprintf("%ds#%s#%s#", e.Line, strings.ReplaceAll(e.Old, "*", `\*`), inSed.Replace(e.New)))
		}
		j.record(Step{Command: process.ShellLine("sed", append(args, "pan.m")), generates: true})
	}
	return j.Code().CheckReferences()
}

// preprocessor is what spin executes, in a shell, to preprocess a model, "" for gcc, spin's own, which takes ten times
// as long.
func (j *Job) preprocessor(model []byte) string {
	switch {
	case promela.Preprocessed(model):
		return "cat"
	case j.tools.Tcc.Path != "" && promela.SimpleMacros(model):
		return "tcc -E -xc"
	}
	return ""
}

// generatedWith generates the verifier with another preprocessor than spin's own.  Whatever goes wrong, spin is to be
// asked again without it, and to say why.
func (j *Job) generatedWith(ctx context.Context, preprocessor string, args []string, limits process.Limits) bool {
	step, err := j.try(ctx, j.tools.Spin, append([]string{"-P" + preprocessor}, args...), limits, io.Discard)
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

// preprocessorFault preprocesses a model that spin rejects, as spin itself does with gcc: spin
// blames the model where gcc has failed.  nil: gcc has not failed.
func (j *Job) preprocessorFault(ctx context.Context) error {
	var text process.PrefixBuffer
	step, err := j.try(ctx, j.tools.Gcc, []string{"-std=gnu99", "-E", "-x", "c", ModelFile}, preprocessLimits, &text)
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

// pan refuses a model with an unconditional loop that does nothing, such as do :: skip od.  Such a step leads to the
// state that it comes from: a search takes it for what it is.
const (
	idleLoopTest = `strcmp(T0->tp, "(1)") == 0`
	noIdleLoop   = `strcmp(T0->tp, "?") == 0`
)

// allowIdleLoops takes the refusal out of the verifier.
func (j *Job) allowIdleLoops() error {
	path := filepath.Join(j.dir, "pan.t")
	code, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	j.record(Step{Command: process.ShellLine("sed", []string{"-i", `s/` + idleLoopTest + `/` + noIdleLoop + `/`, "pan.t"}), generates: true})
	return process.WriteFile(path, bytes.Replace(code, []byte(idleLoopTest), []byte(noIdleLoop), 1))
}
