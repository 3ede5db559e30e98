// Package Engine decides obligations with SPIN.
//
// An obligation is a model, a search of it, what counts as a violation, and how a run that violates
// it is executed again and shown (obligation.go).  Package verify makes obligations: of the properties
// of a configuration, whose model mxgen generates, and of what there is in a user's Promela file.
//
// The Engine has what both need, once: slots and limits, further searches where one is inconclusive,
// the confirmation of a violation, shortest and further counterexamples, bitstate searches, and the cache.
//
// A pass is given only after a complete, exact search for the property without an error and without a
// line of output that package pan does not know.  Everything else has another verdict and a reason.
package engine

import (
	"context"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// CounterexampleOptions say which counterexamples are looked for besides the first
// of each property that an exact search finds.
type CounterexampleOptions struct {
	Shortest bool // look for a shortest counterexample
	// Shorter looks for a shortest counterexample as well where the search costs little.
	Shorter bool
	All     int // look for so many counterexamples of a property; 0: for one
	// Approximate adds bitstate searches where an exact search cannot be completed.
	Approximate bool
}

// completed tells whether a result has all counterexamples that the options ask for, or a proof
// that there are no more: a limit may have cut the search for them short.
func (o CounterexampleOptions) completed(r *results.Result) bool {
	if r.Counterexample != nil && o.Shortest && r.Counterexample.Shortest != results.ShortestProved {
		return false
	}
	return !r.CutShort
}

// Settings say how an Engine decides.
type Settings struct {
	Tools  toolchain.Tools
	Limits process.Limits // of each run of pan
	Slots  process.Slots  // a run holds one
	Keep   string         // directory for the files of the runs, "" to remove them
	Cache  *Cache         // of results, nil: none
	CounterexampleOptions
	// Seeds, if there are any, are the hash functions, 1 to MaxSwarm, of bitstate searches that take the place of
	// exact ones.  There is no Cache then.
	Seeds []int
}

// Engine decides the obligations of one task.
type Engine struct {
	Settings
	jobs jobs
}

// New makes an Engine without jobs.
func New(s Settings) *Engine { return &Engine{Settings: s} }

// escalate executes a search in a slot.
func (e *Engine) escalate(ctx context.Context, job *runner.Job, s runner.Search, limits process.Limits) (runner.Result, error) {
	release, err := e.Slots.Acquire(ctx)
	if err != nil {
		return runner.Result{}, err
	}
	defer release()
	return job.Escalate(ctx, s, limits)
}
