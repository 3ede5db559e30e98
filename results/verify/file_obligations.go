package verify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/engine"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/pancode"
	"github.com/mxgen/mxgen/runner/panreplay"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/promela"
	"github.com/mxgen/mxgen/runner/trail"
)

// Names of what a file can have besides claims.
const (
	propertyAssertions  = "assertions"
	propertyEndStates   = "end-states"
	propertyAcceptance  = "acceptance"
	propertyNonProgress = "non-progress"
)

// fileProperty is one thing to decide about a file.
type fileProperty struct {
	name  string
	claim pancode.Claim // zero unless the property is a never claim or a formula
	fair  bool
	kinds []pan.Kind // that violate it
	form  form       // of the model, to begin with
	// assertionFree says that the property means the same in a model without assertions.
	assertionFree bool
	// safety says that one search decides it together with the other safety properties, on a
	// reduced graph where that is sound.
	safety bool
	search runner.Search
	unread *unread // the claim is a formula that is taken out of the model
}

// properties lists what there is to decide, in the order of the report.  Only safety without a claim, and formulas that
// reduction cannot get wrong (reducible), are decided on a reduced graph: SPIN takes for invisible what
// a claim reads of a process, and what was written by hand may tell runs apart that
// reduction takes for the same.  C may read what it likes, in other processes too.  And
// what a trace tells apart is the order of the very sends and receives that xr and xs
// let it pass over.
//
// SPIN resets a local variable that its own process does not read any more, and leaves out global variables that
// nothing reads: this is sound unless C reads them.  Where a claim or another process reads a variable of a process,
// SPIN resets none (rem_var in its mesg.c), and it leaves out no local variable.
func (f *file) properties() []fileProperty {
	all := []fileProperty{{
		name: propertyAssertions, kinds: []pan.Kind{pan.KindAssertion, pan.KindArrayIndex}, safety: true,
		search: runner.Search{ClaimsOff: true, EndStatesOff: true, Want: pan.Want{Assertions: true}},
	}, {
		name: propertyEndStates, kinds: []pan.Kind{pan.KindEndState}, assertionFree: true, safety: true,
		search: runner.Search{ClaimsOff: true, EmptyChannels: f.task.EmptyChannels, Want: pan.Want{EndStates: true}},
	}}
	if f.parts.Trace != "" {
		all = append(all, fileProperty{
			name: f.parts.Trace, kinds: []pan.Kind{pan.KindTrace}, assertionFree: true, safety: true,
			search: runner.Search{ClaimsOff: true, EndStatesOff: true, Want: pan.Want{Assertions: true}},
		})
	}
	for _, c := range f.parts.Claims {
		all = append(all, f.withFair(f.claimProperty(c), c.Accept)...)
	}
	for _, u := range f.unread {
		all = append(all, fileProperty{name: "ltl:" + u.formula.Name, claim: pancode.Claim{Name: u.formula.Name, Formula: u.formula.Text}, unread: &u})
	}
	if len(f.parts.Accept) > 0 || f.parts.HiddenAccept {
		all = append(all, f.withFair(fileProperty{
			name: propertyAcceptance, kinds: []pan.Kind{pan.KindAcceptance}, assertionFree: true,
			search: runner.Search{ClaimsOff: true, EndStatesOff: true, Want: pan.Want{Acceptance: true}},
		}, true)...)
	}
	if len(f.parts.Progress) > 0 || f.parts.HiddenProgress {
		all = append(all, f.withFair(fileProperty{
			name: propertyNonProgress, kinds: []pan.Kind{pan.KindNonProgress}, assertionFree: true,
			search: runner.Search{Want: pan.Want{Progress: true}},
		}, true)...)
	}
	for k := range all {
		p := &all[k]
		p.search.Compress = true
		p.form.lossy = f.task.Lossy
		p.search.Reduction = f.reduction()
		p.form.everyValue = f.words.embeddedC != ""
		if !p.safety && !f.reducible(*p) || f.parts.Remote || f.words.counts && f.words.later || f.words.exclusive && f.parts.Trace != "" || f.words.embeddedC != "" {
			p.form.unmerged, p.search.Reduction = true, runner.NoReduction
		}
		// The assertions say what was never executed.  A claim ends runs early, so that its search says nothing about that.
		p.search.Want.IgnoreUnreached = p.claim.Name != ""
		p.form.claimUncounted = p.claim.Name != "" && f.words.counts
	}
	return all
}

