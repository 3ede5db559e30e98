package simulate

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/timed"
)

// Limits are those of all runs together.
type Limits struct {
	Jobs   int   // runs at a time, at least 1
	Memory int64 // bytes
}

// Run measures the settings, and hands each point over as soon as it and all
// points before it are complete.  The points do not depend on the number of jobs.
// Before the first run begins, Run refuses a setting that does not fit into
// memory.  The error is a *config.Error, that of done, or that of ctx.
func Run(ctx context.Context, settings []Setting, l Limits, done func(Point) error) error {
	rooms := make([]room, len(settings))
	for k, s := range settings {
		var err error
		if rooms[k], err = fit(s, l.Memory, l.Jobs); err != nil {
			return err
		}
	}
	for first := 0; first < len(settings); {
		// As many runs at a time as there is room for runs of each of these settings.
		last, r := first, rooms[first]
		for ; last < len(settings) && rooms[last].runs == r.runs; last++ {
			r.pending = min(r.pending, rooms[last].pending)
		}
		if err := runGroup(ctx, settings[first:last], r, done); err != nil {
			return err
		}
		first = last
	}
	return nil
}

// task is one run of a setting.
type task struct{ setting, run int }

func runGroup(ctx context.Context, settings []Setting, r room, done func(Point) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	tasks := make(chan task)
	var mu sync.Mutex
	results := make([][]outcome, len(settings))
	left := make([]int, len(settings))
	next := 0 // the first point that is not handed over
	for k, s := range settings {
		results[k], left[k] = make([]outcome, s.Runs), s.Runs
	}
	var work sync.WaitGroup
	for range r.runs {
		work.Go(func() {
			for t := range tasks {
				o := runOnce(ctx, settings[t.setting], t.run, r.pending)
				mu.Lock()
				results[t.setting][t.run] = o
				left[t.setting]--
				for ctx.Err() == nil && next < len(settings) && left[next] == 0 {
					p, err := summarise(settings[next], results[next])
					if err == nil {
						err = done(p)
					}
					if err != nil {
						stop(err)
						break
					}
					results[next] = nil
					next++
				}
				mu.Unlock()
			}
		})
	}
feed:
	for k, s := range settings {
		for run := range s.Runs {
			select {
			case tasks <- task{k, run}:
			case <-ctx.Done():
				break feed
			}
		}
	}
	close(tasks)
	work.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// outcome is what one run has measured, or why it did not come to its end.
type outcome struct {
	timed.Measured
	err error
}

func runOnce(ctx context.Context, s Setting, run, pending int) outcome {
	sys, err := system(s.Config)
	if err != nil {
		return outcome{err: err}
	}
	opts, err := s.options(run)
	if err != nil {
		return outcome{err: err}
	}
	opts.MaxPending = pending
	m, err := timed.Run(ctx, sys, opts)
	if s.Config.N >= 100_000 {
		runtime.GC() // before the next run allocates as much again
	}
	if errors.Is(err, timed.ErrCrowded) {
		err = &config.Error{Operand: s.Describe(), Reason: fmt.Sprintf("run %d: %v: more than %s", run+1, err, inBytes(int64(pending)*timed.PendingBytes)),
			Remedy: "use a smaller load or --n, or a larger --memory"}
	}
	return outcome{m, err}
}
