package verify

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results"
)

// RunSuite decides every case of a suite, several at the same time, and returns the
// results in the order of the suite, each with what was expected of it.  done is told the
// number of each case that is decided, one at a time; nil: nobody is.
//
// The error is that of the first case that has nothing to decide, or ctx's.
func (v *Verifier) RunSuite(ctx context.Context, s *suite.Suite, done func(k int, rs []results.Result)) ([]results.Result, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	type answer struct {
		k  int
		rs []results.Result
	}
	answers := make(chan answer)
	next := make(chan int)
	workers := min(len(s.Cases), 2*cap(v.Slots)) // some prepare while others run
	for range workers {
		go func() {
			for k := range next {
				rs, err := v.runCase(ctx, s.Cases[k], k)
				if err != nil {
					cancel(err)
				}
				answers <- answer{k, rs}
			}
		}()
	}
	go func() {
		defer close(next)
		for k := range s.Cases {
			next <- k
		}
	}()
	byCase := make([][]results.Result, len(s.Cases))
	for range s.Cases {
		a := <-answers
		byCase[a.k] = a.rs
		if done != nil && ctx.Err() == nil {
			done(a.k, a.rs)
		}
	}
	var all []results.Result
	for _, rs := range byCase {
		all = append(all, rs...)
	}
	if ctx.Err() == nil {
		v.keepSuiteReadme(all)
	}
	return all, context.Cause(ctx)
}

func (v *Verifier) runCase(ctx context.Context, c suite.Case, k int) ([]results.Result, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	own := *v
	if v.Keep != "" {
		own.Keep = filepath.Join(v.Keep, fmt.Sprintf("%03d-%s", k+1, c.Config.Algorithm))
	}
	rs, err := own.Verify(ctx, Task{Config: c.Config, Properties: c.Properties})
	for i := range rs {
		rs[i].Entry = &results.Entry{Suite: c.Place.Suite, File: c.Place.File, Line: c.Place.Line, Number: c.Place.Number, Tags: c.Tags}
		compareWithExpectation(&rs[i], c.Expectation(rs[i].Property))
	}
	return rs, err
}

// compareWithExpectation says whether a result is what the suite expects.
func compareWithExpectation(r *results.Result, e suite.Expectation) {
	r.Expected = results.Verdict(e.Verdict)
	met := r.Verdict == r.Expected
	if met && e.States != 0 && r.States != int64(e.States) {
		met = false
		r.Reason += fmt.Sprintf("; %d states were expected, there are %d", e.States, r.States)
	}
	r.AsExpected = &met
}
