package verify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/engine"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/promela"
)

// RunSuite decides every case of a suite, several at the same time, and returns the
// results in the order of the suite, each with what was expected of it.  done is told the
// index of each case that is decided, one at a time; nil: nobody is.
//
// The error is that of the first configuration that has nothing to decide, or the cause of the
// end of ctx, or of FailFast, where that has left something open.  In the second case there
// are results of every case as well: what was not decided is NotReached.
func (v *Verifier) RunSuite(ctx context.Context, s *suite.Suite, done func(k int, rs []results.Result)) ([]results.Result, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	byCase := make([][]results.Result, len(s.Cases))
	next := make(chan int)
	var told sync.Mutex
	var work sync.WaitGroup
	for range min(len(s.Cases), 2*cap(v.Slots)) { // some prepare while others run
		work.Go(func() {
			for k := range next {
				rs, err := v.runCase(ctx, s.Cases[k])
				if err != nil {
					cancel(err)
				}
				told.Lock()
				byCase[k] = rs
				if v.FailFast && results.CountOutcomes(rs).Wrong() {
					cancel(&results.Interruption{By: results.InterruptedByFailFast})
				}
				if done != nil && results.AllReached(rs) && err == nil {
					done(k, rs)
				}
				told.Unlock()
			}
		})
	}
	for k := range s.Cases {
		next <- k
	}
	close(next)
	work.Wait()
	var all []results.Result
	for _, rs := range byCase {
		all = append(all, rs...)
	}
	v.keepSuiteReadme(all)
	err := context.Cause(ctx)
	if bad := (*config.Error)(nil); !errors.As(err, &bad) && results.AllReached(all) {
		return all, nil // it ended too late to leave something open
	}
	return all, err
}

// runCase decides a case, and compares the verdicts with the expected ones.
func (v *Verifier) runCase(ctx context.Context, c suite.Case) ([]results.Result, error) {
	var rs []results.Result
	var err error
	if err = context.Cause(ctx); err != nil {
		rs = v.notReached(ctx, c)
	} else if rs, err = v.of(c).decideCase(ctx, c); ctx.Err() != nil && len(rs) == 0 {
		rs = v.notReached(ctx, c)
	}
	inSuite(c, rs)
	return rs, err
}

// inSuite says where the results of a case belong in the suite, and what the suite expects.
func inSuite(c suite.Case, rs []results.Result) {
	for i := range rs {
		rs[i].Entry = &results.Entry{Suite: c.Place.Suite, File: c.Place.File, Line: c.Place.Line, Number: c.Place.Number, Tags: c.Tags}
		compareWithExpectation(&rs[i], c.Expectation(rs[i].Property))
	}
}

// of is a verifier with the limits of a case, which keeps files in a directory of the case.
func (v *Verifier) of(c suite.Case) *Verifier {
	own := *v
	if c.Timeout > 0 {
		own.Limits.Timeout = c.Timeout
	}
	if c.Memory > 0 {
		own.Limits.Memory = c.Memory
	}
	if v.Keep != "" {
		name := c.Config.Algorithm
		if c.Model != nil {
			name = strings.Trim(notInNames.ReplaceAllString(filepath.Base(c.Model.Path), "-"), "-")
		}
		own.Keep = filepath.Join(v.Keep, fmt.Sprintf("%03d-%s", c.Place.Number, name))
	}
	return &own
}

// decideCase decides a case.  A file in which there is nothing to decide has the verdict
// error, because only reading it shows that.
func (v *Verifier) decideCase(ctx context.Context, c suite.Case) ([]results.Result, error) {
	if c.Model == nil {
		return v.Verify(ctx, Task{Config: c.Config, Properties: c.Properties, Formulas: c.Formulas})
	}
	m := c.Model
	task := FileTask{Properties: c.Properties, Fair: m.Fair, EmbeddedC: m.EmbeddedC, TrustC: m.TrustC, Lossy: m.Lossy, EmptyChannels: m.EmptyChannels}
	var rs []results.Result
	var err error
	if task.Source, err = ReadSource(m.Path, m.Defines); err == nil {
		rs, err = v.VerifyFile(ctx, task)
	}
	var bad *config.Error
	if errors.As(err, &bad) {
		rs, err = []results.Result{*v.unusable(task, bad)}, nil
	} else if err == nil {
		rs = append(rs, v.missing(task, c, rs)...)
	}
	for k := range rs {
		rs[k].Path = m.Path
	}
	return rs, err
}

// missing are errors for the properties that a suite expects something of and that the file does
// not have.
func (v *Verifier) missing(t FileTask, c suite.Case, rs []results.Result) []results.Result {
	var names []string
	for _, r := range rs {
		names = append(names, r.Property)
	}
	if slices.Equal(names, []string{wholeModel}) { // it cannot be read at all
		return nil
	}
	var all []results.Result
	for _, name := range slices.Sorted(maps.Keys(c.Expect)) {
		if !slices.Contains(names, name) {
			r := v.unusable(t, &config.Error{Operand: fmt.Sprintf("property %.60q", name), Reason: "expected, and not in " + t.Source.Name, Remedy: config.ThereAre(name, names)})
			r.Property = name
			all = append(all, *r)
		}
	}
	return all
}

// unusable is the result for a file that cannot be verified as the suite says.
func (v *Verifier) unusable(t FileTask, bad *config.Error) *results.Result {
	f := &file{Verifier: v, engine: engine.New(v.settings()), task: t}
	r := f.newResult(fileProperty{name: wholeModel})
	r.Verdict, r.Reason = results.Error, strings.Join(strings.Fields(bad.Error()), " ")
	return r
}

// compareWithExpectation says whether a result is what the suite expects.
func compareWithExpectation(r *results.Result, e suite.Expectation) {
	r.Expected = results.Verdict(e.Verdict)
	met := r.Verdict == r.Expected && !r.NotReached
	if met && e.States != 0 && r.States != int64(e.States) {
		met = false
		r.Reason += fmt.Sprintf("; %d states were expected, there are %d", e.States, r.States)
	}
	r.AsExpected = &met
}

// maxModel is the greatest size of a user's file, in bytes.
const maxModel = 4 << 20

// ReadSource reads a user's file for VerifyFile.  The error is a *config.Error.
func ReadSource(path string, defines []string) (runner.Source, error) {
	name := promela.HarmlessName(filepath.Base(path))
	s := runner.Source{Name: name, Defines: defines}
	for _, d := range defines {
		if err := runner.CheckDefine(d); err != nil {
			return s, &config.Error{Operand: fmt.Sprintf("-D %.40q", d), Reason: err.Error(), Remedy: "write -D N=3"}
		}
	}
	text, err := config.ReadFile(path, maxModel, config.Error{Operand: fmt.Sprintf("%q", path), Remedy: "name a readable file"})
	if err != nil {
		return s, err
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return s, err
	}
	return runner.Source{Name: promela.HarmlessName(filepath.Base(absolute)), Dir: filepath.Dir(absolute), Text: text, Defines: defines}, nil
}
