package verify

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// ModelTask is a Promela file of a user's with what is to be decided.
type ModelTask struct {
	Source     runner.Source
	Properties []string // by name, nil: all
	Fair       bool     // decide liveness under weak fairness as well
	EmbeddedC  bool     // the user trusts the C in the file
}

// VerifyModel decides what there is to decide in a Promela file: assertions and
// invalid end states, without a claim, then every claim by its name, and cycles
// by labels.  Each has a verdict of its own.
//
// The error says that there is nothing to decide: a *config.Error, or ctx was
// cancelled.  What goes wrong with a tool is a verdict.
func (v *Verifier) VerifyModel(ctx context.Context, t ModelTask) ([]results.Result, error) {
	m := &modelDecision{Verifier: v, task: t, jobs: map[variation]*modelJob{}}
	defer m.close()
	if err := m.read(ctx); err != nil {
		return m.unreadable(ctx, err)
	}
	properties, err := m.selected()
	if err != nil {
		return nil, err
	}
	all := make([]results.Result, len(properties))
	m.recall(properties, all)
	if slices.ContainsFunc(all, func(r results.Result) bool { return r.Verdict == "" }) {
		m.look(ctx)
	}
	m.together(ctx, properties, all)
	var work sync.WaitGroup
	for k, p := range properties {
		if all[k].Verdict == "" {
			work.Go(func() {
				all[k] = *m.decide(ctx, p)
				m.remember(p, all[k])
			})
		}
	}
	work.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	m.keep(all)
	if m.Progress != nil {
		for _, r := range all {
			m.Progress(r)
		}
	}
	return all, nil
}

// variation is a form of the model that decides the same about some properties.
type variation struct {
	asserts bool // no assertion fails
	accepts bool // no proctype has acceptance labels
	exact   bool // every step of every process is one of the search
	alone   bool // _nr_pr does not count the claim
	free    bool // there is no trace or notrace assertion
}

// modelJob is a form of the model that spin has accepted.
type modelJob struct {
	once sync.Once
	*runner.Job
	err error
}

// modelDecision is the work on one file.
type modelDecision struct {
	*Verifier
	task    ModelTask
	text    []byte // preprocessed
	command string // that preprocessed it
	parts   runner.Parts
	files   []string // that the text comes from
	remarks []string // warnings about the model as a whole
	runs    bool     // the model starts processes
	counts  bool     // the model or a claim reads _nr_pr
	caching bool     // its results are facts about its text
	pledged bool     // xr or xs promise who uses a channel

	mu   sync.Mutex
	jobs map[variation]*modelJob
}

func (m *modelDecision) operand() string { return fmt.Sprintf("model %q", m.task.Source.Name) }

// read preprocesses the file, has spin read it and lists its parts.  Embedded C
// is refused before anything of the file is compiled.
func (m *modelDecision) read(ctx context.Context) error {
	text, command, err := runner.Preprocess(ctx, m.Tools, m.task.Source)
	if err != nil {
		return err
	}
	if len(runner.Lines(text)) == 0 {
		return &config.Error{Operand: m.operand(), Reason: "no model in the file",
			Remedy: "it needs an init or an active proctype"}
	}
	m.text, m.command = m.plain(text), command
	if word := runner.EmbeddedC(text); word != "" && !m.task.EmbeddedC {
		return m.refuseC("has embedded C (" + word + "), which runs whatever it likes")
	}
	job, err := m.job(ctx, variation{})
	if err != nil {
		return err
	}
	// SPIN has the last word on what it took for C.
	if has, err := job.HasC(); err != nil || has && !m.task.EmbeddedC {
		return errors.Join(err, m.refuseC("has embedded C, which runs whatever it likes"))
	}
	m.parts, err = job.Parts()
	return err
}

func (m *modelDecision) refuseC(reason string) error {
	return &config.Error{Operand: m.operand(), Reason: reason,
		Remedy: "read it, and if you trust it, add --allow-embedded-c"}
}

// job prepares a form of the model, once.
func (m *modelDecision) job(ctx context.Context, f variation) (*runner.Job, error) {
	m.mu.Lock()
	j := m.jobs[f]
	if j == nil {
		j = new(modelJob)
		m.jobs[f] = j
	}
	m.mu.Unlock()
	j.once.Do(func() {
		text := m.text
		if f.free {
			text = runner.Untraced(text)
		}
		text = runner.Without(text, f.asserts, f.accepts)
		generation := runner.KeepWriteOnly
		if f.exact {
			generation = runner.Literal
		}
		if f.alone {
			text, _ = runner.Replace(text, map[string]string{processCount: "(_nr_pr-1)"})
		}
		j.Job, j.err = runner.Prepare(ctx, m.Tools, text, generation, m.Limits)
	})
	return j.Job, j.err
}

// unreadable is the verdict on a file that spin cannot read.
func (m *modelDecision) unreadable(ctx context.Context, err error) ([]results.Result, error) {
	var bad *config.Error
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &bad):
		return nil, err
	}
	r := m.newResult(modelProperty{name: "model"})
	return []results.Result{*m.failed(r, err)}, nil
}

