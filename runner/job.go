package runner

import (
	"context"
	"fmt"
	"sync"

	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// Fixed names in a job's directory.  spin passes file names to a shell: no name that a user
// has chosen reaches it.
const (
	ModelFile = "model.pml"
	TrailFile = "model.pml.trail" // of the first error, in the directory of a run
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
	harness  []string                // the files that CompileHarness has written
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
	if err == nil {
		var wrong bool
		if wrong, err = j.Code().MiscompiledByTcc(); wrong { // see pancode
			j.tools.Tcc = toolchain.Tool{}
		}
	}
	if err != nil {
		j.Close()
		return nil, err
	}
	return j, nil
}

// Dir is the job's directory.
func (j *Job) Dir() string { return j.dir }

// Tools are the programs that the job uses.
func (j *Job) Tools() toolchain.Tools { return j.tools }

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
