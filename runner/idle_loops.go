package runner

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/mxgen/mxgen/runner/process"
)

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
