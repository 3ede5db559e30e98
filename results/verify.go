package results

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/cache"
	"github.com/mxgen/mxgen/runner/pan"
)

// Verifier decides properties with SPIN.
type Verifier struct {
	Tools  runner.Tools
	Limits runner.Limits // of each run of pan
	Slots  chan struct{} // one run holds one; its capacity is how many run at once
	Keep   string        // directory for the runs' files, "" to remove them
	Cache  *Cache        // of results, nil: none
	More
	// Progress is told what has been decided; nil: nobody is.  It may be
	// called concurrently.
	Progress func(Result)
}

// NewSlots makes room for n runs at once, 0: one for each processor.
func NewSlots(n int) chan struct{} {
	if n < 1 {
		n = runtime.NumCPU()
	}
	return make(chan struct{}, n)
}

// Task is a configuration with the properties to decide.
type Task struct {
	Config     config.Config
	Properties []string // by name, nil: all
	Formulas   []models.Formula
}

// Verify decides every property of the task, in the order of the registry, the
// user's formulas last.  Each has a verdict of its own.
//
// The error says that there is nothing to decide: a *config.Error, or ctx was
// cancelled.  What goes wrong with a tool is a verdict.
func (v *Verifier) Verify(ctx context.Context, t Task) ([]Result, error) {
	a, err := algorithms.Lookup(t.Config.Algorithm)
	if err != nil {
		return nil, err
	}
	d := v.decision(t.Config, a)
	d.wanted = t.Properties
	if t.Properties == nil {
		for _, p := range a.PropertiesOf(t.Config) {
			d.wanted = append(d.wanted, p.Name)
		}
	}
	if err := d.refuse(t.Formulas); err != nil {
		return nil, err
	}
	d.recall(t.Formulas)
	var work sync.WaitGroup
	early := slices.ContainsFunc(d.wanted, func(name string) bool { return !d.known(name) })
	work.Go(func() {
		d.safety(ctx)
		if early && d.overflow == pan.Pass { // while SPIN searches for cycles
			d.explore(ctx)
		}
	})
	for _, b := range models.Builds(t.Config, d.wanted) {
		switch name := b.Build.Property; {
		case name == "" || d.known(name):
		case kind(a, name) == registry.History:
			work.Go(func() { d.alone(ctx, name) })
		default:
			work.Go(func() { d.claims(ctx, b.Build, name) })
		}
	}
	for _, f := range t.Formulas {
		if !d.known(f.Name) {
			work.Go(func() { d.claims(ctx, models.Build{Formula: &f}, f.Name) })
		}
	}
	work.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	results := d.report(t.Formulas)
	d.crossCheck(ctx, results)
	d.rememberChecks(ctx, results)
	d.explainKept(results)
	if d.Progress != nil {
		for _, r := range results {
			d.Progress(r)
		}
	}
	return results, ctx.Err()
}

func (v *Verifier) decision(c config.Config, a *registry.Algorithm) *decision {
	return &decision{Verifier: v, config: c, algorithm: a, results: map[string]*Result{}, models: map[string]*models.Model{}}
}

// decision is the work on one configuration.
type decision struct {
	*Verifier
	config    config.Config
	algorithm *registry.Algorithm
	wanted    []string

	mu       sync.Mutex
	results  map[string]*Result       // by property
	overflow pan.Verdict              // on no-overflow, which every pass rests on
	models   map[string]*models.Model // rendered so far, by Build
	keys     map[string]cache.Key     // of the results in the cache, by property
	exploration
}

// refuse finds out before any work whether some model cannot be.
func (d *decision) refuse(formulas []models.Formula) error {
	for _, name := range d.wanted {
		if _, err := d.algorithm.Property(d.config, name); err != nil {
			return err
		}
		if _, err := d.render(models.Build{Property: name}); err != nil {
			return err
		}
	}
	for k, f := range formulas {
		if slices.ContainsFunc(formulas[:k], func(g models.Formula) bool { return g.Name == f.Name }) {
			return &config.Error{Operand: "ltl " + f.Name, Reason: "given twice"}
		}
		if _, err := d.render(models.Build{Formula: &f}); err != nil {
			return err
		}
	}
	return nil
}

// newResult has what is known before any run.
func (d *decision) newResult(property string) *Result {
	return &Result{
		Algorithm: d.config.Algorithm, Variant: d.config.Variant.String(), Configuration: d.config,
		Property: property, Unbounded: d.config.Rounds == 0, Rounds: d.config.Rounds,
		Fairness: FairnessNone, Commands: []string{}, Engine: EngineSPIN,
		Tools: map[string]string{"mxgen": models.Version(), "spin": d.Tools.Spin.Version},
	}
}

