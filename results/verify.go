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
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// Verifier decides properties with SPIN.
type Verifier struct {
	Tools  runner.Tools
	Limits runner.Limits // of each run of pan
	Slots  chan struct{} // one run holds one; its capacity is how many run at once
	Keep   string        // directory for the runs' files, "" to remove them
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
	a, err := models.Lookup(t.Config.Algorithm)
	if err != nil {
		return nil, err
	}
	d := &decision{Verifier: v, config: t.Config, algorithm: a, wanted: t.Properties, results: map[string]*Result{}}
	if t.Properties == nil {
		for _, p := range a.PropertiesOf(t.Config) {
			d.wanted = append(d.wanted, p.Name)
		}
	}
	if err := d.refuse(t.Formulas); err != nil {
		return nil, err
	}
	var work sync.WaitGroup
	work.Go(func() { d.safety(ctx) })
	for _, b := range models.Builds(t.Config, d.wanted) {
		switch name := b.Build.Property; {
		case name == "":
		case kind(a, name) == models.Ghost:
			work.Go(func() { d.alone(ctx, name) })
		default:
			work.Go(func() { d.claims(ctx, b.Build, name) })
		}
	}
	for _, f := range t.Formulas {
		work.Go(func() { d.claims(ctx, models.Build{Formula: &f}, f.Name) })
	}
	work.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	results := d.report(t.Formulas)
	d.crossCheck(ctx, results)
	if d.Progress != nil {
		for _, r := range results {
			d.Progress(r)
		}
	}
	return results, ctx.Err()
}

// decision is the work on one configuration.
type decision struct {
	*Verifier
	config    config.Config
	algorithm *models.Algorithm
	wanted    []string

	mu       sync.Mutex
	results  map[string]*Result // by property
	overflow pan.Verdict        // on no-overflow, which every pass rests on
}

// refuse finds out before any work whether some model cannot be.
func (d *decision) refuse(formulas []models.Formula) error {
	for _, name := range d.wanted {
		if _, err := d.algorithm.Property(d.config, name); err != nil {
			return err
		}
		if _, err := models.Render(d.config, models.Build{Property: name}); err != nil {
			return err
		}
	}
	for k, f := range formulas {
		if slices.ContainsFunc(formulas[:k], func(g models.Formula) bool { return g.Name == f.Name }) {
			return &config.Error{Operand: "ltl " + f.Name, Reason: "given twice"}
		}
		if _, err := models.Render(d.config, models.Build{Formula: &f}); err != nil {
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

// done keeps a result.
func (d *decision) done(r *Result) {
	d.mu.Lock()
	d.results[r.Property] = r
	d.mu.Unlock()
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

// prepared is a model that spin has accepted.
type prepared struct {
	*runner.Job
	model *models.Model
}

// prepare renders a model and runs spin on it.
func (d *decision) prepare(ctx context.Context, b models.Build) (*prepared, error) {
	m, err := models.Render(d.config, b)
	if err != nil {
		return nil, err
	}
	free, err := d.slot(ctx)
	if err != nil {
		return nil, err
	}
	defer free()
	job, err := runner.Prepare(ctx, d.Tools, m.Source, []string{"-o2"}, d.Limits)
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
			r.Warnings = append(r.Warnings, "files not kept: "+err.Error())
			continue
		}
		if r.Counterexample != nil {
			text := []byte(EventText(*r))
			if err := os.WriteFile(filepath.Join(dir, "events.txt"), text, 0o644); err != nil {
				r.Warnings = append(r.Warnings, "events not kept: "+err.Error())
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
	r.SHA256 = fmt.Sprintf("%x", sha256.Sum256(p.model.Source))
	r.Tools[run.Compiler.Tool.Name] = run.Compiler.Tool.Version
	if states := int64(run.Output.Stored); states >= r.States {
		r.States, r.Transitions, r.Depth = states, int64(run.Output.Transitions), run.Output.Depth
		r.Vector = run.Output.VectorBytes
	}
	r.Seconds += run.Running
	r.Memory = max(r.Memory, run.Peak, int64(run.Output.MemoryMB*1e6)) // a short run is over before it is measured
	for _, s := range p.Steps() {
		if !slices.Contains(r.Commands, s.Command) {
			r.Commands = append(r.Commands, s.Command)
		}
	}
	for _, again := range run.Retries {
		r.Retries = append(r.Retries, again.What+": "+again.Why)
	}
}
