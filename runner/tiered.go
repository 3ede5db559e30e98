package runner

import (
	"context"
	"time"

	"github.com/mxgen/mxgen/runner/pan"
)

// firstTier is how long a run of the fast compiler's verifier may take before
// an optimised one pays: gcc -O2 needs 1 to 2 s.
const firstTier = 2 * time.Second

// RunTiered is Search with the fast compiler, and if that is not done within
// two seconds, from scratch with the optimising one and the full limits. Both
// verify the same pan.c, so that only the time differs.
func (j *Job) RunTiered(ctx context.Context, s Search, limits Limits) (Result, error) {
	var r Result
	short := limits
	if short.Timeout == 0 || short.Timeout > firstTier {
		short.Timeout = firstTier
	}
	a := s.first(j.tools.Fast(), short)
	err := j.grow(ctx, &r, s, &a)
	slow := err == nil && !j.decided(r, limits)
	rejected := err != nil && ctx.Err() == nil && a.compiler.Tool.Name != "gcc"
	if !slow && !rejected {
		return r, err
	}
	why := "the run took longer than " + short.Timeout.String()
	if rejected { // what tcc cannot compile, gcc may
		why = err.Error()
	}
	a.compiler, a.limits, a.timeout = j.tools.Optimising(), limits, limits.Timeout
	if limits.Timeout > 0 {
		a.limits.Timeout = max(limits.Timeout-time.Duration(r.Running*float64(time.Second)), time.Millisecond)
	}
	if s.HashBits == 0 && slow {
		a.hash = longHash(limits.Memory)
	}
	r.Retries = append(r.Retries, Retry{"gcc " + a.compiler.Level, why})
	err = j.grow(ctx, &r, s, &a)
	return r, err
}

// decided tells whether the first tier's result stands: it was not ended by
// its own short time limit, which is not the caller's.
func (j *Job) decided(r Result, limits Limits) bool {
	own := limits.Timeout == 0 || limits.Timeout > firstTier
	return !(own && r.Conclusion.Kind == pan.KindTime && r.Conclusion.Class == pan.Incomplete)
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
