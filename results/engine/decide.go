package engine

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/conclude"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
)

// Decide decides an Obligation.  The run is that of its last complete search, which jointly
// and the confirmation of a violation need.
func (e *Engine) Decide(ctx context.Context, o Obligation) (*results.Result, runner.Result) {
	r := o.NewResult()
	if o.Undecidable != "" {
		r.Verdict, r.Reason = results.Inconclusive, o.Undecidable
		return r, runner.Result{}
	}
	if o.Meaningless != "" {
		r.Verdict, r.Reason = results.Error, o.Meaningless
		return r, runner.Result{}
	}
	if e.Seeds != nil {
		return r, e.searchSwarm(ctx, r, o)
	}
	o, run, err := e.firstSearch(ctx, r, o)
	switch {
	case err != nil:
		o.Failed(r, err)
	case o.FairByWalk && !o.Violates(run):
		run = e.decideFairly(ctx, r, o, run)
	default:
		run = e.conclude(ctx, r, o, run)
	}
	if err == nil && o.Review != nil && r.Verdict != results.Error {
		if err := o.Review(r, run); err != nil {
			o.Failed(r, err)
		}
	}
	return r, run
}

// firstSearch searches, and takes errors of other obligations out of the model, until the
// search ends with an error of this one, without an error, or with one that cannot be taken
// out.  The Obligation that is returned is about the model that was searched last.
func (e *Engine) firstSearch(ctx context.Context, r *results.Result, o Obligation) (Obligation, runner.Result, error) {
	run, err := e.run(ctx, o, o.Search, e.Limits)
	for err == nil && !o.Violates(run) && o.Without != nil {
		next, what, ok := o.Without(run.Conclusion.Kind)
		if !ok {
			break
		}
		e.addCost(ctx, r, o, run)
		r.Retries = append(r.Retries, "without "+what+", because another error comes first: "+o.located(run))
		o = next
		run, err = e.run(ctx, o, o.Search, e.Limits)
	}
	return o, run, err
}

// located is the error of a run with its place in the user's model: pan's text of an assertion
// need not be the user's, and several may have the same.
func (o Obligation) located(run runner.Result) string {
	reason, at := runReason(run), run.LastStatement()
	switch {
	case !o.UsersModel || at.Line == 0 || at.File == "-":
		return reason
	case run.Conclusion.Kind == pan.KindAssertion && !strings.HasPrefix(at.Text, "assert("): // merged with a statement before it
		return fmt.Sprintf("assertion violated, in the step that begins at %s:%d", at.File, at.Line)
	case run.Conclusion.Kind == pan.KindAssertion:
		return fmt.Sprintf("assertion violated: %s:%d", at.File, at.Line)
	}
	return fmt.Sprintf("%s: %s:%d %s", reason, at.File, at.Line, at.Text)
}

// conclude turns a run into a verdict.  It searches again where the run is inconclusive and
// another search may decide, and returns the run of the last search.
func (e *Engine) conclude(ctx context.Context, r *results.Result, o Obligation, run runner.Result) runner.Result {
	e.count(ctx, r, o, run)
	r.Verdict, r.Reason = conclude.Verdict(run.Conclusion.Class), runReason(run)
	if run.Conclusion.Class == pan.ModelError {
		r.Reason = o.located(run)
	}
	switch {
	case r.Verdict == results.Fail && !o.Violates(run):
		r.Verdict = o.Foreign
		r.Reason = "another error ends the search first: " + o.located(run)
	case r.Verdict == results.Fail:
		e.Violated(ctx, r, o, run)
	case r.Verdict == results.Pass:
		o.noError(r, run)
	case run.Conclusion.Class == pan.AnnotationError:
		e.unreduced(ctx, r, o, run)
	case r.Verdict == results.Inconclusive:
		return e.searchFurther(ctx, r, o, run)
	}
	return run
}

// searchFurther tries the fallback, or else bitstate searches if they are wanted, where
// a search was inconclusive.
func (e *Engine) searchFurther(ctx context.Context, r *results.Result, o Obligation, run runner.Result) runner.Result {
	if o.Fallback != nil {
		if next, what, ok := o.Fallback(run); ok {
			again, err := e.run(ctx, next, next.Search, e.Limits)
			if err == nil {
				if what != "" {
					r.Retries = append(r.Retries, what+": "+r.Reason)
				}
				return e.conclude(ctx, r, next, again)
			}
			r.Warnings = append(r.Warnings, "not searched once more: "+err.Error())
		}
	}
	if e.Approximate && run.Conclusion.Class == pan.Incomplete {
		return e.approximate(ctx, r, o, run)
	}
	return run
}