// reduction is the partial order reduction that is sound for the model.  Where processes read their number, ends must be
// seen by others; where processes are started later as well, no reduction is sound, because SPIN takes a start for invisible.
func (f *file) reduction() runner.Reduction {
	if f.words.runs || f.words.counts {
		return runner.PartialOrderWithDeaths
	}
	return runner.PartialOrder
}

// claimProperty is a never claim or a formula as a property.
func (f *file) claimProperty(c pancode.Claim) fileProperty {
	p := fileProperty{
		name: "ltl:" + c.Name, claim: c, kinds: []pan.Kind{pan.KindAcceptance, pan.KindClaimEnd, pan.KindAssertion},
		search: runner.Search{
			Want:        pan.Want{Claim: c.Name, Acceptance: true, EndOnly: !c.Accept},
			SingleClaim: len(f.parts.Claims) == 1,
		},
	}
	if c.Formula == "" {
		p.name = "never:" + c.Name
		p.assertionFree = !c.Asserts
		return p
	}
	p.assertionFree = true
	// A cycle through a label of a proctype's is none of the formula's.
	p.form.noAccept = len(f.parts.Accept) > 0 || f.parts.HiddenAccept
	return p
}

// depthUnderFairness is the depth up to which a search under weak fairness goes before
// the whole graph is walked.
const depthUnderFairness = 100_000

// withFair adds, where it is wanted and can matter, the property under weak fairness.
func (f *file) withFair(p fileProperty, cycles bool) []fileProperty {
	if !f.task.Fair || !cycles {
		return []fileProperty{p}
	}
	fair := p
	fair.name += underFairness
	fair.fair = true
	fair.search.Fairness = runner.WeakFair
	fair.search.MaxDepth = depthUnderFairness
	// The walk looks at the steps that a claim takes by itself, where no process can go
	// on: -f may count for ever there.
	fair.search.StutterOff = fair.claim.Name != ""
	return []fileProperty{p, fair}
}

// underFairness ends the name of a property under weak fairness.
const underFairness = " (fair)"

// fairOf tells whether a property is another one under weak fairness.
func (p fileProperty) fairOf(unfair fileProperty) bool {
	return p.fair && p.name == unfair.name+underFairness
}

// selected are the properties that the user wants.
func (f *file) selected() ([]fileProperty, error) {
	all := f.properties()
	if f.task.Properties == nil {
		return all, nil
	}
	var names []string
	for _, p := range all {
		names = append(names, p.name)
	}
	for _, name := range f.task.Properties {
		if !slices.ContainsFunc(all, func(p fileProperty) bool { return p.called(name) }) {
			return nil, &config.Error{Operand: fmt.Sprintf("property %.40q", name), Reason: "not one of " + f.task.Source.Name,
				Remedy: config.ThereAre(name, names)}
		}
	}
	return slices.DeleteFunc(all, func(p fileProperty) bool { return !slices.ContainsFunc(f.task.Properties, p.called) }), nil
}

// called tells whether a user means this property: a claim's own name, with what
// --fair adds, is enough.
func (p fileProperty) called(name string) bool {
	return name == p.name || p.claim.Name != "" && name == p.claim.Name || p.fair && name+underFairness == p.name
}

