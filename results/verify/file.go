package verify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/engine"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pancode"
	"github.com/mxgen/mxgen/runner/panreplay"
	"github.com/mxgen/mxgen/runner/promela"
)

// FileTask is a Promela file of a user's with what is to be decided.
type FileTask struct {
	Source     runner.Source
	Properties []string // by name, nil: all
	Fair       bool     // decide liveness under weak fairness as well
	EmbeddedC  bool     // the user lets the C in the file run
	TrustC     bool     // the user says that the C keeps no value outside of SPIN's states

	Lossy         bool // a send to a full channel loses its message
	EmptyChannels bool // a process may end only while all channels are empty
}

// VerifyFile decides what there is to decide in a Promela file: assertions and
// invalid end states, without a claim, then every claim by its name, and cycles
// by labels.  Each has a verdict of its own.
//
// The error says that there is nothing to decide, a *config.Error, or it is the cause of ctx
// that has ended.  In the second case there are results as well, if the file could be read until
// then: what was not decided is NotReached.  A tool that fails gives the verdict Error, or Inconclusive where a limit ended it.
func (v *Verifier) VerifyFile(ctx context.Context, t FileTask) ([]results.Result, error) {
	f := &file{Verifier: v, engine: engine.New(v.settings()), task: t}
	defer f.engine.Close()
	if err := f.read(ctx); err != nil {
		return f.unreadable(ctx, err)
	}
	properties, err := f.selected()
	if err != nil {
		return nil, err
	}
	all := make([]*results.Result, len(properties))
	f.recallAll(properties, all)
	if slices.Contains(all, nil) {
		f.warn(ctx)
	}
	f.decideAll(ctx, properties, all)
	var rs []results.Result
	for _, r := range all {
		rs = append(rs, *r)
	}
	if f.Keep != "" {
		f.keep(rs)
	}
	if f.Progress != nil {
		for _, r := range rs {
			f.Progress(r)
		}
	}
	return rs, context.Cause(ctx)
}

// wholeModel stands for all properties of a file that cannot be read, or was not.
const wholeModel = "model"

// file is the work on one task.
type file struct {
	*Verifier
	engine   *engine.Engine
	task     FileTask
	text     []byte // preprocessed
	command  string // that preprocessed it
	parts    pancode.Parts
	files    []string // that the text comes from
	warnings []string // about the model as a whole
	words    words
	unread   []unread // formulas that are taken out of the text
	caching  bool     // its results are facts about its text
}

// words are those in a model that a search must respect.
type words struct {
	embeddedC string // the first word that brings C into the verifier, "" if there is none
	runs      bool   // the model starts processes
	later     bool   // of these, one when others may have done steps
	counts    bool   // the model or a claim reads _nr_pr, the number of processes
	exclusive bool   // xr or xs say which process alone uses a channel
}

func (f *file) operand() string { return fmt.Sprintf("model %q", f.task.Source.Name) }

// read preprocesses the file, has spin read it and lists its parts.  Embedded C
// is refused before anything of the file is compiled.
func (f *file) read(ctx context.Context) error {
	text, command, err := runner.Preprocess(ctx, f.Tools, f.task.Source)
	if err != nil {
		return err
	}
	if len(promela.Files(text)) == 0 {
		return &config.Error{Operand: f.operand(), Reason: "no model in the file",
			Remedy: "it needs an init or an active proctype"}
	}
	f.readWords(text)
	f.command = command
	f.files = slices.Sorted(maps.Keys(promela.Files(f.text)))
	if word := f.words.embeddedC; word != "" && !f.task.EmbeddedC {
		return f.refuseC("has embedded C (" + word + "), which runs whatever it likes")
	}
	job, err := f.prepareForm(ctx, f.asWritten())
	if err != nil && ctx.Err() == nil && (f.setAside(ctx) || f.dropExclusive(ctx, err)) {
		job, err = f.prepareForm(ctx, f.asWritten())
	}
	if err != nil {
		return err
	}
	// SPIN has the last word on what it took for C.
	if has, err := job.Code().HasC(); err != nil || has && !f.task.EmbeddedC {
		return errors.Join(err, f.refuseC("has embedded C, which runs whatever it likes"))
	}
	if err = f.readParts(job); err != nil || !f.dropMeaningless() {
		return err
	}
	if job, err = f.prepareForm(ctx, f.asWritten()); err == nil {
		err = f.readParts(job)
	}
	return err
}

