package results

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/runner"
)

// CompareSchema is the version of the JSON form of comparisons.
const CompareSchema = "mxgen.compare/v1"

// Comparison holds the model's reachable graph, as SPIN makes it, against the
// program's, as the explorer makes it.
type Comparison struct {
	Schema        string        `json:"schema"`
	Algorithm     string        `json:"algorithm"`
	Configuration config.Config `json:"configuration"`
	Equal         bool          `json:"equal"`
	// Edges says what was compared besides the set of states: "compared", the
	// set of labelled edges, or "counted", their number by label.
	Edges       string       `json:"edges"`
	States      Sides        `json:"states"`
	Transitions Sides        `json:"transitions"`
	Difference  *Difference  `json:"difference,omitempty"` // the nearest one
	Labels      []LabelCount `json:"labels,omitempty"`     // whose numbers differ
	SHA256      string       `json:"sha256"`               // of the model
	Commands    []string     `json:"commands"`
}

// Sides is a number on each side.
type Sides struct {
	SPIN int64 `json:"spin"`
	Go   int64 `json:"go"`
}

// LabelCount is how often an event occurs in each graph.
type LabelCount struct {
	Label string `json:"label"`
	Sides
}

// Values of Comparison.Edges.
const (
	EdgesCompared = "compared"
	EdgesCounted  = "counted"
)

// CompareOptions bound a comparison.
type CompareOptions struct {
	Model    []byte // an edited model, nil: the one that mxgen generates
	MaxEdges int64  // more are counted by label, not compared; 0: DefaultMaxEdges
}

// DefaultMaxEdges is how many edges are compared one by one.
const DefaultMaxEdges = 4_000_000

// Compare explores both sides completely and compares them.
//
// The error is a *config.Error or a *runner.ToolError, says that one side is
// too large for the limits, or is ctx's.
func (v *Verifier) Compare(ctx context.Context, c config.Config, o CompareOptions) (*Comparison, error) {
	if o.MaxEdges == 0 {
		o.MaxEdges = DefaultMaxEdges
	}
	program, err := explored(ctx, c, v.Limits)
	if err != nil {
		return nil, err
	}
	source := o.Model
	if source == nil {
		m, err := models.Render(c, models.Build{Bare: true})
		if err != nil {
			return nil, err
		}
		source = m.Source
	}
	job, err := runner.Prepare(ctx, v.Tools, source, []string{"-o2"}, v.Limits)
	if err != nil {
		return nil, err
	}
	defer job.Close()
	x := &comparer{program: program, result: &Comparison{
		Schema: CompareSchema, Algorithm: c.Algorithm, Configuration: c,
		SHA256: fmt.Sprintf("%x", sha256.Sum256(source)),
	}}
	edges := program.Transitions() <= o.MaxEdges
	if err := x.compare(ctx, job, edges, v.Limits); err != nil {
		return nil, err
	}
	if !x.result.Equal && !edges { // the way to a difference leads along edges
		if err := x.compare(ctx, job, true, v.Limits); err != nil {
			return nil, err
		}
	}
	for _, s := range job.Steps() {
		x.result.Commands = append(x.result.Commands, s.Command)
	}
	return x.result, nil
}

// explored is the program's graph.
func explored(ctx context.Context, c config.Config, limits runner.Limits) (*explore.Graph, error) {
	if limits.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limits.Timeout)
		defer cancel()
	}
	system, err := algorithms.New(c)
	if err != nil {
		return nil, err
	}
	g := explore.Run(ctx, system, explore.Options{MaxBytes: limits.Memory})
	if complete, why := g.Complete(); !complete {
		return nil, fmt.Errorf("%w: explorer: %s", ErrTooLarge, why)
	}
	return g, nil
}

// initialState is the initial state of the model that is compared.
func (v *Verifier) initialState(ctx context.Context, c config.Config) (initial []runner.Variable, err error) {
	m, err := models.Render(c, models.Build{Bare: true})
	if err != nil {
		return nil, err
	}
	job, err := runner.Prepare(ctx, v.Tools, m.Source, []string{"-o2"}, v.Limits)
	if err != nil {
		return nil, err
	}
	defer job.Close()
	err = job.Drive(ctx, func(func(string) bool) {}, func(_ int, variables []runner.Variable) error {
		initial = append(initial, variables...)
		return nil
	}, v.Limits)
	return initial, err
}
