package engine

import (
	"context"
	"fmt"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// swarm is how many bitstate searches differ in their hash functions.
const swarm = 3

// approximate looks for a violation by bitstate searches, where an exact search could
// not be completed.  They may find a violation, and never show that there is none.
func (e *Engine) approximate(ctx context.Context, r *results.Result, o Obligation, exact runner.Result) runner.Result {
	limits := e.Limits // all of them may take as long as the exact search
	limits.Timeout /= swarm
	seen, said := 0.0, ""
	for k := range swarm {
		run, err := e.run(ctx, o, bitstate(o.Search, k+1, bitstateBits(e.Limits.Memory, int64(exact.Output.Stored))), limits)
		if err != nil {
			continue
		}
		e.addCost(ctx, r, o, run)
		if run.Conclusion.Class == pan.Violated && o.Violates(run) {
			e.Violated(ctx, r, o, run)
			return run
		}
		if run.Output.Stored >= seen && run.Output.Stored > 0 {
			seen = run.Output.Stored
			said = fmt.Sprintf("approximate: no error found in %.0f states, hash factor %g; the exact search: ", seen, run.Output.HashFactor)
		}
	}
	r.Reason = said + r.Reason
	return exact
}

// bitstate is a search with a bitstate store.
func bitstate(s runner.Search, seed, bits int) runner.Search {
	if s.Order == runner.BreadthFirst {
		s.Order = runner.DepthFirst
	}
	s.Compress = false
	s.Store, s.Seed, s.HashBits = runner.BitstateStore, seed, bits
	return s
}

// bitstateBits is the -w of a bitstate search: a hash factor of 100 for ten times the
// states that an exact search has seen, if a quarter of the memory is enough for it.
func bitstateBits(memory, states int64) int {
	w := 22
	for w < 34 && int64(1)<<w < 1000*states && (memory == 0 || int64(1)<<(w+1)/8 <= memory/4) {
		w++
	}
	return w
}