// readParts lists the parts of the model.  Code of SPIN's own, for priorities, reads _nr_pr as well.
func (f *file) readParts(job *runner.Job) (err error) {
	f.parts, err = job.Code().Parts()
	f.parts.Counts = f.parts.Counts && f.words.counts
	for k := range f.parts.Claims {
		f.parts.Claims[k].Counts = f.parts.Claims[k].Counts && f.words.counts
	}
	return err
}

func (f *file) refuseC(reason string) error {
	return &config.Error{Operand: f.operand(), Reason: reason,
		Remedy: "read it, and if you trust it, add --allow-embedded-c"}
}

// readWords finds the words that matter, and leaves out those that SPIN believes and that take a
// variable out of the state: SPIN would miss states.
func (f *file) readWords(text []byte) {
	text, met := promela.Replace(text, map[string]string{"hidden": "", "local": ""})
	for _, word := range []string{"hidden", "local"} {
		if met[word] {
			f.warnings = append(f.warnings, "the word "+word+" is left out: SPIN believes it, and can miss states")
		}
	}
	f.text = text
	f.words = words{
		embeddedC: promela.EmbeddedC(text), runs: promela.Mentions(text, "run"), later: !promela.StartsAtOnce(text),
		counts: promela.Mentions(text, processCount), exclusive: promela.Mentions(text, "xr", "xs"),
	}
}

// dropExclusive leaves out the declarations of exclusive channels where spin reads the model without them, and not
// with them: refused is what it says, such as that two proctypes claim a channel.  It tells whether that is so.
func (f *file) dropExclusive(ctx context.Context, refused error) bool {
	if !f.words.exclusive {
		return false
	}
	text := promela.WithoutExclusive(f.text)
	if f.reads(ctx, text) != nil {
		return false
	}
	f.warnings = append(f.warnings, "xr and xs are left out, because SPIN refuses them: "+refused.Error())
	f.engine.Discard(f.asWritten().name())
	f.text, f.words.exclusive = text, false
	return true
}

// processCount is SPIN's variable for the number of processes, that of a claim counted.
const processCount = "_nr_pr"

// withoutClaim is the number of the processes but for the claim, as SPIN writes it.
const withoutClaim = "(_nr_pr-1)"

// unreadable is the verdict on a file that spin cannot read.
func (f *file) unreadable(ctx context.Context, err error) ([]results.Result, error) {
	var bad *config.Error
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.As(err, &bad):
		return nil, err
	}
	r := f.newResult(fileProperty{name: wholeModel})
	engine.Obligation{Explain: f.explain}.Failed(r, err)
	return []results.Result{*r}, nil
}

// newResult is what is known of a property before any search.
func (f *file) newResult(p fileProperty) *results.Result {
	r := &results.Result{
		Model: f.task.Source.Name, Defines: f.task.Source.Defines, Lossy: f.task.Lossy, EmptyChannels: f.task.EmptyChannels, Property: p.name, Formula: f.formula(p.claim),
		Unbounded: true, Fairness: results.FairnessNone, Commands: []string{}, Engine: results.EngineSPIN,
		CrossCheck: "not done: a model of the user's",
		Tools:      f.versions(),
		SHA256:     digest(f.task.Source.Text),
		Warnings:   slices.Clone(f.warnings),
	}
	if f.command != "" {
		r.Commands = append(r.Commands, f.command)
	}
	if p.fair {
		r.Fairness = results.FairnessWeak
	}
	return r
}

