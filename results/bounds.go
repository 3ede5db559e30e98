package results

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
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/runner/pan"
)

// BoundsSchema is the version of the JSON form of bounds.
const BoundsSchema = "mxgen.bounds/v1"

// Bounds is how much a request costs, exactly, beside what the sources claim.
type Bounds struct {
	Schema        string           `json:"schema"`
	Algorithm     string           `json:"algorithm"`
	Configuration config.Config    `json:"configuration"`
	Measure       registry.Measure `json:"measure"`
	Load          registry.Load    `json:"load"`
	Entries       int              `json:"entries"`            // that the numbers are of: 1, or those of a complete run
	Unserved      bool             `json:"unserved,omitempty"` // some requests are expected never to be served: they do not count
	Ends          bool             `json:"ends"`               // whether any request, or run, comes to its end
	Least         int              `json:"least"`
	Most          int              `json:"most"`
	Nodes         []NodeBounds     `json:"nodes"` // by node, or one with node 0 for complete runs
	Claims        []ClaimedBound   `json:"claims"`
	MostRun       *Counterexample  `json:"most_run,omitempty"`  // a run to the most of the node below
	LeastRun      *Counterexample  `json:"least_run,omitempty"` // a run to the least of the node below, where a claim fails by it
	MostNode      int              `json:"most_node,omitempty"` // a claim fails there, or it has the most of all
	LeastNode     int              `json:"least_node,omitempty"`
	Commands      []string         `json:"commands"`
}

// NodeBounds is what the requests of one node cost.
type NodeBounds struct {
	Node   int   `json:"node"`
	Ends   bool  `json:"ends"`
	Least  int   `json:"least"`
	Most   int   `json:"most"`
	Values []int `json:"values"` // all that come out, ascending
	States Sides `json:"states"` // visited to decide it

	leastRun, mostRun *Counterexample
	commands          []string
}

// ClaimedBound is a source's claim and what became of it.
type ClaimedBound struct {
	Formula string `json:"formula"`
	Lower   bool   `json:"lower"`            // a lower bound, else an upper one
	OneOf   []int  `json:"one_of,omitempty"` // the only numbers that the claim admits; Lower and Value are nothing then
	Value   int    `json:"value"`            // of the formula here, for all entries together; where nodes' claims differ, that of the node
	Node    int    `json:"node,omitempty"`   // that misses the claim by most or comes nearest to it, where nodes' claims differ
	Source  string `json:"source"`
	Holds   bool   `json:"holds"`
	Reached bool   `json:"reached"` // the bound is met exactly
}

// Bounds finds the least and the most that a request costs, with the explorer,
// and has SPIN confirm both: that nothing is outside, and that a run leads to
// each.
//
// The error is a *config.Error, or a *runner.ToolError, or says that the search
// was not complete, or that SPIN and the explorer disagree.
func (v *Verifier) Bounds(ctx context.Context, c config.Config, m registry.Measure, l registry.Load) (*Bounds, error) {
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil {
		return nil, err
	}
	if l, err = a.LoadFor(c, m, l); err != nil {
		return nil, err
	}
	watched := []int{0}
	b := &Bounds{Schema: BoundsSchema, Algorithm: c.Algorithm, Configuration: c, Measure: m, Load: l, Entries: 1, Commands: []string{}}
	if l == registry.LoadRun {
		b.Entries = 0
		for i := 1; i <= c.N; i++ {
			b.Entries += c.Entries(i)
		}
	} else {
		watched = requesters(c)
	}
	b.Nodes = make([]NodeBounds, len(watched))
	errs := make([]error, len(watched))
	var work sync.WaitGroup
	for k, i := range watched {
		work.Go(func() {
			n := counting{decision: v.decision(c, a), count: models.Count{Measure: m, Load: l, Node: i}}
			b.Nodes[k], errs[k] = n.decide(ctx)
		})
	}
	work.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	b.Unserved = a.Fails != nil && a.Fails(c)["starvation"] != ""
	b.sum()
	b.judge(a)
	return b, nil
}

func requesters(c config.Config) []int {
	var all []int
	for i := 1; i <= c.N; i++ {
		if c.Requests(i) {
			all = append(all, i)
		}
	}
	return all
}

// sum takes the extremes of all nodes.
func (b *Bounds) sum() {
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

// judge holds the claims against what was found, each at the node that misses it
// by most or comes nearest to it.  Where one fails its run is the one that is shown.
func (b *Bounds) judge(a *registry.Algorithm) {
	b.Claims = []ClaimedBound{}
	b.LeastRun = nil
	for _, claim := range a.BoundsOf(b.Configuration, b.Measure, b.Load) {
		if claim.OneOf != nil {
			b.judgeValues(claim)
			continue
		}
		at, room := b.nearest(claim)
		if at == nil {
			continue // nothing comes to its end
		}
		c := ClaimedBound{
			Formula: claim.Formula, Lower: claim.Lower, Source: claim.Source,
			Value: claim.Of(b.Configuration, at.Node), Holds: room >= 0, Reached: room == 0,
		}
		if claim.NodeValue != nil {
			c.Node = at.Node
		}
		b.Claims = append(b.Claims, c)
		switch {
		case c.Holds:
		case claim.Lower:
			b.LeastNode, b.LeastRun = at.Node, at.leastRun
		default:
			b.MostNode, b.MostRun = at.Node, at.mostRun
		}
	}
}

// judgeValues holds a claim about all numbers that can come out.
func (b *Bounds) judgeValues(claim registry.Bound) {
	c := ClaimedBound{Formula: claim.Formula, OneOf: claim.OneOf(b.Configuration), Source: claim.Source, Holds: true, Reached: true}
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
		b.Claims = append(b.Claims, c)
	}
}

