package runner

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// Retry says that a run was repeated with larger limits or another compiler.
type Retry struct {
	What string // what was changed: "-m1000000", "-DNFAIR=3", "gcc -O2" ...
	Why  string
	// Driver says that it is about how the verifier was compiled, and nothing that a user could change.
	Driver bool
}

// Result is the result of a Search: its last run.
type Result struct {
	Run
	Conclusion pan.Conclusion
	Compiler   toolchain.Compiler
	Search     Search // as it was run last: without reduction if pan asked for that
	Defines    []string
	Args       []string
	Depth      int64
	Retries    []Retry
	Commands   []string // of this search, in the order in which they ended
	Peak       int64    // bytes, over all runs
	Compiling  float64  // seconds that it waited for compilations
	Running    float64  // seconds, over all runs

	attempt attempt // the last one
}

const (
	startDepth  = 10_000
	startHash   = 16
	deep        = 1_000_000   // from here on memory for the stack costs time
	mostDepth   = 100_000_000 // without a memory limit: 6 GB of stack
	mostRetries = 24
)

// StackEntry is how many bytes of pan's stack one step of depth takes, rounded up.
const StackEntry = 80

// MostVector is the largest VECTORSZ that a search is compiled with, in bytes.
const MostVector = 1 << 22

// attempt is the state of a search between runs.
type attempt struct {
	depth      int64
	hash       int
	vector     int
	fair       int
	collapse   bool // -DCOLLAPSE
	long       bool // the optimised verifier runs
	exact      bool // -DNOREDUCE, where reduction is not sound
	compiler   toolchain.Compiler
	limits     process.Limits // Timeout is what is left of it
	timeout    time.Duration  // the whole of it
	escalation *escalation    // compiled during a run; nil: none is wanted
}

// Search compiles and runs with one compiler, and again with more depth, a larger state
// vector or a larger NFAIR as long as nothing else is missing.  limits.Timeout is for all
// runs together, without compilations.  The error says that no verifier could be compiled
// or started (*process.ToolError); everything else that went wrong is in the Conclusion.
func (j *Job) Search(ctx context.Context, c toolchain.Compiler, s Search, limits process.Limits) (Result, error) {
	var r Result
	a := s.first(c, limits)
	err := j.grow(ctx, &r, s, &a)
	return r, err
}

// first is the attempt with the sizes that the search starts with.
func (s Search) first(c toolchain.Compiler, limits process.Limits) attempt {
	a := attempt{depth: s.Depth, hash: s.HashBits, vector: s.VectorSize, fair: s.NFair, compiler: c, limits: limits, timeout: limits.Timeout}
	if a.depth == 0 {
		a.depth = startDepth
	}
	if s.MaxDepth > 0 {
		a.depth = min(a.depth, s.MaxDepth)
	}
	if a.hash == 0 {
		a.hash = startHash
	}
	return a
}

// grow runs until nothing is missing that a retry could add.
func (j *Job) grow(ctx context.Context, r *Result, s Search, a *attempt) error {
	for {
		if err := j.once(ctx, r, s, *a); err != nil {
			return err
		}
		if a.limits.Timeout > 0 {
			a.limits.Timeout = max(a.limits.Timeout-time.Duration(r.Seconds*float64(time.Second)), time.Millisecond)
		}
		if r.Exit.Killed == process.Escalated {
			return nil
		}
		retry, ok := s.more(r, a)
		if !ok || len(r.Retries) == mostRetries {
			return nil
		}
		r.Retries = append(r.Retries, retry)
	}
}

// once compiles, runs, and concludes what the run shows.
func (j *Job) once(ctx context.Context, r *Result, s Search, a attempt) error {
	r.Defines, r.Compiler, r.Depth = s.defines(a), a.compiler, a.depth
	sizes := []string{fmt.Sprintf("-m%d", a.depth), fmt.Sprintf("-w%d", a.hash)}
	r.Args = append(slices.Clip(sizes), s.args()...)
	r.Search, r.attempt = s, a
	r.attempt.escalation = nil
	if a.exact {
		r.Search.Reduction = NoReduction
	}
	began := time.Now()
	bin, err := j.compileWith(ctx, a.compiler, r.Defines, toolchain.Limits)
	r.Compiling += time.Since(began).Seconds()
	if err != nil {
		return err
	}
	run, err := bin.run(ctx, s, sizes, a.limits, nil, a.escalation.during(ctx, j, s.defines(a.longer()), s.stopper(a)))
	if err != nil {
		return err
	}
	if run.Exit.Killed == process.Timeout { // name the limit of the whole search, not what was left of it
		run.Exit.Why = process.KillAfter(a.timeout).Why
		run.Output.Exit = run.Exit
	}
	r.Run = run
	r.Peak = max(r.Peak, run.PeakRSS)
	r.Running += run.Seconds
	r.Commands = append(r.Commands, bin.Step.Command, run.Command)
	r.Conclusion = pan.Conclude(run.Output, s.want())
	return nil
}

