package engine

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/mxgen/mxgen/runner"
)

// jobs are the models of one task that spin has accepted, each prepared once and
// removed with the task.  The zero value is empty.
type jobs struct {
	mu  sync.Mutex
	all map[string]*sharedJob // by the name of the directory that keeps the job's files
}

// sharedJob is a job for all who search its model.
type sharedJob struct {
	once sync.Once
	job  *runner.Job
	err  error
}

// Prepare makes the job of that name, in a slot, unless it is there.
func (e *Engine) Prepare(ctx context.Context, name string, source func() ([]byte, error), g runner.Generation) (*runner.Job, error) {
	e.jobs.mu.Lock()
	if e.jobs.all == nil {
		e.jobs.all = map[string]*sharedJob{}
	}
	j := e.jobs.all[name]
	if j == nil {
		j = new(sharedJob)
		e.jobs.all[name] = j
	}
	e.jobs.mu.Unlock()
	j.once.Do(func() {
		var text []byte
		if text, j.err = source(); j.err != nil {
			return
		}
		release, err := e.Slots.Acquire(ctx)
		if err != nil {
			j.err = err
			return
		}
		defer release()
		j.job, j.err = runner.Prepare(ctx, e.Tools, text, g, e.Limits)
	})
	return j.job, j.err
}

// Discard removes a job that decides nothing, and whose files nobody wants.
func (e *Engine) Discard(name string) {
	e.jobs.mu.Lock()
	j := e.jobs.all[name]
	delete(e.jobs.all, name)
	e.jobs.mu.Unlock()
	if j != nil && j.job != nil {
		_ = j.job.Close() // a directory that cannot be removed is found as a stale one later
	}
}

// Close removes the files of all jobs.
func (e *Engine) Close() {
	for _, j := range e.jobs.all {
		if j.job != nil {
			_ = j.job.Close()
		}
	}
}

// KeepJobs copies the files of all jobs to --keep's directory, a directory for each job.
func (e *Engine) KeepJobs() error {
	var first error
	for name, j := range e.jobs.all {
		if j.job == nil {
			continue
		}
		if err := j.job.Keep(filepath.Join(e.Keep, name)); err != nil && first == nil {
			first = fmt.Errorf("files not kept: %w", err)
		}
	}
	return first
}
