package bounds

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/reference"
	programs "github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/conclude"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/panreplay"
	"github.com/mxgen/mxgen/runner/process"
)

// findCounts finds the least and the most that is counted for the requests of each node, or
// for complete runs.
//
// The explorer searches one node after the other, with all the memory.  A search that does not
// fit ends the work, because those of the other nodes are about as large.  Only then does SPIN
// search, for several nodes at once, which share the memory.
func (f Finder) findCounts(ctx context.Context, b *Bounds, a *registry.Algorithm) error {
	c := b.Configuration
	system, err := programs.New(c)
	if err != nil {
		return err
	}
	nodes := []int{0}
	if b.Load != registry.LoadRun {
		nodes = requesters(c)
	}
	jobs := min(f.jobs(), len(nodes))
	n := nodeSearch{Finder: f, slots: process.NewSlots(jobs), config: c, algorithm: a, system: system}
	searches := make([]nodeSearch, len(nodes))
	for k, i := range nodes {
		searches[k] = n
		searches[k].count = models.Count{Measure: b.Measure, Load: b.Load, Node: i}
		found, depth, err := searches[k].explore(ctx)
		b.Nodes, b.Depth = append(b.Nodes, found), max(b.Depth, depth)
		if err == nil {
			continue
		}
		if err := b.leaveOpen(ctx, err); err != nil {
			return fmt.Errorf("%s: the program's runs: %w", c, err)
		}
		b.Depth = depth
		if k+1 < len(nodes) {
			b.Reason += fmt.Sprintf("; of %d nodes %d were not searched", len(nodes), len(nodes)-k-1)
		}
		if err := f.executePart(ctx, b, system); err != nil {
			return err
		}
		return f.compareGraphs(ctx, b, 0)
	}
	debug.FreeOSMemory() // for SPIN
	if searches[0].after() {
		if err := f.executePart(ctx, b, system); err != nil {
			return err
		}
		return f.compareGraphs(ctx, b, int(b.Nodes[0].States.Go))
	}
	errs := make([]error, len(nodes))
	var work sync.WaitGroup
	for k := range searches {
		searches[k].Limits.Memory /= int64(jobs)
		work.Go(func() { errs[k] = searches[k].confirm(ctx, &b.Nodes[k]) })
	}
	work.Wait()
	for _, err := range errs {
		if err := b.leaveOpen(ctx, err); err != nil {
			return err
		}
	}
	return nil
}

// jobs is the number of runs of SPIN at once.
func (f Finder) jobs() int {
	if f.Jobs > 0 {
		return f.Jobs
	}
	return runtime.GOMAXPROCS(0)
}

// nodeSearch finds the bounds of one node's requests.
type nodeSearch struct {
	Finder
	slots     process.Slots // for runs of SPIN
	config    config.Config
	algorithm *registry.Algorithm
	count     models.Count // what is counted
	system    *reference.System
}

// explore has the explorer find the numbers.  The error is about a search that was not
// complete; what was found is then a part.
func (n *nodeSearch) explore(ctx context.Context) (found NodeBounds, depth int, err error) {
	found = NodeBounds{Node: n.count.Node}
	var program explore.Extremes
	err = n.withinLimits(ctx, func(ctx context.Context) (err error) {
		program, err = explore.Measure(ctx, n.system, n.meter(), n.explorerOptions())
		return err
	})
	found.take(program.NodeExtremes)
	found.States.Go = int64(program.States)
	return found, program.Depth, err
}

// take fills in what the explorer has found.
func (b *NodeBounds) take(x explore.NodeExtremes) {
	b.Ends, b.Least, b.Most, b.Values = x.Ends, x.Least, x.Most, x.Values
	b.leastEvents, b.mostEvents = x.LeastRun, x.MostRun
}

// confirm has SPIN confirm the numbers.
func (n *nodeSearch) confirm(ctx context.Context, found *NodeBounds) (err error) {
	if found.States.SPIN, err = n.confirmNoneOutside(ctx, found); err != nil || !found.Ends {
		return err
	}
	if found.leastRun, err = n.runTo(ctx, found, n.system, false); err != nil {
		return err
	}
	found.mostRun, err = n.runTo(ctx, found, n.system, true)
	return err
}

// meter says what the explorer counts.
func (n *nodeSearch) meter() explore.Meter {
	return explore.Meter{
		Node: n.count.Node, Bypass: n.count.Measure == registry.MeasureBypass,
		Alone: n.count.Load == registry.LoadAlone, Late: n.algorithm.Counting.Late, After: n.after(),
	}
}

