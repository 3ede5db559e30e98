package engine

import (
	"context"

	"github.com/mxgen/mxgen/results"
)

// isFact tells whether a result stands whatever happens later: a pass, or a failure that
// was executed once more or that a complete search without a witness has shown.
func isFact(r *results.Result) bool {
	return r.Verdict == results.Pass || r.Verdict == results.Fail && (r.Counterexample == nil || len(r.ConfirmedBy) > 0)
}

// Standing returns a result that was found before ctx ended or that is a fact, and otherwise
// one that says that the property is not decided.
func Standing(ctx context.Context, r *results.Result) *results.Result {
	if ctx.Err() != nil && !isFact(r) {
		r.LeaveOpen(ctx)
	}
	return r
}