// render returns a model of the configuration, made once.
func (d *decision) render(b models.Build) (*models.Model, error) {
	name := "property " + b.Property
	switch {
	case b.Formula != nil:
		name = "formula " + b.Formula.Name
	case b.Count != nil:
		name = "count " + b.Count.String()
	case b.Bare:
		name = "bare"
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if m := d.models[name]; m != nil {
		return m, nil
	}
	m, err := models.Render(d.config, b)
	if err == nil {
		d.models[name] = m
	}
	return m, err
}

// done keeps a result.
func (d *decision) done(r *Result) {
	d.remember(r)
	d.mu.Lock()
	d.results[r.Property] = r
	d.mu.Unlock()
}

// known tells whether a property is decided.
func (d *decision) known(property string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.results[property] != nil
}

// report is the results in order, once all are known.
func (d *decision) report(formulas []models.Formula) []Result {
	names := slices.Clone(d.wanted)
	for _, f := range formulas {
		names = append(names, f.Name)
	}
	var all []Result
	for _, p := range d.algorithm.PropertiesOf(d.config) {
		if slices.Contains(names, p.Name) {
			all = append(all, d.settled(*d.results[p.Name]))
		}
	}
	for _, f := range formulas {
		r := d.settled(*d.results[f.Name])
		r.Formula = f.Text
		all = append(all, r)
	}
	return all
}

// settled takes a pass back where the model was too small for what happens: it
// says nothing then about the algorithm.
func (d *decision) settled(r Result) Result {
	if r.Verdict == pan.Pass && d.overflow != pan.Pass && r.Property != noOverflow {
		r.Verdict = pan.Inconclusive
		r.Reason = fmt.Sprintf("no error found, but %s is not established: %s", noOverflow, d.overflow)
	}
	return r
}

// noOverflow is the property that every other one's pass rests on.
const noOverflow = "no-overflow"

// slot waits for a place among the runs; the function gives it back.
func (v *Verifier) slot(ctx context.Context) (func(), error) {
	select {
	case v.Slots <- struct{}{}:
		return func() { <-v.Slots }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// spinFlags generate every verifier.
var spinFlags = []string{"-o2"}

// prepared is a model that spin has accepted.
type prepared struct {
	*runner.Job
	model *models.Model
}

// prepare renders a model and runs spin on it.
func (d *decision) prepare(ctx context.Context, b models.Build) (*prepared, error) {
	m, err := d.render(b)
	if err != nil {
		return nil, err
	}
	free, err := d.slot(ctx)
	if err != nil {
		return nil, err
	}
	defer free()
	job, err := runner.Prepare(ctx, d.Tools, m.Source, spinFlags, d.Limits)
	if err != nil {
		return nil, err
	}
	return &prepared{job, m}, nil
}

// finish keeps a job's files if they are wanted, under a name of its own, and
// removes the job.  Files that cannot be kept are a warning.
func (d *decision) finish(p *prepared, name string, rs ...*Result) {
	defer p.Close()
	if d.Keep == "" {
		return
	}
	dir := filepath.Join(d.Keep, name)
	err := p.Job.Keep(dir)
	for _, r := range rs {
		if err != nil {
			r.Warnings = append(r.Warnings, notKept("files", err))
			continue
		}
		if r.Counterexample != nil {
			text := []byte(EventText(*r))
			if err := os.WriteFile(filepath.Join(dir, "events.txt"), text, 0o644); err != nil {
				r.Warnings = append(r.Warnings, notKept("events", err))
			}
		}
	}
}

// failed is the verdict where a tool could not do its work.
func failed(r *Result, err error) *Result {
	r.Verdict, r.Reason = pan.Error, err.Error()
	var tool *runner.ToolError
	if errors.As(err, &tool) && tool.Killed != "" {
		r.Verdict = pan.Inconclusive
	}
	return r
}

// take fills in what a run says, whatever its verdict.
func (d *decision) take(r *Result, p *prepared, run runner.Result) {
	if states := int64(run.Output.Stored); states >= r.States {
		r.States, r.Transitions, r.Depth = states, int64(run.Output.Transitions), run.Output.Depth
		r.Vector = run.Output.VectorBytes
	}
	d.spend(r, p, run)
}

// spend adds what a run took that is not the one that decides.
func (d *decision) spend(r *Result, p *prepared, run runner.Result) {
	r.SHA256 = fmt.Sprintf("%x", sha256.Sum256(p.model.Source))
	r.Tools[run.Compiler.Tool.Name] = run.Compiler.Tool.Version
	r.Seconds += run.Running
	r.Memory = max(r.Memory, run.Peak, int64(run.Output.MemoryMB*1e6)) // a short run is over before it is measured
	var commands []string
	for _, s := range p.Steps() {
		commands = append(commands, s.Command)
	}
	for _, c := range append(commands, run.Commands...) { // those of a run from the cache are no steps of this job
		if !slices.Contains(r.Commands, c) {
			r.Commands = append(r.Commands, c)
		}
	}
	for _, again := range run.Retries {
		r.Retries = append(r.Retries, again.What+": "+again.Why)
	}
}