// decideAll decides what the cache does not have: the safety properties by one search
// where all of them hold, the others at the same time as far as there are slots.
func (f *file) decideAll(ctx context.Context, properties []fileProperty, all []*results.Result) {
	var safety []int
	var parts []engine.Obligation
	var joint runner.Result
	for k, p := range properties {
		if o := f.obligation(p); p.safety && all[k] == nil && o.Undecidable == "" {
			safety, parts = append(safety, k), append(parts, o)
		}
	}
	// With empty channels pan does not look whether a trace is completed.
	if len(safety) > 1 && (f.parts.Trace == "" || !f.task.EmptyChannels) {
		rs, run := f.engine.Jointly(ctx, f.jointSafety(properties[safety[0]]), parts)
		for n, r := range rs {
			all[safety[n]] = engine.Standing(ctx, r)
			f.rememberProperty(properties[safety[n]], r)
		}
		joint = run
	}
	decide := func(k int) {
		p := properties[k]
		o := f.obligation(p)
		if !p.violatedBy(joint) { // the joint search has found out how deep the model is
			o.Search.Depth = joint.EnoughDepth()
		}
		r, _ := f.engine.Decide(ctx, o)
		all[k] = engine.Standing(ctx, r)
		f.rememberProperty(p, all[k])
	}
	var work sync.WaitGroup
	for k := range properties {
		last := k
		if k+1 < len(properties) && properties[k+1].fairOf(properties[k]) {
			last++
		}
		if all[k] != nil && all[last] != nil || k > 0 && properties[k].fairOf(properties[k-1]) {
			continue
		}
		work.Go(func() {
			if all[k] == nil {
				decide(k)
			}
			switch {
			case all[last] != nil:
			case all[k].Verdict == results.Pass:
				all[last] = passesFairly(all[k])
				f.rememberProperty(properties[last], all[last])
			default:
				decide(last)
			}
		})
	}
	work.Wait()
}

// holdsUnfairly is the reason of a pass under weak fairness where the property passes without it.
const holdsUnfairly = "it holds without fairness, and so in every fair run"

// passesFairly is the result under weak fairness of a property that passes: what holds in all runs holds in the fair ones.
func passesFairly(r *results.Result) *results.Result {
	fair := *r
	fair.Property, fair.Fairness, fair.Reason = r.Property+underFairness, results.FairnessWeak, holdsUnfairly
	return &fair
}

// warn collects warnings that no verifier prints.
func (f *file) warn(ctx context.Context) {
	lines, inlines := promela.Files(f.text), promela.InlinesOf(f.text)
	for _, name := range f.files {
		for _, w := range promela.Warnings(lines[name], inlines) {
			if name != f.task.Source.Name {
				w = name + ": " + w
			}
			f.warnings = append(f.warnings, w)
		}
	}
	for _, l := range f.parts.Misplaced {
		if l.HasMeaning() {
			f.warnings = append(f.warnings, l.Place+": "+l.Name+" stands before the first statement of an option: SPIN takes it for a label of the whole if or do")
		}
	}
	for _, place := range f.parts.CorrectedDSteps {
		f.warnings = append(f.warnings, place+": a d_step begins with a choice, and SPIN's verifier misses one of its options (an assignment, printf, a block or inline ...) when it looks whether the d_step can begin: mxgen corrects the verifier, so that a run of pan by hand may say otherwise")
	}
	job, err := f.prepareForm(ctx, f.asWritten())
	if err != nil || f.task.EmbeddedC || promela.Mentions(f.text, "STDIN") { // a simulation executes no C, and would wait for input
		return
	}
	release, err := f.Slots.Acquire(ctx)
	if err != nil {
		return
	}
	defer release()
	wraps, kept, err := panreplay.Truncations(ctx, job)
	if err != nil {
		f.warnings = append(f.warnings, "not simulated: "+err.Error())
	}
	for _, l := range wraps {
		f.warnings = append(f.warnings, "a value does not fit its variable, and wraps without an error: "+l)
	}
	for _, l := range kept {
		f.warnings = append(f.warnings, "a value does not fit an element of an array of bit or bool: SPIN's verifier keeps it, and a simulation by spin truncates it: "+l)
	}
}

