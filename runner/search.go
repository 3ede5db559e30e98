package runner

import (
	"fmt"

	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// Search says what pan looks for in a job's model, and how.  pan's defines and arguments
// follow from it, and are written nowhere else.
type Search struct {
	// Want has the errors to look for, and the claim that is loaded.
	Want pan.Want
	// SingleClaim says that the model has one claim only: pan would ignore its name with a warning.
	SingleClaim bool
	// ClaimsOff leaves the model's claims out of the verifier (-DNOCLAIM).
	ClaimsOff bool
	// EndStatesOff ignores invalid end states (-E), each of which would end the search.
	EndStatesOff bool
	// EmptyChannels takes an end state for valid only while all channels are empty (-q).
	EmptyChannels bool
	// StutterOff leaves out the steps that a claim takes by itself where no process can go
	// on (-DNOSTUTTER).
	StutterOff bool

	Order     Order
	Reduction Reduction
	Fairness  Fairness
	Store     Store
	Seed      int // of a bitstate store's hash functions, from 1
	Errors    int // how many errors are written with their trails (-e -c); 0: stop at the first

	Depth      int64 // steps, to start with; 0: 10,000
	MaxDepth   int64 // steps, at most; 0: as many as the memory limit permits
	HashBits   int   // -w, the logarithm of the hash table's size; 0: 16, and more for a long run
	VectorSize int   // to start with, bytes; 0: pan's default of 1,024
	NFair      int   // -DNFAIR, to start with; 0: none
	Compress   bool  // if memory is short, try again with compressed states (-DCOLLAPSE)
}

// Order is the order in which a search visits states.
type Order int

// The orders of a search.
const (
	DepthFirst Order = iota
	// BreadthFirst finds no cycles.  The trail of its first error is a shortest one, unless the
	// model has rendezvous channels.
	BreadthFirst
	// FallingBound is depth first and finds no cycles.  Each error lowers the depth limit: the
	// last trail is a shortest one if the search is complete.
	FallingBound
)

// Reduction says which of the equivalent interleavings a search leaves out.
type Reduction int

// The reductions of a search.
const (
	// PartialOrder is SPIN's default reduction.
	PartialOrder Reduction = iota
	// PartialOrderWithDeaths is SPIN's reduction in which other processes see the end of a
	// process: the next process to start gets its number.
	PartialOrderWithDeaths
	// NoReduction visits every interleaving.
	NoReduction
)

// Fairness is an assumption about which processes move.
type Fairness int

// The fairness assumptions of a search for cycles.
const (
	Unfair   Fairness = iota
	WeakFair          // a process that can always move does move at some time
)

// Store is how a search remembers the states that it has visited.
type Store int

// The stores of a search.
const (
	ExactStore    Store = iota
	BitstateStore       // three bits for each state: the search may miss states
)

// Defines are the compiler's defines for the search, with the sizes that it starts with and no limits.
func (s Search) Defines() []string { return s.defines(s.first(toolchain.Compiler{}, process.Limits{})) }

// ownDefines are the compiler's defines that follow from the search alone; see defines.
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

// args are pan's arguments, without the depth (-m) and the size of the hash table (-w).
func (s Search) args() []string {
	var args []string
	add := func(on bool, more ...string) {
		if on {
			args = append(args, more...)
		}
	}
	add(s.Errors > 0, "-e", fmt.Sprintf("-c%d", s.Errors)) // in this order: -e undoes an earlier -c
	add(s.Store == BitstateStore, fmt.Sprintf("-h%d", s.Seed), "-k3")
	add(s.Order == FallingBound, "-i")
	cycles := s.Order == DepthFirst
	add(cycles && (s.Want.Acceptance || s.Want.Claim != "") && !s.Want.EndOnly, "-a")
	add(s.Want.Progress && cycles, "-l")
	add(s.Fairness == WeakFair && cycles, "-f")
	add(s.EndStatesOff, "-E")
	add(s.EmptyChannels, "-q")
	return append(args, s.replayArgs()...)
}

// replayArgs are pan's arguments that the replay of a trail needs: which claim was loaded,
// and whether assertions were ignored.
func (s Search) replayArgs() []string {
	var args []string
	if s.Want.CyclesOnly {
		args = append(args, "-A")
	}
	if s.Want.Claim != "" && !s.SingleClaim {
		args = append(args, "-N", s.Want.Claim)
	}
	return args
}

// want is what pan's header must say that pan looked for.
func (s Search) want() pan.Want {
	w := s.Want
	w.Fair = s.Fairness == WeakFair
	return w
}
