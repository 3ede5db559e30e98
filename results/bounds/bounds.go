// Package bounds finds how many messages a request costs, or how many other entries it
// waits for: exactly the least and the most, of all runs.  Beside them it sets the bounds
// that the sources of the algorithm state.
//
// The explorer of package reference finds the numbers in the Go program.  SPIN confirms
// them in the model: a search of all runs shows that no number is outside, and a search
// for a shortest run finds a run with the most and one with the least, which the program
// counts once more.
package bounds

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
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
	"github.com/mxgen/mxgen/runner/process"
)

// Finder finds bounds with the explorer and SPIN.
type Finder struct {
	Tools  runner.Tools
	Limits process.Limits // of each run of pan; the explorer has the same memory
	Slots  runner.Slots   // each search holds one
}

// Bounds is the exact cost of a request, beside the bounds that the sources state.
type Bounds struct {
	Schema        string                  `json:"schema"`
	Algorithm     string                  `json:"algorithm"`
	Configuration config.Config           `json:"configuration"`
	Measure       registry.Measure        `json:"measure"`
	Load          registry.Load           `json:"load"`
	Entries       int                     `json:"entries"`            // that the numbers are for: 1, or those of a complete run
	Unserved      bool                    `json:"unserved,omitempty"` // some requests are expected never to be served: they do not count
	Ends          bool                    `json:"ends"`               // some request, or run, comes to its end; otherwise there are no numbers
	Least         int                     `json:"least"`
	Most          int                     `json:"most"`
	Nodes         []NodeBounds            `json:"nodes"`               // by node, or one with node 0 for complete runs
	Stated        []StatedBound           `json:"claims"`              // by the sources
	MostRun       *results.Counterexample `json:"most_run,omitempty"`  // a run to the most of the node below
	LeastRun      *results.Counterexample `json:"least_run,omitempty"` // a run to the least of the node below, where it violates a stated bound
	MostNode      int                     `json:"most_node,omitempty"` // that violates a stated bound, or has the most of all
	LeastNode     int                     `json:"least_node,omitempty"`
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

	leastRun, mostRun *results.Counterexample
	commands          []string
}

// StatedBound is a bound that a source states, and whether it holds.
type StatedBound struct {
	Formula string `json:"formula"`
	Lower   bool   `json:"lower"`            // a lower bound; otherwise an upper bound
	OneOf   []int  `json:"one_of,omitempty"` // the only numbers that the source admits; Lower and Value have no meaning then
	Value   int    `json:"value"`            // of the formula here, for all entries together; of Node, where the formula depends on the node
	Node    int    `json:"node,omitempty"`   // that violates the bound by most or is nearest to it, where the formula depends on the node
	Source  string `json:"source"`
	Holds   bool   `json:"holds"`
	Reached bool   `json:"reached"`           // the number found is the bound itself
	Judged  string `json:"judged"`            // for what: one entry, one entry without competition, or complete runs
	Refuted string `json:"refuted,omitempty"` // a case, other than this one, in which the bound is known not to hold
}