// form is a rewriting of the model that decides the same about some properties.
type form struct {
	noAssertions   bool // no assertion fails
	noAccept       bool // no proctype has acceptance labels
	noTrace        bool // there is no trace or notrace assertion
	unmerged       bool // every step of every process is one of the search
	everyValue     bool // values that no statement reads any more are in the state, and so are variables that none reads
	claimUncounted bool // _nr_pr does not count the claim
	idleLoops      bool // a process may do nothing for ever
	lossy          bool // sends to a full channel lose their messages
}

// asWritten is the form with nothing changed.
func (f *file) asWritten() form { return form{lossy: f.task.Lossy} }

// generation is how spin makes a verifier of the form.
func (m form) generation() runner.Generation {
	g := runner.SpinDefaults
	switch {
	case m.unmerged && m.everyValue:
		g = runner.Literal
	case m.unmerged:
		g = runner.Unmerged
	case m.everyValue:
		g = runner.KeepWriteOnly
	}
	if m.idleLoops {
		g |= runner.IdleLoops
	}
	if m.lossy {
		g |= runner.Lossy
	}
	return g
}

// name is that of the form's job and of the directory that keeps it.
func (m form) name() string {
	name := "model"
	for _, part := range []struct {
		on   bool
		text string
	}{
		{m.noAssertions, "-without-assertions"}, {m.noAccept, "-without-labels"}, {m.unmerged, "-unmerged"}, {m.everyValue, "-every-value"},
		{m.lossy, "-lossy"}, {m.idleLoops, "-idle"},
		{m.claimUncounted, "-alone"}, {m.noTrace, "-without-trace"},
	} {
		if part.on {
			name += part.text
		}
	}
	return name
}

// prepareForm makes the job of a form of the model, once.
func (f *file) prepareForm(ctx context.Context, m form) (*runner.Job, error) {
	return f.engine.Prepare(ctx, m.name(), func() ([]byte, error) {
		text := f.text
		if m.noTrace {
			text = promela.WithoutTrace(text)
		}
		if m.noAssertions {
			text = promela.WithoutAssertions(text)
		}
		if m.noAccept {
			text = promela.WithoutAcceptLabels(text)
		}
		if m.claimUncounted {
			text, _ = promela.Replace(text, map[string]string{processCount: withoutClaim})
		}
		return text, nil
	}, m.generation())
}

// recallAll takes the results that the cache has.
func (f *file) recallAll(properties []fileProperty, all []*results.Result) {
	f.caching = f.Cache != nil && f.words.embeddedC == "" // C may read whatever it likes, which no key can have
	if !f.caching {
		return
	}
	for k, p := range properties {
		if r, found := f.engine.Recall(f.question(p)); found {
			all[k] = r
		}
	}
}

func (f *file) rememberProperty(p fileProperty, r *results.Result) {
	if f.caching {
		f.engine.Remember(f.question(p), r)
	}
}

// question is what a cached result of a property must answer: the whole preprocessed
// text, and all that is asked of it.
func (f *file) question(p fileProperty) engine.Question {
	s := f.task.Source
	key := f.engine.Key(s.Name, fmt.Sprintf("%q", s.Defines), string(s.Text), string(f.text),
		fmt.Sprintf("%s %+v %v %+v %+v %v", p.name, p.claim, p.fair, p.form, p.search, f.task.TrustC))
	return engine.Question{Key: key, What: s.Name + ": " + p.name, Subject: f.newResult(p), Digests: []string{digest(s.Text)}}
}

// keep writes the runs' files where the user wants them, a directory for each form of the model.
func (f *file) keep(rs []results.Result) {
	err := f.engine.KeepJobs()
	if err == nil {
		err = f.writeFileReadme(rs)
	}
	notKept(rs, err)
}
