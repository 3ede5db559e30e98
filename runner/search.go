package runner

import (
	"fmt"

	"github.com/mxgen/mxgen/runner/pan"
)

// Order is the order in which a search visits states.
type Order int

// The orders of a search.
const (
	DepthFirst Order = iota
	// BreadthFirst finds no cycles.  The trail of its first error is a shortest one,
	// unless processes meet in a rendezvous.
	BreadthFirst
	// FallingBound is depth first, finds no cycles, and lowers the depth limit with
	// each error that it finds: the last trail is a shortest one if the search is complete.
	FallingBound
)

// Reduction says which of the equivalent interleavings a search leaves out.
type Reduction int

// The reductions of a search.
const (
	// PartialOrder is SPIN's default reduction.
	PartialOrder Reduction = iota
	// PartialOrderWithDeaths is SPIN's reduction that takes the end of a process for a
	// step that others see: the next process to start gets its number.
	PartialOrderWithDeaths
	// NoReduction visits every interleaving.
	NoReduction
)

// Fairness is an assumption about which processes move.
type Fairness int

// The fairness assumptions of a search for cycles.
const (
	Unfair   Fairness = iota
	WeakFair          // a process that can always move, moves in the end
)

// Store is how a search remembers the states that it has visited.
type Store int

// The stores of a search.
const (
	ExactStore    Store = iota
	BitstateStore       // three bits for each state: a search that may miss states
)

// ownDefines are the compiler's defines that follow from the search itself.
func (s Search) ownDefines() []string {
	var d []string
	add := func(on bool, define string) {
		if on {
			d = append(d, define)
		}
	}
	add(s.Want.Claim == "" && !s.Want.Acceptance && !s.Want.Progress, "-DSAFETY")
	add(s.ClaimsOff, "-DNOCLAIM")
	add(s.Want.Progress, "-DNP")
	add(s.StutterOff, "-DNOSTUTTER")
	add(s.Reduction == NoReduction, "-DNOREDUCE")
	add(s.Reduction == PartialOrderWithDeaths, "-DGLOB_ALPHA")
	add(s.Order == BreadthFirst, "-DBFS")
	add(s.Order == FallingBound, "-DREACH")
	add(s.Store == BitstateStore, "-DBITSTATE")
	return d
}

// args are pan's arguments that follow from the search, but depth and hash table.
func (s Search) args() []string {
	var args []string
	add := func(on bool, more ...string) {
		if on {
			args = append(args, more...)
		}
	}
	add(s.Errors > 0, "-e", fmt.Sprintf("-c%d", s.Errors)) // in this order: -e takes an earlier bound back
	add(s.Store == BitstateStore, fmt.Sprintf("-h%d", s.Seed), "-k3")
	add(s.Order == FallingBound, "-i")
	cycles := s.Order == DepthFirst
	add(cycles && (s.Want.Acceptance || s.Want.Claim != "") && !s.Want.EndOnly, "-a")
	add(s.Want.Progress && cycles, "-l")
	add(s.Fairness == WeakFair && cycles, "-f")
	add(s.Want.CyclesOnly, "-A")
	add(s.EndStatesOff, "-E")
	add(s.Want.Claim != "" && !s.SingleClaim, "-N", s.Want.Claim)
	return args
}

// want is what pan's header must say that it looked for.
func (s Search) want() pan.Want {
	w := s.Want
	w.Fair = s.Fairness == WeakFair
	return w
}
