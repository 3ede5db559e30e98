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

// escalateAfter is the processor time that a run of the fast compiler's verifier may take before
// the optimised one is started.  That one starts from scratch, and is two to three times as fast.
const escalateAfter = 2 * time.Second

// prepareAfter is the processor time that a run takes before the optimised verifier is compiled beside it.
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
	earlier  time.Duration // processor time of the runs before this one
	now      time.Duration // processor time of this run
	defines  []string      // of the verifier that is being compiled
	ready    *atomic.Bool  // the verifier is compiled
	cancel   func()        // stops the compilation and waits for its end; nil before there is one
}

// during starts the compilation when the run has taken a while, and ends the run: with stop's cause,
// if stop is not nil and has one, or when the optimised verifier is ready and it pays to start it.
// What a run has taken is its processor time, so that other work of the machine makes no run a long one.
func (e *escalation) during(ctx context.Context, j *Job, defines []string, stop stopper) stopper {
	if e == nil {
		return stop
	}
	if e.began.IsZero() {
		e.began = time.Now()
	}
	e.earlier, e.now = e.earlier+e.now, 0
	return func(p *pan.Parser, used time.Duration) process.Cause {
		if stop != nil {
			if why := stop(p, used); why != process.NotKilled {
				return why
			}
		}
		e.now = max(e.now, used)
		taken := e.earlier + e.now
		if taken >= prepareAfter && (e.cancel == nil || !slices.Equal(e.defines, defines)) {
			e.end()
			e.prepare(ctx, j, defines)
		}
		if taken > escalateAfter && e.ready.Load() && restartPays(e.began, e.timeout) {
			return process.Escalated
		}
		return process.NotKilled
	}
}

// prepare starts the compilation.
func (e *escalation) prepare(ctx context.Context, j *Job, defines []string) {
	ctx, cancel := context.WithCancel(ctx)
	ready, prepared := new(atomic.Bool), make(chan struct{})
	go func() {
		defer close(prepared)
		// If it cannot be compiled, the fast verifier goes on.
		_, err := j.prepareBinary(ctx, e.compiler, defines, toolchain.Limits)
		ready.Store(err == nil)
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