// inVerifier tells whether a compiler complains of a file that spin has written.
var inVerifier = regexp.MustCompile(`^pan\.[a-z]:`)

// failed is the verdict where a tool could not do its work.
func (m *modelDecision) failed(r *results.Result, err error) *results.Result {
	failed(r, err)
	var tool *runner.ToolError
	if errors.As(err, &tool) && tool.Step == m.Tools.Gcc.Name && inVerifier.MatchString(tool.Reason) && !m.task.EmbeddedC && !strings.Contains(tool.Reason, "#error") {
		r.Reason += "; a name in the model may be a word of C or of SPIN's verifier"
	}
	return r
}

// newResult has what is known before any run.
func (m *modelDecision) newResult(p modelProperty) *results.Result {
	r := &results.Result{
		Model: m.task.Source.Name, Defines: m.task.Source.Defines, Property: p.name, Formula: p.claim.Formula,
		Unbounded: true, Fairness: results.FairnessNone, Commands: []string{}, Engine: results.EngineSPIN,
		CrossCheck: "not done: a model of the user's",
		Tools:      map[string]string{"mxgen": models.Version(), "spin": m.Tools.Spin.Version},
		SHA256:     fmt.Sprintf("%x", sha256.Sum256(m.task.Source.Text)),
		Warnings:   slices.Clone(m.remarks),
	}
	if m.command != "" {
		r.Commands = append(r.Commands, m.command)
	}
	if p.claim.Remote {
		r.Warnings = append(r.Warnings, "the claim refers to a process that may have ended: what it reads then has no meaning")
	}
	if p.fair {
		r.Fairness = results.FairnessWeak
	}
	return r
}

// look collects warnings that no verifier prints.
func (m *modelDecision) look(ctx context.Context) {
	files := runner.Lines(m.text)
	m.files = slices.Sorted(maps.Keys(files))
	for _, name := range m.files {
		for _, w := range pan.ModelWarnings(files[name]) {
			if name != m.task.Source.Name {
				w = name + ": " + w
			}
			m.remarks = append(m.remarks, w)
		}
	}
	for _, l := range m.parts.Misplaced {
		if !l.HasMeaning() {
			continue
		}
		m.remarks = append(m.remarks, l.Place+": "+l.Name+" stands before the first statement of an option: SPIN takes it for a label of the whole if or do")
	}
	job, err := m.job(ctx, variation{})
	if err != nil || m.task.EmbeddedC { // a simulation executes no C
		return
	}
	free, err := m.slot(ctx)
	if err != nil {
		return
	}
	defer free()
	lost, err := job.Truncations(ctx)
	if err != nil {
		m.remarks = append(m.remarks, "not simulated: "+err.Error())
	}
	for _, l := range lost {
		m.remarks = append(m.remarks, "a value does not fit its variable, and wraps without an error: "+l)
	}
}

// keep writes the runs' files where the user wants them, a directory for each
// form of the model.
func (m *modelDecision) keep(rs []results.Result) {
	if m.Keep == "" {
		return
	}
	for f, j := range m.jobs {
		if j.err != nil {
			continue
		}
		name := "model"
		if f.asserts {
			name += "-without-assertions"
		}
		if f.accepts {
			name += "-without-labels"
		}
		if f.exact {
			name += "-exact"
		}
		if f.alone {
			name += "-alone"
		}
		if f.free {
			name += "-without-trace"
		}
		if err := j.Job.Keep(filepath.Join(m.Keep, name)); err != nil {
			for k := range rs {
				notKept(&rs[k], "files", err)
			}
		}
	}
	m.explainKept(rs)
}

func (m *modelDecision) close() {
	for _, j := range m.jobs {
		if j.Job != nil {
			j.Close()
		}
	}
}

// limitText adds to a reason what would help, where nothing of what mxgen can
// change does.
func limitText(run runner.Result) string {
	reason := reason(run)
	switch {
	case run.Conclusion.Cause == pan.CauseProcesses:
		return reason + ": SPIN has 255 at most, which cannot be raised"
	case run.Conclusion.Cause == pan.CauseDivision:
		return reason + ": the model divides by zero"
	case run.Conclusion.Cause == pan.CauseChannels:
		return reason + ": SPIN has 255 channels at most, which cannot be raised"
	case run.Output.Need.VectorSize != 0:
		return fmt.Sprintf("a state takes more than the %d bytes that there can be for it: %s", runner.MostVector, reason)
	case run.Conclusion.Class == pan.Incomplete && run.Conclusion.Kind == pan.KindMemory:
		return fmt.Sprintf("%s after %.0f states; more than this --memory would be needed, or --approximate", reason, run.Output.Stored)
	case run.Conclusion.Class == pan.Incomplete && run.Conclusion.Kind == pan.KindDepth:
		return fmt.Sprintf("runs are longer than the %d steps for which there is room: more than this --memory would be needed", run.Depth)
	case run.Conclusion.Class == pan.Incomplete && run.Conclusion.Kind == pan.KindTime:
		return fmt.Sprintf("%s after %.0f states", reason, run.Output.Stored)
	}
	return reason
}