// after reports whether only the program can count.
func (n *nodeSearch) after() bool {
	after := n.algorithm.Counting.After
	return n.count.Measure == registry.MeasureMessages && n.count.Load == registry.LoadAny && after != nil && after(n.config)
}

// confirmNoneOutside has SPIN confirm that no request costs less or more than was
// found, or, if none was found to come to its end, that none does.
func (n *nodeSearch) confirmNoneOutside(ctx context.Context, found *NodeBounds) (states int64, err error) {
	count := n.count
	count.Least, count.Most, count.Never = found.Least, found.Most, models.NeverBetween(found.Values)
	if !found.Ends {
		count.Least, count.Most = 1, 0 // any end would violate this
	}
	model, err := n.prepare(ctx, count)
	if err != nil {
		return 0, err
	}
	defer model.Close()
	run, err := n.search(ctx, model, runner.DepthFirst)
	if err != nil {
		return 0, err
	}
	found.addCommands(run)
	switch conclude.Verdict(run.Conclusion.Class) {
	case results.Pass:
		return int64(run.Output.Stored), nil
	case results.Fail:
		return 0, fmt.Errorf("%s: the model and the program disagree: SPIN finds a run outside of %s", n.config, count)
	}
	return 0, fmt.Errorf("%s: %w: SPIN could not decide %s: %s", n.config, explore.ErrIncomplete, count, run.Conclusion.Reason)
}

// runTo has SPIN find a run to the most, or to the least, and the program confirm it.
func (n *nodeSearch) runTo(ctx context.Context, found *NodeBounds, system *reference.System, most bool) (*results.Counterexample, error) {
	count, target := n.count, found.Least
	count.Least, count.Most = found.Least+1, -1
	if most {
		target = found.Most
		count.Least, count.Most = -1, found.Most-1
	}
	if target == 0 && most { // least and most are the same
		return found.leastRun, nil
	}
	model, err := n.prepare(ctx, count)
	if err != nil {
		return nil, err
	}
	defer model.Close()
	run, err := n.search(ctx, model, runner.BreadthFirst) // for a shortest run
	if err == nil && conclude.Verdict(run.Conclusion.Class) == results.Inconclusive {
		run, err = n.search(ctx, model, runner.DepthFirst) // which needs less memory
	}
	if err != nil {
		return nil, err
	}
	found.addCommands(run)
	if run.Conclusion.Class != pan.Violated {
		return nil, fmt.Errorf("%s: the model and the program disagree: SPIN finds no run to %d: %s", n.config, target, run.Conclusion.Reason)
	}
	states, err := panreplay.States(ctx, run.Run, n.Limits)
	if err != nil {
		return nil, err
	}
	shown := replay.Counterexample(states, false)
	if err := n.recount(system, shown, target); err != nil {
		return nil, fmt.Errorf("%s: SPIN's run to %d: %w", n.config, target, err)
	}
	return shown, nil
}

// prepare has spin generate a verifier of the model that asserts a count.
func (n *nodeSearch) prepare(ctx context.Context, count models.Count) (*runner.Job, error) {
	m, err := models.Render(n.config, models.Build{Count: &count})
	if err != nil {
		return nil, err
	}
	release, err := n.slots.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return runner.Prepare(ctx, n.Tools, m.Source, runner.KeepWriteOnly, n.Limits)
}

// search looks for a violated assertion.
func (n *nodeSearch) search(ctx context.Context, model *runner.Job, order runner.Order) (runner.Result, error) {
	release, err := n.slots.Acquire(ctx)
	if err != nil {
		return runner.Result{}, err
	}
	defer release()
	return model.Escalate(ctx, runner.Search{Want: pan.Want{Assertions: true}, Reduction: runner.NoReduction, Order: order}, n.Limits)
}

// recount has the program execute SPIN's run, and count.
func (n *nodeSearch) recount(system *reference.System, shown *results.Counterexample, target int) error {
	var events []event.Event
	for _, s := range shown.Steps {
		e, err := event.Parse(s.Event)
		if err != nil {
			return err
		}
		events = append(events, e)
	}
	got, over, err := explore.Recount(system, n.meter(), events)
	switch {
	case err != nil:
		return err
	case !over || got != target:
		return fmt.Errorf("the program counts %d on it", got)
	}
	return nil
}

// addCommands adds the commands of a search, each once.
func (b *NodeBounds) addCommands(run runner.Result) {
	for _, c := range run.Commands {
		if !slices.Contains(b.commands, c) {
			b.commands = append(b.commands, c)
		}
	}
}
