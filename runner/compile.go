package runner

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// Binary is a compiled verifier of a Job.
type Binary struct {
	job  *Job
	name string // of the file in the job's directory
	Step Step   // the compilation

	once sync.Once // records Step
}

// Job is the job whose verifier it is.
func (b *Binary) Job() *Job { return b.job }

// compilation makes one Binary for all callers that ask for it at the same time.  It goes on as
// long as one of them waits.
type compilation struct {
	done    chan struct{} // closed when bin and err are set
	cancel  context.CancelFunc
	waiting int // guarded by the job's mutex

	bin *Binary
	err error
}

// Compile compiles the verifier of a search with the fast compiler, to replay trails with it.  The
// error is a *process.ToolError if the compiler rejects pan.c.
func (j *Job) Compile(ctx context.Context, s Search, limits process.Limits) (*Binary, error) {
	return j.compileWith(ctx, j.tools.Fast(), s.Defines(), limits)
}

// CompileHarness compiles C code that includes pan.c, in a file with that name in the job's directory.  A name has the
// same code each time.  The error is a *process.ToolError if the compiler rejects the code.
func (j *Job) CompileHarness(ctx context.Context, name string, code []byte, c toolchain.Compiler, defines []string, limits process.Limits) (*Binary, error) {
	if err := j.writeHarness(name, code); err != nil {
		return nil, err
	}
	c.Source = name
	return j.compileWith(ctx, c, defines, limits)
}

// hasHarness tells whether a file is one that CompileHarness has written.
func (j *Job) hasHarness(name string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Contains(j.harness, name)
}

// writeHarness writes a file of the directory unless it is there: others may be reading it.
func (j *Job) writeHarness(name string, code []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if slices.Contains(j.harness, name) {
		return nil
	}
	err := process.WriteFile(filepath.Join(j.dir, name), code)
	if err == nil {
		j.harness = append(j.harness, name)
	}
	return err
}

// compileWith compiles the verifier.  The same compiler and defines give the same Binary, and are
// compiled once.  The error is a *process.ToolError if the compiler rejects pan.c.
func (j *Job) compileWith(ctx context.Context, c toolchain.Compiler, defines []string, limits process.Limits) (*Binary, error) {
	bin, err := j.prepareBinary(ctx, c, defines, limits)
	if err != nil {
		return nil, err
	}
	bin.once.Do(func() { j.record(bin.Step) })
	return bin, nil
}

// prepareBinary is compileWith for a Binary that may not be needed: its compilation is a step of the
// job only when compileWith asks for it.
func (j *Job) prepareBinary(ctx context.Context, c toolchain.Compiler, defines []string, limits process.Limits) (*Binary, error) {
	key := process.ShellLine(c.Tool.Path, c.Args(defines, ""))
	j.mu.Lock()
	e := j.binaries[key]
	if e == nil {
		e = &compilation{done: make(chan struct{})}
		j.binaries[key] = e
		own, cancel := context.WithCancel(context.WithoutCancel(ctx))
		e.cancel = cancel
		go func() {
			defer cancel()
			e.bin, e.err = j.compile(own, c, defines, limits)
			close(e.done)
		}()
	}
	e.waiting++
	j.mu.Unlock()

	select {
	case <-e.done:
	case <-ctx.Done():
	}
	j.mu.Lock()
	e.waiting--
	last := e.waiting == 0
	select {
	case <-e.done:
		if e.err != nil && j.binaries[key] == e { // a failure is not kept: its cause may be a limit
			delete(j.binaries, key)
		}
		j.mu.Unlock()
		return e.bin, e.err
	default:
	}
	if last {
		delete(j.binaries, key)
		e.cancel()
	}
	j.mu.Unlock()
	if last { // no process outlives its last caller
		<-e.done
	}
	return nil, &process.ToolError{Step: c.Tool.Name, Reason: process.Kill(process.Cancelled).String(), Killed: process.Cancelled}
}

// compile runs the compiler.
func (j *Job) compile(ctx context.Context, c toolchain.Compiler, defines []string, limits process.Limits) (*Binary, error) {
	b := &Binary{job: j, name: j.name("pan")}
	var text process.PrefixBuffer
	step, err := j.try(ctx, c.Tool, c.Args(defines, b.name), limits, &text)
	if err == nil {
		err = j.checkDiskSpace(c.Tool.Name)
	}
	if err != nil {
		return nil, err
	}
	if _, missing := os.Stat(filepath.Join(j.dir, b.name)); !step.OK() || missing != nil {
		if step.Exit.Killed != process.Cancelled {
			j.record(step)
		}
		return nil, &process.ToolError{Step: c.Tool.Name, Reason: complaint(text.String(), step), Killed: step.Exit.Killed}
	}
	b.Step = step
	return b, nil
}
