package runner

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// escalateAfter is how long a run of the fast compiler's verifier may take before the
// optimised one is started.  That one starts from scratch, and is two to three times as fast.
const escalateAfter = 2 * time.Second

// prepareAfter is how long a run goes on before the optimised verifier is compiled beside it.
// Most runs end before, and cost no compilation.  From then on the compiler has priority
// over the run: a long run ends sooner that way.
const prepareAfter = 400 * time.Millisecond

// Escalate is Search with the fast compiler's verifier.  If the run takes long, a verifier that
// the optimising compiler has made in the meantime searches instead, from scratch.  Both are
// compiled from one pan.c, so that only the time differs.
func (j *Job) Escalate(ctx context.Context, s Search, limits process.Limits) (Result, error) {
	var r Result
	a := s.first(j.tools.Fast(), limits)
	a.escalation, a.limits.LowerPriorityAfter = &escalation{compiler: j.tools.Optimising(), timeout: limits.Timeout}, prepareAfter
	err := j.grow(ctx, &r, s, &a)
	a.escalation.end()
	slow := err == nil && r.Exit.Killed == process.Escalated // even if it has just found an error: the trail may be cut
	rejected := err != nil && ctx.Err() == nil && a.compiler.Tool.Name != "gcc"
	if !slow && !rejected {
		return r, err
	}
	why := "the run took longer than " + escalateAfter.String()
	if rejected { // gcc may compile what tcc does not
		why = err.Error()
	}
	a.compiler, a.escalation, a.limits.LowerPriorityAfter = j.tools.Optimising(), nil, 0
	if a.long = slow; slow {
		a.depth = max(a.depth, s.longDepth(limits.Memory))
		if s.HashBits == 0 {
			a.hash = longHash(limits.Memory)
		}
	}
	r.Retries = append(r.Retries, Retry{What: "gcc " + a.compiler.Level, Why: why, Driver: true})
	err = j.grow(ctx, &r, s, &a)
	return r, err
}

// escalation is an optimised verifier for a search that may take long.
type escalation struct {
	compiler toolchain.Compiler
	timeout  time.Duration // of the search
	began    time.Time     // the first run
	defines  []string      // of the verifier that is being compiled
	ready    *atomic.Bool  // the verifier is compiled
	cancel   func()        // stops the compilation and waits for its end; nil before the first run
}

// during starts the compilation, and returns the function that ends the run: with stop's cause,
// if stop is not nil and has one, or when the optimised verifier is ready and it pays to start it.
func (e *escalation) during(ctx context.Context, j *Job, defines []string, stop func(*pan.Parser) process.Cause) func(*pan.Parser) process.Cause {
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
		if e.ready.Load() && time.Since(e.began) > escalateAfter && restartPays(e.began, e.timeout) {
			return process.Escalated
		}
		return process.NotKilled
	}
}

func (e *escalation) prepare(ctx context.Context, j *Job, defines []string) {
	ctx, cancel := context.WithCancel(ctx)
	ready, prepared := new(atomic.Bool), make(chan struct{})
	go func() {
		defer close(prepared)
		select {
		case <-time.After(prepareAfter):
			// If it cannot be compiled, the fast verifier goes on.
			_, err := j.prepareBinary(ctx, e.compiler, defines, toolchain.Limits)
			ready.Store(err == nil)
		case <-ctx.Done():
		}
	}()
	e.defines, e.ready = defines, ready
	e.cancel = func() { cancel(); <-prepared }
}

// end ends a compilation that is no longer wanted.
func (e *escalation) end() {
	if e.cancel != nil {
		e.cancel()
	}
}

// longDepth is the -m for a run that is known to be long, and should not have to be repeated.
// It is not larger because pan clears all of its stack at the start.
func (s Search) longDepth(memory int64) int64 {
	most := int64(1_000_000)
	if s.MaxDepth > 0 {
		most = min(most, s.MaxDepth)
	}
	if memory > 0 {
		most = min(most, memory/16/StackEntry)
	}
	return most
}

// longHash is the -w for a run that is known to be long.  The table has 8 bytes an entry, and
// takes at most an eighth of the memory.
func longHash(memory int64) int {
	for w := 24; w > 16; w-- {
		if memory == 0 || int64(8)<<w <= memory/8 {
			return w
		}
	}
	return 16
}
