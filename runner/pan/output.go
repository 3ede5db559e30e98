// Package pan reads what a SPIN verifier (pan) prints, and concludes what that shows.
//
//	p := pan.NewParser()
//	cmd.Stdout, cmd.Stderr = p.Stdout(), p.Stderr()
//	exit := run(cmd)
//	c := pan.Conclude(p.Finish(exit), pan.Want{Assertions: true, EndStates: true})
//	fmt.Println(c.Class, c.Reason) // "verified complete search, no errors"
//
// pan exits with status 0 after violations, truncated searches and lack of memory alike, so
// that the conclusion must come from its text.  There are two steps.  A [Parser] turns text
// into facts, an [Output], in constant memory.  [Conclude] turns facts and what was wanted
// into a [Conclusion].  The texts are those of SPIN 6.5.2.  An unknown line is kept, and the
// conclusion is then never Verified.
//
// The package does not run pan (package runner does).  It recognises the outputs of
// multi-core searches in order to refuse them.
package pan

import "github.com/mxgen/mxgen/runner/process"

// Bounds of what an Output keeps of any amount of text.
const (
	maxLine  = 4096 // bytes of one line; the rest is dropped
	maxKept  = 64   // entries of any list of lines
	maxParts = 1024 // lists of unreached statements, one for each proctype or claim
)

// Store is the way in which pan stores states.
type Store string

// The stores of SPIN 6.5.2. Only StoreFull makes a search exhaustive.
const (
	StoreNone        Store = ""             // the header was not printed
	StoreFull        Store = "full"         // exact; with or without compression
	StoreBit         Store = "bit"          // supertrace
	StoreHashCompact Store = "hash-compact" // states are compared by hash
)

// Check is one line of the header's scope: whether pan looks for a kind of error.
type Check struct {
	Printed bool   // the line was printed
	On      bool   // "+"
	Note    string // what stands in brackets: a claim's name, "fairness enabled", "disabled by -E flag" ...
}

// Scope says what a search looks for, according to pan's header.
type Scope struct {
	Claim      Check // Note is the claim's name
	Assertions Check
	Acceptance Check // acceptance cycles
	Progress   Check // non-progress cycles
	Cycles     Check // printed instead of the two above by -DSAFETY
	EndStates  Check
	Trace      Check // trace or notrace assertion
}

// ErrorLine is a line "pan:1: TEXT (at depth N)".
type ErrorLine struct {
	Number int64 // of the error, from 1; pan prints no line for the same error again
	Text   string
	Depth  int64 // of the trail; -1 if the initial state is the error
}

// Unreached is the list of statements of one proctype or claim that were
// never executed.
type Unreached struct {
	Name       string // of the proctype; "init"; or of the claim
	Claim      bool
	Count, Of  int      // states unreached, states in all; they include "-end-"
	Statements []string // "model.pml:2, state 3, ..." without "-end-", the first few
	Executable int      // how many statements other than "-end-" and assert(false) were listed
	End        bool     // "-end-" was listed: no process of that kind has ended
}

// Need is what pan asked for before it gave up; the zero value: nothing.
type Need struct {
	VectorSize int  // compile with -DVECTORSZ greater than this; -1: greater, but pan does not say how much
	NFair      int  // compile with -DNFAIR=this
	Depth      bool // the search was deeper than -m
	NoReduce   bool // compile with -DNOREDUCE: partial order reduction is, or may be, unsound for this model
}

// Output has the facts that one run of pan has printed.  Counts are floats because pan prints
// large ones as 1.2e+09.
type Output struct {
	Version string   // "6.5.2 -- 6 December 2019"
	Store   Store    // from the header
	Options []string // header lines "+ Partial Order Reduction" ..., without the "+"
	Scope   Scope

	Summary     bool // "State-vector ... errors: N" was printed after the last version line
	Completed   bool // the counts after it were printed too
	Ended       bool // "pan: elapsed time" was printed
	Errors      int64
	VectorBytes int64
	Depth       int64   // deepest reached
	MaxDepth    int64   // the limit (-m), which a depth-first search states; 0: it did not
	Stored      float64 // distinct states
	Visited     float64 // visits of states by a search for cycles; without one as Stored
	Matched     float64
	Transitions float64 // the initial state counts as one
	MemoryMB    float64
	HashFactor  float64 // bitstate only
	Lost        float64 // messages lost at full channels (spin -m)
	Seconds     float64

	ErrorLines []ErrorLine
	ErrorCount int // of error lines, kept or not
	Trails     []string
	NoTrail    bool   // a trail could not be written
	Formula    string // "pan: ltl formula NAME"

	Incomplete []string // lines that say that the search was cut short
	Aborted    []string // lines that say that pan, or a tool before it, gave up
	Exclusive  string   // the xr or xs annotation that is wrong, and who breaks it: "xs c: A and B access it"
	Warnings   []string // known warnings, as printed
	asked      string   // the claim that the recorded command names (-N)
	blinded    string   // "-DXUSAFE" or its like, with which pan was compiled
	compiled   bool     // the record says how pan was compiled
	strict     bool     // the recorded command has -q
	doubts     []doubt  // why those warnings, and options, make the search worth less
	translated bool     // the claim is what SPIN has made of an ltl formula
	noAccept   bool     // pan said that the model has no acceptance label
	Need       Need

	Unreached   []Unreached // empty after -n, and after a search that did not finish
	UnreachedOn bool        // the listing was printed
	MultiCore   bool        // NCORE or BFS_PAR output
	Replay      bool        // this is the output of pan -r

	Unknown      []string // the first lines that were not recognised
	UnknownCount int

	Exit process.Exit

	earlier  *Conclusion // of the worst of the searches before the last; nil: all pass
	searches int         // before the last
}

// keep appends a line to a list of bounded length.
func keep(list []string, line string) []string {
	if len(list) < maxKept {
		list = append(list, line)
	}
	return list
}
