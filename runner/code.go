package runner

import (
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/pancode"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
	"github.com/mxgen/mxgen/runner/trail"
)

// Code is the source of the verifier.
func (j *Job) Code() pancode.Dir { return pancode.Dir(j.dir) }

// References are what the references of the search's claim have met until now.
func (r Result) References() ([]pancode.Reference, error) {
	return r.Binary.job.Code().References(r.Dir)
}

// LastStatement is the statement of the last step of the run's trail, which may have failed; it has
// no line if there is none.
func (r Result) LastStatement() pancode.Statement {
	trail, _ := trail.Parse(r.Trail) // pan itself has written it
	steps := trail.Steps
	if n := len(steps); n > 1 && r.Conclusion.Kind == pan.KindTrace && int64(steps[n-1].Step) > r.Conclusion.Depth { // of the run that pan searched before
		steps = steps[:n-1]
	}
	code, err := r.Binary.job.Code().Statements()
	if err != nil || len(steps) == 0 {
		return pancode.Statement{}
	}
	return code.OfTransition(steps[len(steps)-1].Transition)
}

// stateSizes are the sizes that compilers have said, by compiler, defines and declarations: the models of a batch often differ in
// their handlers alone.
var stateSizes sync.Map

// GlobalsSize is how many bytes of a state are global variables in a verifier that is compiled with these defines.
func (j *Job) GlobalsSize(ctx context.Context, defines []string, limits process.Limits) (int, error) {
	declared, err := j.Code().StateDeclarations()
	if err != nil {
		return 0, err
	}
	key := sha256.Sum256([]byte(process.ShellLine(j.tools.Fast().Tool.Path, defines) + "\n" + declared))
	if size, known := stateSizes.Load(key); known {
		return size.(int), nil
	}
	size, err := j.askGlobalsSize(ctx, defines, limits)
	if err == nil {
		stateSizes.Store(key, size)
	}
	return size, err
}

// askGlobalsSize asks the compiler.
func (j *Job) askGlobalsSize(ctx context.Context, defines []string, limits process.Limits) (int, error) {
	const probe = "#include <stdio.h>\n#include <stddef.h>\n#include \"pan.h\"\n" +
		"int main(void) { printf(\"%lu\\n\", (unsigned long) offsetof(State, sv)); return 0; }\n"
	if err := os.WriteFile(filepath.Join(j.dir, "prefix.c"), []byte(probe), 0o600); err != nil {
		return 0, err
	}
	var text process.PrefixBuffer
	args := append(append([]string{"-w"}, defines...), "-o", "prefix", "prefix.c")
	step, err := j.exec(ctx, j.tools.Fast().Tool, args, limits, &text)
	if err != nil {
		return 0, err
	}
	if !step.OK() {
		return 0, &process.ToolError{Step: "gcc", Reason: complaint(text.String(), step), Killed: step.Exit.Killed}
	}
	var out process.PrefixBuffer
	tool := toolchain.Tool{Name: "./prefix", Path: filepath.Join(j.dir, "prefix")}
	step, err = j.captured(ctx, process.Command{Path: tool.Path, Dir: j.dir, Limits: limits}, j.name("prefix"), "./prefix", &out, &out)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(strings.TrimSpace(out.String()))
	if err != nil || !step.OK() || n < 1 || n > 1<<16 {
		return 0, &process.ToolError{Step: "./prefix", Reason: "no size of the state: " + out.String(), Killed: step.Exit.Killed}
	}
	return n, nil
}
