package bounds

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/reference"
	programs "github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/results/compare"
	"github.com/mxgen/mxgen/results/replay"
)

// Confirmation is how SPIN confirms numbers that the model does not count.
type Confirmation struct {
	Runs   int    `json:"runs"`   // of the program that the model has executed, with equal states after each event
	Graphs string `json:"graphs"` // "equal": the model and the program have the same states and labelled edges, so that a number of the one is one of the other; else why they were not compared
	States int64  `json:"states"` // of the model, 0 where the graphs were not compared
}

// graphsEqual is what Confirmation says of graphs that are equal.
const graphsEqual = "equal"

// mostComparedStates is how many states of the measurement there may be where graphs are still
// compared: there are fewer in the graphs.
const mostComparedStates = 500_000

// findChains finds the least and the most messages in sequence before an entry, by the node
// that enters.
func (f Finder) findChains(ctx context.Context, b *Bounds) error {
	c := b.Configuration
	system, err := programs.New(c)
	if err != nil {
		return err
	}
	var program explore.Extremes
	err = f.withinLimits(ctx, func(ctx context.Context) (err error) {
		program, err = explore.Measure(ctx, system, b.chainMeter(system), f.explorerOptions())
		return err
	})
	if err := b.leaveOpen(ctx, err); err != nil {
		return fmt.Errorf("%s: the program's runs: %w", c, err)
	}
	b.Depth = program.Depth
	for _, i := range requesters(c) {
		n := NodeBounds{Node: i}
		for _, x := range program.Nodes {
			if x.Node == i {
				n.take(x)
			}
		}
		n.States.Go = int64(program.States)
		b.Nodes = append(b.Nodes, n)
	}
	debug.FreeOSMemory()
	if err := f.executePart(ctx, b, system); err != nil {
		return err
	}
	return f.compareGraphs(ctx, b, program.States)
}

// chainMeter says what the explorer counts.
func (b *Bounds) chainMeter(s *reference.System) explore.Meter {
	if b.Measure == registry.MeasureResponse {
		return explore.Meter{Chain: explore.FromRequest, Alone: true, Restless: len(s.World().InFlight()) > 0}
	}
	return explore.Meter{Chain: explore.FromExit, Blocked: b.Load == registry.LoadBlocked}
}

// executePart has the model execute the program's runs with the most and the least.
func (f Finder) executePart(ctx context.Context, b *Bounds, system *reference.System) error {
	r := replay.Replayer{Tools: f.Tools, Limits: f.Limits}
	b.SPIN = &Confirmation{}
	var runs [][]event.Event
	for k := range b.Nodes {
		n := &b.Nodes[k]
		if !n.Ends {
			continue
		}
		var err error
		if n.leastRun, err = replay.ProgramCounterexample(system, n.leastEvents, nil, false); err != nil {
			return err
		}
		if n.mostRun, err = replay.ProgramCounterexample(system, n.mostEvents, nil, false); err != nil {
			return err
		}
		runs = append(runs, n.leastEvents, n.mostEvents)
	}
	if len(runs) == 0 {
		return nil
	}
	if err := r.Execute(ctx, b.Configuration, runs); err != nil {
		return b.leaveOpen(ctx, fmt.Errorf("%s: the model and the program disagree: %w", b.Configuration, err))
	}
	b.SPIN.Runs = len(runs)
	return nil
}

// compareGraphs has SPIN confirm that there are no other runs.
func (f Finder) compareGraphs(ctx context.Context, b *Bounds, states int) error {
	switch {
	case !b.Complete:
		b.SPIN.Graphs = "not compared: the program's is not complete"
		return nil
	case states > mostComparedStates:
		b.SPIN.Graphs = fmt.Sprintf("not compared: the search had %d states, more than %d", states, mostComparedStates)
		return nil
	}
	x := compare.Comparer{Tools: f.Tools, Limits: f.Limits}
	g, err := x.Compare(ctx, b.Configuration, compare.Options{NoProperties: true})
	if errors.Is(err, compare.ErrTooLarge) {
		b.SPIN.Graphs = "not compared: " + err.Error()
		return nil
	}
	if err != nil {
		b.SPIN.Graphs = "not compared: interrupted"
		return b.leaveOpen(ctx, err)
	}
	b.Commands = append(b.Commands, g.Commands...)
	if !g.Equal {
		return fmt.Errorf("%s: the model and the program disagree: mxgen compare shows where", b.Configuration)
	}
	b.SPIN.Graphs, b.SPIN.States = graphsEqual, g.States.SPIN
	return nil
}

// String says what SPIN has confirmed.
func (c *Confirmation) String() string {
	text := fmt.Sprintf("the model has executed %d runs with these numbers", c.Runs)
	if c.Graphs == graphsEqual {
		return text + fmt.Sprintf("; it has no others, because its %d states and their edges are those of the program", c.States)
	}
	return text + "; the graphs were " + c.Graphs
}
