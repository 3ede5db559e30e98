// Package bounds finds what an entry costs: exactly the least and the most, of all runs, or
// the expected value.  Beside them it sets what the sources of the algorithm state.
//
//	counts.go   messages for a request, and entries of others while it waits
//	chains.go   messages in sequence: synchronisation delay and response
//	averages.go expected messages for a request
//	storage.go  bits of a node and of a message
//	stated.go   the statements of the sources
//
// The explorer of package reference finds the numbers in the Go program, and SPIN confirms
// them in the model.  Counts: a search of all runs shows that no number is outside, and a
// search for a shortest run finds a run with the most and one with the least, which the
// program counts once more.  Chains: SPIN executes the runs with the most and the least, and
// its whole graph of states and events is compared with the program's.
package bounds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// Finder finds bounds with the explorer and SPIN.
type Finder struct {
	Tools  toolchain.Tools
	Limits process.Limits // memory of all searches together; time of each
	Jobs   int            // runs of SPIN at once, which share the memory; 0: one for each processor
}

// Bounds is the exact cost of a request, beside the bounds that the sources state.
type Bounds struct {
	Schema        string                  `json:"schema"`
	Algorithm     string                  `json:"algorithm"`
	Configuration config.Config           `json:"configuration"`
	Measure       registry.Measure        `json:"measure"`
	Unit          string                  `json:"unit"` // of the numbers
	Load          registry.Load           `json:"load"`
	Entries       int                     `json:"entries"`            // that the numbers are for: 1, or those of a complete run
	Unserved      bool                    `json:"unserved,omitempty"` // some requests are expected never to be served: they do not count
	Complete      bool                    `json:"complete"`           // all runs were seen, and SPIN agrees; otherwise each number occurs, but there may be others
	Reason        string                  `json:"reason,omitempty"`   // why it is not complete
	Depth         int                     `json:"depth"`              // all runs of so many events were seen
	Ends          bool                    `json:"ends"`               // some request, or run, comes to its end; otherwise there are no numbers
	Least         int                     `json:"least"`
	Most          int                     `json:"most"`
	Nodes         []NodeBounds            `json:"nodes"`               // by node, or one with node 0 for complete runs
	Stated        []StatedBound           `json:"claims"`              // by the sources
	MostRun       *results.Counterexample `json:"most_run,omitempty"`  // a run to the most of the node below
	LeastRun      *results.Counterexample `json:"least_run,omitempty"` // a run to the least of the node below, where it violates a stated bound
	MostNode      int                     `json:"most_node,omitempty"` // that violates a stated bound, or has the most of all
	LeastNode     int                     `json:"least_node,omitempty"`
	SPIN          *Confirmation           `json:"spin,omitempty"`        // of measures that the model does not count
	Average       *Average                `json:"average,omitempty"`     // of measure average
	Storage       *Storage                `json:"storage,omitempty"`     // of measure storage
	Interrupted   string                  `json:"interrupted,omitempty"` // as that of a results.Report; it is then not complete
	Commands      []string                `json:"commands"`
}

// NodeBounds is what the requests of one node cost.
type NodeBounds struct {
	Node   int           `json:"node"`
	Ends   bool          `json:"ends"`
	Least  int           `json:"least"`
	Most   int           `json:"most"`
	Values []int         `json:"values"` // all numbers that occur, ascending
	States results.Sides `json:"states"` // that were visited

	leastEvents, mostEvents []event.Event // of the explorer's runs
	leastRun, mostRun       *results.Counterexample
	commands                []string
}

// Find finds the least and the most that a request costs.
//
// The error is a *config.Error, or a *process.ToolError, or says that a search was not
// complete, or that SPIN and the explorer disagree.  A signal (results.Interruption) is no error: the
// bounds are then not complete.
func (f Finder) Find(ctx context.Context, c config.Config, m registry.Measure, l registry.Load) (*Bounds, error) {
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil {
		return nil, err
	}
	if l, err = a.LoadFor(c, m, l); err != nil {
		return nil, err
	}
	b := &Bounds{Schema: results.BoundsSchema, Algorithm: c.Algorithm, Configuration: c, Measure: m, Unit: units[m], Load: l, Entries: 1,
		Complete: true, Nodes: []NodeBounds{}, Stated: []StatedBound{}, Commands: []string{}}
	f.Limits.Memory = max(f.Limits.Memory, 1)
	// The collector works harder near the limit; near a small one it would do nothing else.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(max(f.Limits.Memory, leastCollected)))
	if l == registry.LoadRun {
		b.Entries = 0
		for i := 1; i <= c.N; i++ {
			b.Entries += c.Entries(i)
		}
	}
	switch {
	case m == registry.MeasureAverage:
		return b, f.average(ctx, b, a)
	case m == registry.MeasureStorage:
		return b, f.storage(ctx, b, a)
	case m.Chain():
		err = f.findChains(ctx, b)
	default:
		err = f.findCounts(ctx, b, a)
	}
	if err != nil {
		return nil, err
	}
	b.Unserved = a.Fails != nil && a.Fails(c)["starvation"] != ""
	b.takeExtremes()
	b.checkStated(a)
	return b, nil
}

// leastCollected is the least memory limit of the garbage collector.
const leastCollected = 512 << 20

// units are what the numbers count.
var units = map[registry.Measure]string{
	registry.MeasureMessages: "messages", registry.MeasureBypass: "entries",
	registry.MeasureDelay: "messages in sequence", registry.MeasureResponse: "messages in sequence",
	registry.MeasureAverage: "messages", registry.MeasureStorage: "bits",
}

// explorerOptions are the explorer's share of the limits.
func (f Finder) explorerOptions() explore.Options {
	return explore.Options{MaxBytes: f.Limits.Memory / 4 * 3} // the rest is for what it works on
}

// withinLimits calls do with a context that ends when the time limit of a search does.
func (f Finder) withinLimits(ctx context.Context, do func(context.Context) error) error {
	if f.Limits.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, f.Limits.Timeout)
		defer cancel()
		err := do(limited)
		if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("%w: the time limit of %v: %s", explore.ErrIncomplete, f.Limits.Timeout, strings.TrimSuffix(err.Error(), ": "+context.DeadlineExceeded.Error()))
		}
		return err
	}
	return do(ctx)
}

// leaveOpen notes that a search was not complete, because of a limit or because a signal ended
// it.  Any other error is returned.
func (b *Bounds) leaveOpen(ctx context.Context, err error) error {
	by := results.InterruptedBy(ctx)
	reason := ""
	switch {
	case err == nil:
		return nil
	case by != "":
		b.Interrupted, reason = by, "interrupted: "+by
	case errors.Is(err, explore.ErrIncomplete):
		reason = strings.TrimPrefix(err.Error(), explore.ErrIncomplete.Error()+": ")
	default:
		return err
	}
	b.Complete, b.Reason = false, cmp.Or(b.Reason, reason)
	return nil
}

// requesters are the nodes that request.
func requesters(c config.Config) []int {
	var all []int
	for i := 1; i <= c.N; i++ {
		if c.Requests(i) {
			all = append(all, i)
		}
	}
	return all
}

// takeExtremes fills in the least and the most of all nodes.
func (b *Bounds) takeExtremes() {
	for _, n := range b.Nodes {
		b.Commands = append(b.Commands, n.commands...)
		if !n.Ends {
			continue
		}
		if !b.Ends || n.Least < b.Least {
			b.Least = n.Least
		}
		if !b.Ends || n.Most > b.Most {
			b.Most, b.MostNode, b.MostRun = n.Most, n.Node, n.mostRun
		}
		b.Ends = true
	}
}
