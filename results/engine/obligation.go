package engine

import (
	"context"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
)

// Obligation is one thing that the engine decides by searches of a model.  Function
// fields are nil where an Obligation has no use for them, unless their comment says
// otherwise.
type Obligation struct {
	// NewResult is what is known before any search.  Never nil.
	NewResult func() *results.Result
	// Undecidable says why no search can decide the Obligation, "" if one can.
	Undecidable string

	// Meaningless says what in the property means nothing, "" if all of it does.
	Meaningless string

	// Job is the model that is searched.  Never nil.
	Job    func(context.Context) (*runner.Job, error)
	Search runner.Search
	// OwnJob says that every command of the job was executed for this Obligation's property.
	OwnJob bool
	// UsersModel says that pan's warnings are about a model that the user wrote: they are reported.
	UsersModel bool

	// Violates tells whether the error that a search has found is the Obligation's.  Never nil.
	Violates func(runner.Result) bool
	// Foreign is the verdict where another error ends the search: Error for a model that cannot have one.
	Foreign results.Verdict
	// Beforehand makes what execute needs and what takes a slot of its own.
	Beforehand func(context.Context)
	// Execute executes a run that violates the Obligation once more.  Never nil.
	Execute Executor
	// ConfirmLater leaves a violation unconfirmed: whoever decides several nodes has one of
	// their violations executed once more.
	ConfirmLater bool
	// Unrepeatable says why a replay may fail to repeat a run; "" if a failed replay is an error.
	Unrepeatable string

	// Passed refines a pass: it may add warnings, or take the pass back.
	Passed func(r *results.Result, run runner.Result)
	// Review looks at what a run says of the property besides errors: it may take a verdict back.
	Review func(r *results.Result, run runner.Result) error
	// Violation is the reason of a confirmed violation; nil: pan's own words.
	Violation func(run runner.Result, shown *results.Counterexample) string
	// witness, if it is not "", says that a run which violates the Obligation is what the
	// property asks for, and is the reason of the pass.
	Witness string
	// Never is the reason of the failure where a complete search finds no witness.
	Never string

	// Without is the same Obligation on a model that lacks errors of a kind which are none of
	// its own, and says what was taken out; false: there is none.
	Without func(pan.Kind) (next Obligation, what string, ok bool)
	// Unmerged is the same Obligation on a model whose steps are not merged.
	Unmerged func() (next Obligation, ok bool)
	// Whole is the same Obligation, about a claim, on a graph with every step and every interleaving, in which a
	// shortest run is one of the model.
	Whole func() (next Obligation, ok bool)
	// EveryValue is the same Obligation on a model whose states have every variable: a variable that SPIN leaves out
	// of them may have a name that pan.c has already.
	EveryValue func() (next Obligation, ok bool)
	// Fallback is another search, for where the first one was inconclusive, and how a
	// retry names it, "" if it is not to be named.
	Fallback func(runner.Result) (next Obligation, what string, ok bool)
	// FairByWalk says that SPIN's search under weak fairness is not trusted where it finds
	// nothing: see fair.go.
	FairByWalk bool
	// Explain says where a tool's complaint may come from, as a text to be added to it; "" if
	// nothing is known.
	Explain func(error) string
}

// Executor executes a run once more, within limits, and shows it; sides are the engines
// that confirm it.  shown is nil for a witness.
type Executor func(ctx context.Context, run runner.Result, limits process.Limits) (shown *results.Counterexample, sides []string, err error)