// noError is the verdict where no error is in the graph: a pass, or the failure to find a witness.
func (o Obligation) noError(r *results.Result, run runner.Result) {
	if o.Witness != "" {
		r.Verdict, r.Reason = results.Fail, o.Never
		return
	}
	r.Verdict, r.Reason = results.Pass, "complete search, no errors"
	if o.Passed != nil {
		o.Passed(r, run)
	}
}

// unreduced adds to the reason what a search without reduction says, after pan found that an
// xr or xs annotation is wrong, or is about a channel that is not used first in, first out.  The verdict stays error.
func (e *Engine) unreduced(ctx context.Context, r *results.Result, o Obligation, run runner.Result) {
	switch which := run.Output.Exclusive; {
	case which != "":
		r.Reason = "an xr or xs annotation of the model is wrong: " + which
	case unordered.MatchString(run.Conclusion.Reason):
		r.Reason = o.located(run) + ": SPIN's reduction takes no !! and no ?? on channels with xr or xs"
	default:
		r.Reason = "an xr or xs annotation of the model is wrong"
	}
	s := o.Search
	s.Reduction = runner.NoReduction
	run, err := e.run(ctx, o, s, e.Limits)
	if err != nil {
		return
	}
	r.Retries = append(r.Retries, "-DNOREDUCE: "+r.Reason)
	e.addCost(ctx, r, o, run)
	r.Reason += fmt.Sprintf("; a search that ignores it says %s: %s", conclude.Verdict(run.Conclusion.Class), run.Conclusion.Reason)
}

// unordered matches what pan says of a statement that does not use a channel with an annotation first in, first out.
var unordered = regexp.MustCompile(`^(?:sorted send|rand receive) on `)

// Jointly decides several obligations by one search of a model that has the errors
// of all of them.  The joint search, run, is no answer if it finds an error, which would
// hide those of the others, or if it fails: then rs is nil.
func (e *Engine) Jointly(ctx context.Context, joint Obligation, parts []Obligation) (rs []*results.Result, run runner.Result) {
	found, run := e.Decide(ctx, joint)
	if found.Verdict == results.Fail || found.Verdict == results.Error {
		return nil, run
	}
	for _, o := range parts {
		r := o.NewResult()
		r.Verdict, r.Reason = found.Verdict, found.Reason
		AddPart(r, found, 0)
		r.Tools, r.SHA256 = found.Tools, found.SHA256
		r.States, r.Transitions, r.Depth, r.Vector = found.States, found.Transitions, found.Depth, found.Vector
		if r.Verdict == results.Pass {
			o.noError(r, run)
		}
		if o.Review != nil {
			_ = o.Review(r, run) // it says more of the search, and takes no verdict of safety back
		}
		rs = append(rs, r)
	}
	return rs, run
}

// Failed is the verdict where a tool could not do its work.
func (o Obligation) Failed(r *results.Result, err error) {
	r.Verdict, r.Reason = results.Error, err.Error()
	var tool *process.ToolError
	if errors.As(err, &tool) && tool.Killed != process.NotKilled {
		r.Verdict = results.Inconclusive
	}
	if o.Explain != nil {
		r.Reason += o.Explain(err)
	}
}

// runReason is the reason that a result gives for a run.  It names a remedy where there is one
// that mxgen cannot apply itself.
func runReason(run runner.Result) string {
	c := run.Conclusion
	switch {
	case c.Class == pan.Vacuous:
		return "complete search, no errors"
	case c.Cause == pan.CauseProcesses:
		return c.Reason + ": SPIN has 255 at most, which cannot be raised"
	case c.Cause == pan.CauseDivision:
		return "the model divides by zero: " + c.Reason
	case c.Cause == pan.CauseChannels:
		return c.Reason + ": SPIN has 255 channels at most, which cannot be raised"
	case run.Output.Need.VectorSize != 0:
		return fmt.Sprintf("a state takes more than the %d bytes that there can be for it: %s", runner.MostVector, c.Reason)
	case c.Class == pan.Incomplete && c.Kind == pan.KindMemory:
		return fmt.Sprintf("%s after %.0f states; more than this --memory would be needed, or --approximate", c.Reason, run.Output.Stored)
	case c.Class == pan.Incomplete && c.Kind == pan.KindDepth:
		return fmt.Sprintf("runs are longer than the %d steps for which there is room: more than this --memory would be needed", run.Depth)
	case c.Class == pan.Incomplete && c.Kind == pan.KindTime:
		return fmt.Sprintf("%s after %.0f states", c.Reason, run.Output.Stored)
	}
	return c.Reason
}