// Find finds the least and the most that a request costs.
//
// The error is a *config.Error, or a *process.ToolError, or says that a search was not
// complete, or that SPIN and the explorer disagree.
func (f Finder) Find(ctx context.Context, c config.Config, m registry.Measure, l registry.Load) (*Bounds, error) {
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil {
		return nil, err
	}
	if l, err = a.LoadFor(c, m, l); err != nil {
		return nil, err
	}
	nodes := []int{0}
	b := &Bounds{Schema: results.BoundsSchema, Algorithm: c.Algorithm, Configuration: c, Measure: m, Load: l, Entries: 1, Commands: []string{}}
	if l == registry.LoadRun {
		b.Entries = 0
		for i := 1; i <= c.N; i++ {
			b.Entries += c.Entries(i)
		}
	} else {
		nodes = requesters(c)
	}
	b.Nodes = make([]NodeBounds, len(nodes))
	errs := make([]error, len(nodes))
	var work sync.WaitGroup
	for k, i := range nodes {
		work.Go(func() {
			n := nodeSearch{Finder: f, config: c, algorithm: a, count: models.Count{Measure: m, Load: l, Node: i}}
			b.Nodes[k], errs[k] = n.find(ctx)
		})
	}
	work.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	b.Unserved = a.Fails != nil && a.Fails(c)["starvation"] != ""
	b.takeExtremes()
	b.checkStated(a)
	return b, nil
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

// checkStated checks the bounds that the sources state, each at the node that violates
// it by most or is nearest to it.  The run of a node that violates one is shown.
func (b *Bounds) checkStated(a *registry.Algorithm) {
	b.Stated = []StatedBound{}
	b.LeastRun = nil
	for _, stated := range a.BoundsOf(b.Configuration, b.Measure, b.Load) {
		if stated.OneOf != nil {
			b.checkValues(stated)
			continue
		}
		at, distance := b.nearest(stated)
		if at == nil {
			continue // no request comes to its end
		}
		c := StatedBound{
			Formula: stated.Formula, Lower: stated.Lower, Source: stated.Source,
			Value: stated.Of(b.Configuration, at.Node), Holds: distance >= 0, Reached: distance == 0,
			Judged: b.judged(), Refuted: stated.Refuted,
		}
		if stated.NodeValue != nil {
			c.Node = at.Node
		}
		b.Stated = append(b.Stated, c)
		switch {
		case c.Holds:
		case stated.Lower:
			b.LeastNode, b.LeastRun = at.Node, at.leastRun
		default:
			b.MostNode, b.MostRun = at.Node, at.mostRun
		}
	}
}

// judged says for what the bounds are judged.
func (b *Bounds) judged() string {
	rounds := "any number of requests"
	if r := b.Configuration.Rounds; r > 0 {
		rounds = fmt.Sprintf("at most %d requests of each node", r)
	}
	switch b.Load {
	case registry.LoadRun:
		return fmt.Sprintf("complete runs of %d entries together, not for one entry", b.Entries)
	case registry.LoadAlone:
		return "one entry without competition, " + rounds
	}
	return "one entry, " + rounds
}

// checkValues checks a statement about all numbers that can occur.
func (b *Bounds) checkValues(stated registry.Bound) {
	c := StatedBound{Formula: stated.Formula, OneOf: stated.OneOf(b.Configuration), Source: stated.Source, Holds: true, Reached: true, Judged: b.judged(), Refuted: stated.Refuted}
	all := map[int]bool{}
	for _, n := range b.Nodes {
		for _, v := range n.Values {
			all[v] = true
			c.Holds = c.Holds && slices.Contains(c.OneOf, v)
		}
	}
	for _, v := range c.OneOf {
		c.Reached = c.Reached && all[v]
	}
	if b.Ends {
		b.Stated = append(b.Stated, c)
	}
}

// nearest is the node whose number is nearest to a stated bound, with its distance from
// the bound, which is negative where the number violates it.
func (b *Bounds) nearest(stated registry.Bound) (at *NodeBounds, distance int) {
	for k := range b.Nodes {
		n := &b.Nodes[k]
		d := stated.Of(b.Configuration, n.Node) - n.Most
		if stated.Lower {
			d = n.Least - stated.Of(b.Configuration, n.Node)
		}
		if n.Ends && (at == nil || d < distance) {
			at, distance = n, d
		}
	}
	return at, distance
}

// nodeSearch finds the bounds of one node's requests.
type nodeSearch struct {
	Finder
	config    config.Config
	algorithm *registry.Algorithm
	count     models.Count // what is counted
}

// find has the explorer find the numbers, and SPIN confirm them.
func (n *nodeSearch) find(ctx context.Context) (NodeBounds, error) {
	found := NodeBounds{Node: n.count.Node}
	system, err := programs.New(n.config)
	if err != nil {
		return found, err
	}
	release, err := n.Slots.Acquire(ctx)
	if err != nil {
		return found, err
	}
	program, err := explore.Measure(ctx, system, n.meter(), explore.Options{MaxBytes: n.Limits.Memory})
	release()
	if err != nil {
		return found, fmt.Errorf("%s: the program's runs: %w", n.config, err)
	}
	found.Ends, found.Least, found.Most, found.Values = program.Ends, program.Least, program.Most, program.Values
	found.States.Go = int64(program.States)
	if found.States.SPIN, err = n.confirmNoneOutside(ctx, &found); err != nil || !found.Ends {
		return found, err
	}
	if found.leastRun, err = n.runTo(ctx, &found, system, false); err != nil {
		return found, err
	}
	found.mostRun, err = n.runTo(ctx, &found, system, true)
	return found, err
}

// meter says what the explorer counts.
func (n *nodeSearch) meter() explore.Meter {
	return explore.Meter{
		Node: n.count.Node, Bypass: n.count.Measure == registry.MeasureBypass,
		Alone: n.count.Load == registry.LoadAlone, Late: n.algorithm.Counting.Late,
	}
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
	states, err := run.Binary.States(ctx, run.Run, n.Limits)
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
	release, err := n.Slots.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return runner.Prepare(ctx, n.Tools, m.Source, runner.KeepWriteOnly, n.Limits)
}

// search looks for a violated assertion.
func (n *nodeSearch) search(ctx context.Context, model *runner.Job, order runner.Order) (runner.Result, error) {
	release, err := n.Slots.Acquire(ctx)
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
