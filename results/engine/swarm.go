package engine

import (
	"context"
	"fmt"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// MaxSwarm is the number of pan's hash functions.
const MaxSwarm = 499

// searchSwarm decides an Obligation by bitstate searches alone, one for each of the Seeds, until one
// finds a violation.  No search shows that there is none.
func (e *Engine) searchSwarm(ctx context.Context, r *results.Result, o Obligation) runner.Result {
	var most runner.Result
	var failure error
	searches := 0
	for _, seed := range e.Seeds {
		one, run, err := e.searchBitstate(ctx, r, o, seed)
		if err != nil {
			failure = err
			continue
		}
		searches++
		if run.Conclusion.Class == pan.Violated && one.Violates(run) {
			e.count(ctx, r, one, run)
			e.Violated(ctx, r, one, run)
			return run
		}
		e.addCost(ctx, r, one, run)
		if run.Output.Stored >= most.Output.Stored {
			most = run
		}
	}
	if searches == 0 {
		o.Failed(r, failure)
		return most
	}
	r.States, r.Transitions, r.Depth, r.Vector = int64(most.Output.Stored), int64(most.Output.Transitions), most.Output.Depth, most.Output.VectorBytes
	r.Verdict, r.Reason = results.Inconclusive, swarmReason(searches, r.States)
	return most
}

// searchBitstate is one search of a swarm.  Nobody knows how many states there are: the search is
// repeated with a larger store where the first one was too small.
func (e *Engine) searchBitstate(ctx context.Context, r *results.Result, o Obligation, seed int) (one Obligation, run runner.Result, err error) {
	for bits := bitstateBits(e.Limits.Memory, 0); ; {
		one = o
		one.Search = bitstate(o.Search, seed, bits)
		one, run, err = e.firstSearch(ctx, r, one)
		need := bitstateBits(e.Limits.Memory, int64(run.Output.Stored))
		if err != nil || run.Conclusion.Class == pan.Violated || need <= bits {
			return one, run, err
		}
		e.addCost(ctx, r, one, run)
		bits = need
	}
}

// swarmReason is the reason of a swarm that found no violation.
func swarmReason(searches int, states int64) string {
	return fmt.Sprintf("swarm of %d bitstate searches: no error in at most %d states", searches, states)
}

// JoinSwarm makes one result of those that the parts of a swarm have for each property of a case, by
// seed: the first violation, or what all searches together have seen.
func JoinSwarm(parts [][]results.Result) []results.Result {
	joined := append([]results.Result{}, parts[0]...)
	for k := range joined {
		r := &joined[k]
		searches, states := 0, int64(0)
		best := r
		seconds, memory := 0.0, int64(0)
		for _, part := range parts {
			if k >= len(part) { // the file cannot be read, there
				continue
			}
			one := &part[k]
			seconds, memory = seconds+one.Seconds, max(memory, one.Memory)
			if one.Verdict == results.Inconclusive && one.States > 0 {
				searches++
				states = max(states, one.States)
			}
			if rank(one) > rank(best) {
				best = one
			}
		}
		*r = *best
		r.Seconds, r.Memory = seconds, memory
		if r.Verdict == results.Inconclusive && searches > 0 {
			r.Reason = swarmReason(searches, states)
		}
	}
	return joined
}

// Decided tells whether no further search of a swarm can add anything.
func Decided(rs []results.Result) bool {
	for _, r := range rs {
		if r.Verdict != results.Fail && r.Verdict != results.Pass {
			return false
		}
	}
	return true
}

// rank orders the results of a swarm for one property by what they say: a violation, a witness,
// a search that found none, no search, and between searches the number of states.
func rank(r *results.Result) int64 {
	switch {
	case r.Verdict == results.Fail:
		return 1 << 62
	case r.Verdict == results.Pass:
		return 1 << 61
	case r.Verdict == results.Inconclusive:
		return 1 + r.States
	}
	return 0
}