// patience is how long a run that has hit its depth limit goes on.  It may find an error that
// is not deep, while a deeper run might not end.
const patience = time.Second

// restartPays tells whether a new run has time to get further than the one that goes on.  With
// less than half of the time left, the new run might end at the limit with fewer states.
func restartPays(began time.Time, timeout time.Duration) bool {
	return timeout == 0 || time.Since(began) < timeout/2
}

// EnoughDepth is the depth to start another search of the same model with: this one's, or the next where that was not
// enough for all of its runs.
func (r Result) EnoughDepth() int64 {
	if r.Output.Need.Depth {
		return r.Search.deeper(r.attempt)
	}
	return r.Depth
}

// stopper ends a run that has hit its depth limit, if a deeper run can follow; nil: none can.
func (s Search) stopper(a attempt) stopper {
	if s.deeper(a) == a.depth {
		return nil
	}
	began := time.Now()
	var since time.Time
	return func(p *pan.Parser, _ time.Duration) process.Cause {
		switch {
		case !p.DepthLimited():
		case since.IsZero():
			since = time.Now()
		case time.Since(since) > patience && restartPays(began, a.limits.Timeout):
			return process.DepthLimit
		}
		return process.NotKilled
	}
}

// tellOften makes pan print a line every 10,000 states, and flush its output with it.  By default
// nothing is printed for a million states, not even that the depth limit was hit.
const tellOften = "-DFREQ=10000"

// longer is the same attempt with the optimised verifier.
func (a attempt) longer() attempt {
	a.long = true
	return a
}

// DefinesFor are the compiler's defines for another search of the same model, with the sizes that this one has needed.
// States are not compressed.
func (r Result) DefinesFor(s Search) []string {
	a := r.attempt
	a.collapse = false
	return s.defines(a)
}

// defines are those of the search and those of the attempt.  pan's own memory limit (-DMEMLIM)
// is a sixteenth below the one that is enforced from outside, so that pan stops by itself
// and prints its summary.
func (s Search) defines(a attempt) []string {
	if a.exact {
		s.Reduction = NoReduction
	}
	d := s.ownDefines()
	if a.vector > 0 {
		d = append(d, fmt.Sprintf("-DVECTORSZ=%d", a.vector))
	}
	if a.fair > 0 {
		d = append(d, fmt.Sprintf("-DNFAIR=%d", a.fair))
	}
	if a.collapse {
		d = append(d, "-DCOLLAPSE")
	}
	if a.long {
		d = append(d, tellOften)
	}
	if mb := (a.limits.Memory - a.limits.Memory/16) >> 20; mb > 0 {
		d = append(d, fmt.Sprintf("-DMEMLIM=%d", mb))
	}
	return d
}

// more enlarges what was too small in a run, and returns what it changed; false: nothing
// was too small, or it cannot be larger.
func (s Search) more(r *Result, a *attempt) (Retry, bool) {
	if r.Conclusion.Class == pan.Violated && r.Exit.Killed != process.DepthLimit { // a killed pan may have cut the trail
		return Retry{}, false
	}
	why := r.Conclusion.Reason
	need := r.Output.Need
	switch {
	case need.VectorSize != 0:
		next := max(2*a.vector, 2048)
		for next <= need.VectorSize {
			next *= 2
		}
		if next > MostVector {
			return Retry{}, false
		}
		a.vector = next
		return Retry{What: fmt.Sprintf("-DVECTORSZ=%d", next), Why: why}, true
	case need.NFair > a.fair:
		a.fair = max(need.NFair, 2*a.fair) // pan asks for one more each time
		return Retry{What: fmt.Sprintf("-DNFAIR=%d", a.fair), Why: why}, true
	case need.NoReduce && r.Search.Reduction != NoReduction:
		a.exact = true
		return Retry{What: "-DNOREDUCE", Why: why}, true
	case s.Compress && !a.collapse && r.Conclusion.Class == pan.Incomplete && r.Conclusion.Kind == pan.KindMemory:
		a.collapse = true
		return Retry{What: "-DCOLLAPSE", Why: why}, true
	case r.Conclusion.Kind == pan.KindDepth || r.Exit.Killed == process.DepthLimit:
		next := s.deeper(*a)
		if next == a.depth {
			return Retry{}, false
		}
		a.depth = next
		return Retry{What: fmt.Sprintf("-m%d", next), Why: "max search depth too small"}, true
	}
	return Retry{}, false
}

// deeper is the next depth: a hundred times as much, or ten times where it is deep, up to what the limits permit.  The
// stack may take half of the memory.
func (s Search) deeper(a attempt) int64 {
	most := int64(mostDepth)
	if s.MaxDepth > 0 {
		most = s.MaxDepth
	}
	if a.limits.Memory > 0 {
		most = min(most, a.limits.Memory/2/StackEntry)
	}
	factor := int64(100)
	if a.depth >= deep {
		factor = 10
	}
	return max(a.depth, min(factor*a.depth, most))
}
