package compare

import (
	"context"
	"sync"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results"
)

// SuiteComparison is the comparison of one configuration of a suite.
type SuiteComparison struct {
	Configuration config.Config  `json:"configuration"`
	Entry         *results.Entry `json:"entry,omitempty"` // of the suite
	Comparison    *Comparison    `json:"comparison,omitempty"`
	Reason        string         `json:"reason,omitempty"`      // why there is no comparison
	NotReached    bool           `json:"not_reached,omitempty"` // the command was interrupted before
	Err           error          `json:"-"`                     // the same, as Compare returned it
}

// Report is what compare --json writes for a suite.
type Report struct {
	Schema      string            `json:"schema"`
	Suite       string            `json:"suite"`
	Comparisons []SuiteComparison `json:"comparisons"`
	Interrupted string            `json:"interrupted,omitempty"` // as that of a results.Report
}

// Suite compares every configuration of a suite, as many at once as there are slots,
// and returns the comparisons in the order of the suite.  It leaves out configurations
// with a seeded bug, which is in the model alone, and files of the user's.  It calls done, if that is not nil,
// with each comparison, one call at a time.  The error is the cause of ctx's end: the configurations
// that were not compared until then are NotReached.
func (x Comparer) Suite(ctx context.Context, s *suite.Suite, o Options, done func(SuiteComparison)) ([]SuiteComparison, error) {
	var all []SuiteComparison
	for _, c := range s.Cases {
		if c.Compared() {
			entry := &results.Entry{Suite: c.Place.Suite, File: c.Place.File, Line: c.Place.Line, Number: c.Place.Number, Tags: c.Tags}
			all = append(all, SuiteComparison{Configuration: c.Config, Entry: entry})
		}
	}
	var work sync.WaitGroup
	var mu sync.Mutex
	for k := range all {
		release, err := x.Slots.Acquire(ctx)
		if err != nil {
			break
		}
		work.Go(func() {
			defer release()
			one := &all[k]
			comparison, err := x.Compare(ctx, one.Configuration, o)
			if err != nil && ctx.Err() != nil {
				return // not reached
			}
			one.Comparison, one.Err = comparison, err
			if err != nil {
				one.Reason = err.Error()
			}
			mu.Lock()
			defer mu.Unlock()
			if done != nil && ctx.Err() == nil {
				done(*one)
			}
		})
	}
	work.Wait()
	for k := range all {
		if one := &all[k]; one.Comparison == nil && one.Err == nil {
			one.NotReached, one.Reason = true, "interrupted"
		}
	}
	return all, context.Cause(ctx)
}
