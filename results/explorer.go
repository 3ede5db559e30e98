package results

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/runner/pan"
)

// The engines that decide.
const (
	EngineSPIN = "spin"
	EngineGo   = "go"
)

// crossCheckStates is how many states the explorer looks at to check SPIN's
// verdicts: what it can do in about a second.
const crossCheckStates = 300_000

// agrees is the CrossCheck of a verdict that both sides came to.
const agrees = "agrees"

// crossCheck holds SPIN's verdicts against the explorer's.  A disagreement is
// an error: one of the two derivations of the algorithm is wrong, or mxgen is.
func (d *decision) crossCheck(ctx context.Context, results []Result) {
	if !slices.ContainsFunc(results, func(r Result) bool { return r.CrossCheck == "" }) {
		return // the cache has it
	}
	if !slices.ContainsFunc(results, func(r Result) bool { return r.Verdict == pan.Pass || r.Verdict == pan.Fail }) {
		note(results, "not done: SPIN has no verdict")
		return
	}
	d.explore(ctx)
	if d.explored == nil {
		note(results, d.unexplored)
		return
	}
	for k := range results {
		results[k].against(d.explored)
	}
}

// exploration is the explorer's graph of a configuration, made once.
type exploration struct {
	once       sync.Once
	explored   *explore.Graph
	unexplored string // why there is none
}

// explore makes the graph, in a slot.
func (d *decision) explore(ctx context.Context) {
	d.once.Do(func() {
		d.unexplored = "not done: the program has more than " + fmt.Sprint(crossCheckStates) + " states"
		switch {
		case d.config.Bug != "":
			d.unexplored = "not done: the seeded bug is in the model alone"
			return
		case len(d.wanted) == 0:
			d.unexplored = "not done: the explorer does not know this property"
			return
		case d.statesOfSPIN() > 2*crossCheckStates:
			return
		}
		free, err := d.slot(ctx)
		if err != nil {
			d.unexplored = "not done: " + err.Error()
			return
		}
		defer free()
		system, err := reference.New(d.config)
		if err != nil {
			d.unexplored = "not done: " + err.Error()
			return
		}
		g := explore.Run(ctx, system, explore.Options{MaxStates: crossCheckStates, Workers: 1})
		if complete, _ := g.Complete(); complete {
			d.explored = g
		}
	})
}

// statesOfSPIN is how many states SPIN's search of the safety model stored, which are
// about as many as the explorer's: where it is far too many nobody has to explore
// to find that out.  0: unknown.
func (d *decision) statesOfSPIN() int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	if r := d.results[noOverflow]; r != nil && r.Verdict == pan.Pass {
		return r.States
	}
	return 0
}

func note(results []Result, text string) {
	for k := range results {
		results[k].CrossCheck = text
	}
}

// against compares one verdict with the explorer's.
func (r *Result) against(g *explore.Graph) {
	v, err := g.Verdict(r.Property)
	switch {
	case err != nil:
		r.CrossCheck = "not done: the explorer does not know this property"
	case r.Verdict != pan.Pass && r.Verdict != pan.Fail:
		r.CrossCheck = "not done: SPIN has no verdict; the explorer says " + string(v.Result)
	case v.Result == explore.Inconclusive:
		r.CrossCheck = "not done: " + v.Reason
	case string(v.Result) == string(r.Verdict):
		r.CrossCheck = agrees
	default:
		r.CrossCheck = "disagrees"
		r.Reason = fmt.Sprintf("the sides disagree: SPIN says %s (%s), the Go explorer says %s %s", r.Verdict, r.Reason, v.Result, v.Reason)
		r.Verdict = pan.Error
	}
}

// Explore decides the properties by the Go explorer alone: for machines that
// have no SPIN.  The user's formulas cannot be decided so.
func Explore(ctx context.Context, t Task, limit time.Duration, memory int64) ([]Result, error) {
	if len(t.Formulas) > 0 {
		return nil, &config.Error{Operand: "ltl " + t.Formulas[0].Name, Reason: "the Go explorer decides no formulas", Remedy: "use --engine spin"}
	}
	if t.Config.Bug != "" {
		return nil, &config.Error{Operand: "bug " + t.Config.Bug, Reason: "is in the model alone", Remedy: "use --engine spin"}
	}
	a, err := algorithms.Lookup(t.Config.Algorithm)
	if err != nil {
		return nil, err
	}
	system, err := reference.New(t.Config)
	if err != nil {
		return nil, err
	}
	bounded, cancel := ctx, func() {}
	if limit > 0 {
		bounded, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	began := time.Now()
	g := explore.Run(bounded, system, explore.Options{MaxBytes: memory})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var all []Result
	for _, p := range a.PropertiesOf(t.Config) {
		if t.Properties != nil && !slices.Contains(t.Properties, p.Name) {
			continue
		}
		r, err := exploredResult(g, t.Config, p)
		if err != nil {
			return nil, err
		}
		r.Seconds = time.Since(began).Seconds()
		all = append(all, r)
	}
	return all, nil
}

// exploredResult is the explorer's verdict as a result.
func exploredResult(g *explore.Graph, c config.Config, p registry.Property) (Result, error) {
	r := Result{
		Algorithm: c.Algorithm, Variant: c.Variant.String(), Configuration: c, Property: p.Name,
		Engine: EngineGo, CrossCheck: "not done: the explorer alone was asked",
		States: int64(g.States()), Transitions: g.Transitions(), Depth: int64(g.Depth()), Memory: g.Bytes(),
		Unbounded: c.Rounds == 0, Rounds: c.Rounds, Fairness: FairnessNone,
		Commands: []string{}, Tools: map[string]string{"mxgen": models.Version()},
	}
	if p.Kind == registry.Liveness {
		r.Fairness = FairnessMessage
	}
	v, err := g.Verdict(p.Name)
	if err != nil {
		return r, fmt.Errorf("internal: %w", err)
	}
	r.Verdict, r.Reason = pan.Verdict(v.Result), v.Reason
	switch {
	case v.Result == explore.Pass:
		r.Reason = "every state explored by the Go program; SPIN was not asked"
	case v.Result == explore.Fail && p.Kind != registry.Reach:
		r.ConfirmedBy = []string{"go"}
		r.Counterexample, err = programRun(g.System(), v, p.Kind == registry.Liveness)
	}
	return r, err
}

// programRun is a violation that the explorer found, with what each event
// changes.
func programRun(s *reference.System, v explore.Verdict, lasso bool) (*Counterexample, error) {
	c := &Counterexample{Cycle: -1, Steps: []Step{}}
	if lasso {
		c.Cycle = len(v.Path)
	}
	w := s.World()
	names := s.Variables()
	before, _ := w.Values(nil) // what does not fit is itself a violation
	for _, e := range append(append([]event.Event{}, v.Path...), v.Cycle...) {
		if _, err := w.Step(e); err != nil {
			return nil, fmt.Errorf("internal: the explorer's run does not replay: %w", err)
		}
		after, _ := w.Values(nil)
		step := Step{Event: e.String(), Changes: []Change{}}
		for k := range min(len(before), len(after)) {
			if before[k] != after[k] {
				value := fmt.Sprint(after[k])
				if names[k].Phase {
					value = phases[after[k]]
				}
				step.Changes = append(step.Changes, Change{names[k].Name, value})
			}
		}
		c.Steps = append(c.Steps, step)
		before = after
	}
	return c, nil
}
