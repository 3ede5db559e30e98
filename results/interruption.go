package results

import (
	"context"
	"errors"
)

// Interruption is the cause of a context that ends before everything is decided.
type Interruption struct {
	By string // as Report.Interrupted
}

func (i *Interruption) Error() string { return "interrupted: " + i.By }

// InterruptedBy says what interrupted a context, "" if nothing did or nobody said what.
func InterruptedBy(ctx context.Context) string {
	var i *Interruption
	if errors.As(context.Cause(ctx), &i) {
		return i.By
	}
	return ""
}

// LeaveOpen is the verdict on a property that is not decided because the context has ended.
func (r *Result) LeaveOpen(ctx context.Context) {
	by := InterruptedBy(ctx)
	if by == "" {
		by = "the command was interrupted"
	}
	r.Verdict, r.Reason, r.NotReached = Inconclusive, "not decided: "+by, true
	r.CrossCheck = "not done: SPIN has no verdict"
}

// AllReached tells whether no property was left open by an interruption.
func AllReached(rs []Result) bool {
	for _, r := range rs {
		if r.NotReached {
			return false
		}
	}
	return true
}