// engine.Obligation is a property as the engine decides it.
func (f *file) obligation(p fileProperty) engine.Obligation {
	foreign := "" // about the run that is shown
	o := engine.Obligation{
		NewResult:   func() *results.Result { return f.newResult(p) },
		Undecidable: f.undecidable(p),
		Meaningless: p.claim.Wrong,
		Job:         func(ctx context.Context) (*runner.Job, error) { return f.prepareForm(ctx, p.form) },
		Search:      p.search,
		UsersModel:  true,
		Violates:    p.violatedBy,
		Foreign:     results.Inconclusive,
		Beforehand:  func(ctx context.Context) { _, _ = f.prepareForm(ctx, p.everyValue()) },
		Execute:     f.execute(p, &foreign),
		Passed:      func(r *results.Result, run runner.Result) { f.passed(r, p, run) },
		Violation: func(run runner.Result, shown *results.Counterexample) string {
			return f.violationReason(p.claim, run, shown)
		},
		FairByWalk: p.fair,
		Explain:    f.explain,
	}
	o.Review = func(r *results.Result, run runner.Result) error {
		r.Next = f.next(r, p, run)
		if p.claim.Counts || p.claim.Name != "" && f.parts.Counts {
			r.Warnings = append(r.Warnings, "the model reads _nr_pr: SPIN counts the claim as a process, and mxgen does not, so that a run of pan by hand may say otherwise")
		}
		if foreign != "" && r.Verdict == results.Fail {
			r.Warnings = append(r.Warnings, foreign)
		}
		if !p.claim.Remote {
			return nil
		}
		refs, err := run.References()
		judgeReferences(r, refs, f.words.runs)
		return err
	}
	if u := p.unread; u != nil {
		o.Undecidable = u.reason
		if u.verdict == results.Error {
			o.Undecidable, o.Meaningless = "", u.reason
		}
	}
	o.Unrepeatable = unrepeatable(p.claim)
	o.Without = func(kind pan.Kind) (engine.Obligation, string, bool) {
		q := p
		switch {
		case kind == pan.KindAssertion && p.assertionFree && !p.form.noAssertions:
			q.form.noAssertions = true
			return f.obligation(q), "assertions", true
		case kind == pan.KindTrace && !slices.Contains(p.kinds, kind) && !p.form.noTrace:
			q.form.noTrace = true
			return f.obligation(q), "its trace", true
		}
		return engine.Obligation{}, "", false
	}
	o.Whole = func() (engine.Obligation, bool) {
		q := p
		q.form.unmerged, q.search.Reduction = true, runner.NoReduction
		return f.obligation(q), p.claim.Name != "" && p.search.Reduction != runner.NoReduction
	}
	o.EveryValue = func() (engine.Obligation, bool) {
		q := p
		q.form = p.everyValue()
		return f.obligation(q), !p.form.everyValue
	}
	o.Unmerged = func() (engine.Obligation, bool) {
		q := p
		q.form.unmerged, q.form.idleLoops = true, true
		return f.obligation(q), !p.form.idleLoops
	}
	return o
}

// unrepeatable says what a claim reads that has another value in a replay than in the search, or "": the steps of the
// processes do not determine it.
func unrepeatable(c pancode.Claim) string {
	for _, w := range []struct {
		reads bool
		word  string
	}{{c.Last, "_last"}, {c.Np, "np_"}, {c.Timeout, "timeout"}} {
		if w.reads {
			return "the claim reads " + w.word + ", which a replay need not repeat"
		}
	}
	return ""
}

// jointSafety is the engine.Obligation of all safety properties of a file, on the form of the model
// that the first of them has.
func (f *file) jointSafety(first fileProperty) engine.Obligation {
	p := first
	p.name = "safety"
	p.search.EmptyChannels = f.task.EmptyChannels
	p.search.Want, p.search.EndStatesOff = pan.Want{Assertions: true, EndStates: true}, false
	o := f.obligation(p)
	o.Violates = func(runner.Result) bool { return true }
	o.Without, o.Passed, o.Beforehand = nil, nil, nil
	o.Execute = func(context.Context, runner.Result, process.Limits) (*results.Counterexample, []string, error) {
		return nil, nil, errNotShown
	}
	return o
}

// violatedBy tells whether the error that a run has found is one of the property's.
func (p fileProperty) violatedBy(run runner.Result) bool {
	if !slices.Contains(p.kinds, run.Conclusion.Kind) {
		return false
	}
	// Assertions of proctypes are no part of a claim.  A loaded claim is process 0.
	return p.claim.Name == "" || run.Conclusion.Kind != pan.KindAssertion || trail.LastProcess(run.Trail) == 0
}