// nearest is the node with the least room between what was found and a claim.
func (b *Bounds) nearest(claim registry.Bound) (at *NodeBounds, room int) {
	for k := range b.Nodes {
		n := &b.Nodes[k]
		left := claim.Of(b.Configuration, n.Node) - n.Most
		if claim.Lower {
			left = n.Least - claim.Of(b.Configuration, n.Node)
		}
		if n.Ends && (at == nil || left < room) {
			at, room = n, left
		}
	}
	return at, room
}

// counting is the work on one node's requests.
type counting struct {
	*decision
	count models.Count
}

func (n *counting) decide(ctx context.Context) (NodeBounds, error) {
	found := NodeBounds{Node: n.count.Node}
	system, err := reference.New(n.config)
	if err != nil {
		return found, err
	}
	free, err := n.slot(ctx)
	if err != nil {
		return found, err
	}
	program, err := explore.Measure(ctx, system, n.meter(), explore.Options{MaxBytes: n.Limits.Memory})
	free()
	if err != nil {
		return found, fmt.Errorf("%s: the program's runs: %w", n.config, err)
	}
	found.Ends, found.Least, found.Most, found.Values = program.Ends, program.Least, program.Most, program.Values
	found.States.Go = int64(program.States)
	if found.States.SPIN, err = n.within(ctx, &found); err != nil || !found.Ends {
		return found, err
	}
	if found.leastRun, err = n.reach(ctx, &found, system, false); err != nil {
		return found, err
	}
	found.mostRun, err = n.reach(ctx, &found, system, true)
	return found, err
}

// meter is what the program's side counts.
func (n *counting) meter() explore.Meter {
	return explore.Meter{
		Node: n.count.Node, Bypass: n.count.Measure == registry.MeasureBypass,
		Alone: n.count.Load == registry.LoadAlone, Late: n.algorithm.Counting.Late,
	}
}

// within has SPIN confirm that no request costs less or more than was found,
// or, if none was found to come to its end, that none does.
func (n *counting) within(ctx context.Context, found *NodeBounds) (states int64, err error) {
	count := n.count
	count.Least, count.Most, count.Never = found.Least, found.Most, models.NeverBetween(found.Values)
	if !found.Ends {
		count.Least, count.Most = 1, 0 // which any end would violate
	}
	p, err := n.prepare(ctx, models.Build{Count: &count})
	if err != nil {
		return 0, err
	}
	defer p.Close()
	run, err := n.run(ctx, p, searchAll)
	if err != nil {
		return 0, err
	}
	found.note(run.Commands)
	switch run.Conclusion.Verdict() {
	case pan.Pass:
		return int64(run.Output.Stored), nil
	case pan.Fail:
		return 0, fmt.Errorf("%s: the model and the program disagree: SPIN finds a run outside of %s", n.config, count)
	}
	return 0, fmt.Errorf("%s: %w: SPIN could not decide %s: %s", n.config, explore.ErrIncomplete, count, run.Conclusion.Reason)
}

// reach has SPIN find a run to the most, or to the least, and confirms it in the
// program.
func (n *counting) reach(ctx context.Context, found *NodeBounds, system *reference.System, most bool) (*Counterexample, error) {
	count, target := n.count, found.Least
	count.Least, count.Most = found.Least+1, -1
	if most {
		target = found.Most
		count.Least, count.Most = -1, found.Most-1
	}
	if target == 0 && most { // least and most are the same
		return found.leastRun, nil
	}
	p, err := n.prepare(ctx, models.Build{Count: &count})
	if err != nil {
		return nil, err
	}
	defer p.Close()
	run, err := n.run(ctx, p, searchShortest)
	if err == nil && run.Conclusion.Verdict() == pan.Inconclusive {
		run, err = n.run(ctx, p, searchAll)
	}
	if err != nil {
		return nil, err
	}
	found.note(run.Commands)
	if run.Conclusion.Class != pan.Violated {
		return nil, fmt.Errorf("%s: the model and the program disagree: SPIN finds no run to %d: %s", n.config, target, run.Conclusion.Reason)
	}
	states, err := run.Binary.States(ctx, run.Run, n.Limits)
	if err != nil {
		return nil, err
	}
	shown := counterexample(states, false)
	if err := n.recount(system, shown, target); err != nil {
		return nil, fmt.Errorf("%s: SPIN's run to %d: %w", n.config, target, err)
	}
	return shown, nil
}

// recount lets the program go SPIN's way.
func (n *counting) recount(system *reference.System, shown *Counterexample, target int) error {
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

// note keeps commands, each once.
func (b *NodeBounds) note(commands []string) {
	for _, c := range commands {
		if !slices.Contains(b.commands, c) {
			b.commands = append(b.commands, c)
		}
	}
}
