package runner

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
)

// firstTier is how long a run of the fast compiler's verifier may take before
// an optimised one pays: that starts from scratch, and is two to three times as
// fast.
const firstTier = 2 * time.Second

// headStart is how long a run goes on before the optimised verifier is prepared
// meanwhile: most are done by then, and cost nobody a compilation.  From then on the
// compiler goes first, where processors are short: a run that is long ends the sooner.
const headStart = 400 * time.Millisecond

// Escalate is Search with the fast compiler's verifier, which another one,
// compiled by the optimising compiler in the meantime, takes over from if it takes
// long.  Both verify the same pan.c, so that only the time differs.
func (j *Job) Escalate(ctx context.Context, s Search, limits process.Limits) (Result, error) {
	var r Result
	a := s.first(j.tools.Fast(), limits)
	a.relief, a.limits.LowerPriorityAfter = &relief{compiler: j.tools.Optimising(), timeout: limits.Timeout}, headStart
	err := j.grow(ctx, &r, s, &a)
	a.relief.end()
	slow := err == nil && r.Exit.Killed == process.Escalated // be it that it has just found an error: its trail may be cut
	rejected := err != nil && ctx.Err() == nil && a.compiler.Tool.Name != "gcc"
	if !slow && !rejected {
		return r, err
	}
	why := "the run took longer than " + firstTier.String()
	if rejected { // what tcc cannot compile, gcc may
		why = err.Error()
	}
	a.compiler, a.relief, a.limits.LowerPriorityAfter = j.tools.Optimising(), nil, 0
	if a.long = slow; slow {
		a.depth = max(a.depth, s.longDepth(limits.Memory))
		if s.HashBits == 0 {
			a.hash = longHash(limits.Memory)
		}
	}
	r.Retries = append(r.Retries, Retry{"gcc " + a.compiler.Level, why})
	err = j.grow(ctx, &r, s, &a)
	return r, err
}

// relief is an optimised verifier for a search that may take long.
type relief struct {
	compiler Compiler
	timeout  time.Duration // of the search
	began    time.Time     // the first run
	defines  []string      // what is being prepared
	ready    *atomic.Bool
	cancel   func() // and waits; nil before the first run
}

// during is called before a run, with what may end it, and returns that and
// what ends it when the relief is ready and pays.
func (e *relief) during(ctx context.Context, j *Job, defines []string, stop func(*pan.Parser) process.Cause) func(*pan.Parser) process.Cause {
	if e == nil {
		return stop
	}
	if e.began.IsZero() {
		e.began = time.Now()
	}
	if e.cancel == nil || !slices.Equal(e.defines, defines) {
		e.end()
		e.prepare(ctx, j, defines)
	}
	return func(p *pan.Parser) process.Cause {
		if stop != nil {
			if why := stop(p); why != process.NotKilled {
				return why
			}
		}
		if e.ready.Load() && time.Since(e.began) > firstTier && restartPays(e.began, e.timeout) {
			return process.Escalated
		}
		return process.NotKilled
	}
}

func (e *relief) prepare(ctx context.Context, j *Job, defines []string) {
	ctx, cancel := context.WithCancel(ctx)
	ready, prepared := new(atomic.Bool), make(chan struct{})
	go func() {
		defer close(prepared)
		select {
		case <-time.After(headStart):
			// If it cannot be compiled the fast one goes on.
			_, err := j.prepareBinary(ctx, e.compiler, defines, toolLimits)
			ready.Store(err == nil)
		case <-ctx.Done():
		}
	}()
	e.defines, e.ready = defines, ready
	e.cancel = func() { cancel(); <-prepared }
}

// end leaves no compilation behind that nobody wants.
func (e *relief) end() {
	if e.cancel != nil {
		e.cancel()
	}
}

// longDepth is the -m for a run that is known to be long, which should not have to
// be done again: the stack, of which pan clears all at once, takes a moment.
func (s Search) longDepth(memory int64) int64 {
	most := int64(1_000_000)
	if s.MaxDepth > 0 {
		most = min(most, s.MaxDepth)
	}
	if memory > 0 {
		most = min(most, memory/16/stackEntry)
	}
	return most
}

// longHash is the -w for a run that is known to be long: the table, of 8 bytes
// an entry, takes at most an eighth of the memory.
func longHash(memory int64) int {
	for w := 24; w > 16; w-- {
		if memory == 0 || int64(8)<<w <= memory/8 {
			return w
		}
	}
	return 16
}