// reducible tells whether partial order reduction keeps what a property is about:
// a formula without X that reads nothing but global variables, and channels without xr and xs, which SPIN takes for
// what they are (Holzmann and Peled 1994).  Everything else reduction may get wrong:
// what a claim reads of a process, what was written by hand, how many processes there
// are, who may move by priority or moved last, fairness, and what C reads.
func (f *file) reducible(p fileProperty) bool {
	return p.claim.Plain && !p.fair && !(p.claim.Channels && f.words.exclusive) && !f.parts.Remote && !f.parts.Restricted && !f.words.counts && f.words.embeddedC == ""
}

// undecidable says why no search can decide a property, or "".
func (f *file) undecidable(p fileProperty) string {
	// Formulas have no labels that a user wrote.
	byLabels := p.search.Want.Acceptance && (p.claim.Name == "" || p.claim.Formula == "")
	switch {
	case len(f.parts.WrongDSteps) > 0:
		return f.parts.WrongDSteps[0]
	case (f.parts.Counts || f.words.counts && (f.parts.Restricted || f.words.embeddedC != "")) && p.search.Want.Progress:
		return "the model reads _nr_pr, which counts SPIN's own claim for progress as well"
	case f.words.counts && p.claim.Name != "" && f.words.embeddedC != "":
		return "the model reads _nr_pr, which counts the claim as well, and C may read it"
	case f.parts.HiddenAccept && byLabels:
		return "SPIN: an accept label inside atomic or d_step is invisible"
	case f.parts.HiddenProgress && p.search.Want.Progress:
		return "SPIN: a progress label inside atomic or d_step is invisible"
	case p.claim.Remote || p.claim.Name == "" && f.parts.Remote:
		return f.invisibleLabel()
	}
	return ""
}

// invisibleLabel names a label that is referred to and stands where SPIN never sees a
// process: before the first statement of an option, where the process is still at
// the if or do.  "" if there is none.
func (f *file) invisibleLabel() string {
	remote := promela.RemoteLabels(f.text)
	for _, l := range f.parts.Misplaced {
		if remote[l.Name] {
			return "SPIN never sees a process at " + l.Name + " (" + l.Place + "), the label of an option: it belongs before the if or do, or after the guard"
		}
	}
	return ""
}

// passed takes a pass back where a complete search without an error is no proof, and adds what
// the pass does not say.
func (f *file) passed(r *results.Result, p fileProperty, run runner.Result) {
	if why := f.unproved(p); why != "" {
		r.Verdict, r.Reason = results.Inconclusive, why
		return
	}
	if run.Conclusion.Class == pan.Vacuous {
		r.Reason += ", but some statements were never executed"
	}
	if p.claim.Vacuous {
		r.Reason += ", but the claim is vacuous: neither its end nor a cycle with an acceptance label can be reached in it, whatever the model does"
	}
	if p.name != propertyEndStates {
		return
	}
	var never []string
	for _, u := range run.Output.Unreached {
		if !u.Claim && u.End {
			never = append(never, u.Name)
		}
	}
	if len(never) > 0 && !promela.OneProcess(f.text) {
		r.Warnings = append(r.Warnings, "a process that waits for ever is not noticed while another one goes on for ever; these never end: "+strings.Join(never, ", "))
	}
}

// unproved says why a complete search without an error is no proof of a property, or "".
func (f *file) unproved(p fileProperty) string {
	switch {
	case f.words.embeddedC != "" && !f.task.TrustC:
		return "no error found, but the model has embedded C, which may keep values that are no part of SPIN's states: --trust-embedded-c says that it keeps none"
	case p.claim.Name == "" && !p.search.Want.Progress && promela.SetsPriority(f.text):
		return "no error found, but set_priority of another process: where that one has ended, SPIN changes the priority of one that has not"
	case p.claim.Timeout && p.claim.Formula == "":
		return "no error found, but the claim reads timeout, which SPIN does not let it see in every deadlock"
	}
	return ""
}

// inVerifier tells whether a compiler complains of a file that spin has written.
var inVerifier = regexp.MustCompile(`^pan\.[a-z]:`)

// jumpOut matches a complaint of a jump to a statement of a d_step that is not there.
var jumpOut = regexp.MustCompile(`label .S_\d+_\d+. used but not defined`)

