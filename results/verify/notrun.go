package verify

import (
	"context"

	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results"
)

// NotReached returns the results of a case that another machine was to decide when ctx ended.
func NotReached(ctx context.Context, c suite.Case) []results.Result {
	rs := new(Verifier).notReached(ctx, c)
	inSuite(c, rs)
	return rs
}

// NotRun returns the results of a case that another machine was to decide and did not, for a reason.
func NotRun(c suite.Case, verdict results.Verdict, reason string) []results.Result {
	rs := new(Verifier).notReached(context.Background(), c)
	for k := range rs {
		rs[k].Verdict, rs[k].Reason, rs[k].NotReached = verdict, reason, false
	}
	inSuite(c, rs)
	return rs
}
