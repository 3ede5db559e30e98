// Package compare compares the whole behaviour of a model with that of the Go
// program: the reachable graph of the model, as SPIN searches it, with the reachable
// graph of the program, as the explorer of package reference searches it.  States are
// the values of the compared variables, edges are labelled with events.
//
// The two graphs must be equal.  Where they are not, the comparison shows the nearest
// difference: the shortest sequence of events after which one side can do what the
// other cannot.  Comparer.Compare compares one configuration, Comparer.Suite all
// configurations of a suite.
//
//	compare.go     the comparison of one configuration
//	graphs.go      both graphs in one form, and whether they are equal
//	difference.go  the nearest difference
//	predicates.go  what the properties of both sides mean
//	steps.go       the same of properties of steps
//	checks.go      the text of what an edited model checks
//	build.go       of which generated model an edited one is an edit
//	suite.go       suites
//	table.go       tables of a suite's comparisons
package compare

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// Comparer compares models with programs.
type Comparer struct {
	Tools  toolchain.Tools
	Limits process.Limits // of each run of a tool; the explorer has the same
	Slots  process.Slots  // how many comparisons of a suite go on at once
}

// Comparison is what the two reachable graphs, the model's and the program's, have in
// common.
type Comparison struct {
	Schema        string        `json:"schema"`
	Algorithm     string        `json:"algorithm"`
	Configuration config.Config `json:"configuration"`
	Equal         bool          `json:"equal"`
	// Edges says how the sets of labelled edges were compared: one by one ("compared"), or
	// by the number of edges with each label and a hash over all edges ("hashed").
	Edges       string        `json:"edges"`
	States      results.Sides `json:"states"`
	Transitions results.Sides `json:"transitions"`
	// Partial says that the search of the model ended when it had so many states, more than the program: it has more of them,
	// and of the edges.
	Partial    bool         `json:"partial,omitempty"`
	Difference *Difference  `json:"difference,omitempty"` // the nearest one
	Labels     []LabelCount `json:"labels,omitempty"`     // whose numbers differ
	// Properties says what the properties mean on both sides, nil if the graphs differ or
	// the model has no property.
	Properties *PropertyComparison `json:"properties,omitempty"`
	// Checks is a check of an edited model that is not the generated one's, nil if there is none or
	// something else differs.
	Checks *CheckDifference `json:"checks,omitempty"`
	// Undecided is a property of an edited model, or a macro of one, that has not the text of the generated model and has
	// the same truth in every state that was tried: whether it means the same is not known.  nil: there is none, or
	// something differs.
	Undecided *CheckDifference `json:"undecided,omitempty"`
	// NotCompared has the formulas and never claims of an edited model: they do not change what it does.
	NotCompared []string `json:"not_compared,omitempty"`
	SHA256      string   `json:"sha256"` // of the model
	Commands    []string `json:"commands"`
}

// LabelCount is how many edges with a label each graph has.
type LabelCount struct {
	Label string `json:"label"`
	results.Sides
}

// Values of Comparison.Edges.
const (
	EdgesCompared = "compared"
	EdgesHashed   = "hashed"
)

// Options are the options of a comparison.
type Options struct {
	Model        []byte // an edited model; nil: the model that mxgen generates
	NoProperties bool   // compare the graphs alone
	MaxEdges     int64  // a graph with more edges is compared by a hash of them; 0: DefaultMaxEdges
}

// DefaultMaxEdges is how many edges are compared one by one.
const DefaultMaxEdges = 4_000_000

// Compare explores both sides completely and compares them.
//
// The error is a *config.Error or a *process.ToolError, says that one side is
// too large for the limits, or is ctx's.
func (x Comparer) Compare(ctx context.Context, c config.Config, o Options) (*Comparison, error) {
	if o.MaxEdges == 0 {
		o.MaxEdges = DefaultMaxEdges
	}
	if o.Model != nil {
		if err := checkComparable(c, o.Model); err != nil {
			return nil, err
		}
	}
	program, err := explored(ctx, c, x.Limits)
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
	job, err := runner.Prepare(ctx, x.Tools, source, runner.KeepWriteOnly, x.Limits)
	if err != nil {
		return nil, err
	}
	defer job.Close()
	g := &graphs{program: program, result: &Comparison{
		Schema: results.CompareSchema, Algorithm: c.Algorithm, Configuration: c,
		SHA256: fmt.Sprintf("%x", sha256.Sum256(source)),
	}}
	edges := program.Transitions() <= o.MaxEdges
	if err := g.compare(ctx, job, edges, x.Limits); err != nil {
		return nil, err
	}
	if !g.result.Equal && !edges { // the path to a difference consists of edges
		if err := g.compare(ctx, job, true, x.Limits); err != nil {
			return nil, err
		}
	}
	if g.result.Equal && !o.NoProperties {
		if err := x.compareProperties(ctx, c, g.program, o.Model, g.result); err != nil {
			return nil, err
		}
		silent, err := g.silentSteps(job)
		if err != nil {
			return nil, err
		}
		if err := compareChecks(c, o.Model, silent, g.result); err != nil {
			return nil, err
		}
	}
	for _, s := range job.Steps() {
		g.result.Commands = append(g.result.Commands, s.Command)
	}
	return g.result, nil
}

// explored is the program's reachable graph.
func explored(ctx context.Context, c config.Config, limits process.Limits) (*explore.Graph, error) {
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