// explain adds to a compiler's complaint where it may come from.
func (f *file) explain(err error) string {
	var tool *process.ToolError
	if errors.As(err, &tool) && tool.Step == f.Tools.Gcc.Name && inVerifier.MatchString(tool.Reason) && !f.task.EmbeddedC && !strings.Contains(tool.Reason, "#error") {
		if jumpOut.MatchString(tool.Reason) {
			return "; SPIN writes such a jump for a loop at the end of a d_step: put skip behind its od"
		}
		return "; a name in the model may be a word of C or of SPIN's verifier"
	}
	return ""
}

// execute executes a run once more by pan, and shows what each process did in it.  It writes into foreign what is to be
// said of the first run.
func (f *file) execute(p fileProperty, foreign *string) engine.Executor {
	return func(ctx context.Context, run runner.Result, limits process.Limits) (shown *results.Counterexample, sides []string, err error) {
		if p.search.Want.Progress {
			if run, err = run.Unclaimed(ctx); err != nil {
				return nil, nil, err
			}
		}
		if run.Conclusion.Kind == pan.KindClaimEnd {
			run = untilClaimEnds(ctx, run, limits)
		}
		again, err := panreplay.Confirm(ctx, run.Run, limits)
		if err == nil {
			err = replay.Refusal(again)
		}
		if err != nil {
			return nil, nil, err
		}
		sides = []string{results.EngineSPIN}
		whole := f.withEveryValue(ctx, p, run, limits)
		steps, err := panreplay.Steps(ctx, whole, p.claim.Name != "", promela.MtypesOf(f.text), limits)
		if err != nil {
			return nil, sides, &engine.UnshownError{Err: err}
		}
		if *foreign == "" {
			*foreign = f.foreignLabel(p, run.Conclusion.Kind, steps)
		}
		return f.counterexample(steps, f.simulate(ctx, whole, limits), run.Conclusion.Kind, p.claim), sides, nil
	}
}

// foreignLabel says that a cycle violates a never claim by an acceptance label of the model alone, which pan counts as if it
// were the claim's; "": it does not.
func (f *file) foreignLabel(p fileProperty, kind pan.Kind, steps trail.Steps) string {
	own := func(state int) bool { return slices.Contains(p.claim.Marked, state) }
	if kind != pan.KindAcceptance || p.claim.Name == "" || p.claim.Formula != "" || len(steps.ClaimCycle) == 0 || slices.ContainsFunc(steps.ClaimCycle, own) {
		return ""
	}
	files := promela.Files(f.text)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for _, l := range promela.AcceptLabels(files[name]) {
			return fmt.Sprintf("the cycle is at no acceptance label of the claim: pan counts those of the model as well, such as %s (%s:%d); without them the claim may hold", l.Text, name, l.Line)
		}
	}
	return ""
}

// untilClaimEnds is a run that ends where its claim does.  In the trail of such an error pan writes one more step, of the
// run that it searched before, which need not be possible there.  The run itself is returned where a replay does not
// show that the claim ends without that step.
func untilClaimEnds(ctx context.Context, run runner.Result, limits process.Limits) runner.Result {
	all, _ := trail.Parse(run.Trail) // pan itself has written it
	until := all.UntilClaim()
	if len(until.Steps) == 0 || len(until.Steps) == len(all.Steps) {
		return run
	}
	shorter, err := run.WithTrail(until)
	if err != nil {
		return run
	}
	if again, err := panreplay.Confirm(ctx, shorter.Run, limits); err != nil || !again.Confirmed || !again.AtEnd {
		return run
	}
	return shorter
}

// everyValue is the form of the property's model that keeps every value.
func (p fileProperty) everyValue() form {
	p.form.everyValue = true
	return p.form
}

// withEveryValue is a run on the form of the model that keeps every value, to show them; the run itself where that
// form cannot execute it.
func (f *file) withEveryValue(ctx context.Context, p fileProperty, run runner.Result, limits process.Limits) runner.Result {
	if p.form.everyValue {
		return run
	}
	job, err := f.prepareForm(ctx, p.everyValue()) // which beforehand has made
	if err != nil {
		return run
	}
	other, err := run.On(ctx, job)
	if err != nil {
		return run
	}
	if again, err := panreplay.Confirm(ctx, other.Run, limits); err != nil || replay.Refusal(again) != nil {
		return run
	}
	return other
}
