package bounds

import (
	"fmt"
	"github.com/mxgen/mxgen/models/registry"
	"slices"
)

// StatedBound is a bound that a source states, and whether it holds.
type StatedBound struct {
	Formula string `json:"formula"`
	Lower   bool   `json:"lower"`            // a lower bound; otherwise an upper bound
	OneOf   []int  `json:"one_of,omitempty"` // the only numbers that the source admits; Lower and Value have no meaning then
	Value   int    `json:"value"`            // of the formula here, for all entries together; of Node, where the formula depends on the node
	Node    int    `json:"node,omitempty"`   // that violates the bound by most or is nearest to it, where the formula depends on the node
	Source  string `json:"source"`
	Holds   bool   `json:"holds"`
	Open    bool   `json:"open,omitempty"`    // not decided: the search was not complete, and no number violates it
	Reached bool   `json:"reached"`           // the number found is the bound itself
	Judged  string `json:"judged"`            // for what: one entry, one entry without competition, or complete runs
	Refuted string `json:"refuted,omitempty"` // a case, other than this one, in which the bound is known not to hold
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
		c.leaveOpen(b)
		if stated.NodeValue != nil {
			c.Node = at.Node
		}
		b.Stated = append(b.Stated, c)
		switch {
		case c.Holds || c.Open:
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
	switch {
	case b.Measure == registry.MeasureDelay && b.Load == registry.LoadBlocked:
		return "all exits at which somebody waits and no message is under way, " + rounds
	case b.Measure == registry.MeasureDelay:
		return "all exits at which somebody waits, " + rounds
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
	c.leaveOpen(b)
	if b.Ends {
		b.Stated = append(b.Stated, c)
	}
}

// leaveOpen makes a statement that no number violates an open one, where there may be others.
func (c *StatedBound) leaveOpen(b *Bounds) {
	c.Open = c.Holds && !b.Complete
	c.Holds = c.Holds && b.Complete
	c.Reached = c.Reached && !c.Open
}

// Violated reports whether a run violates the statement.
func (c StatedBound) Violated() bool { return !c.Holds && !c.Open }

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

// Violated reports whether a run violates a statement of the sources, or an expected value
// differs from it.
func (b *Bounds) Violated() bool {
	return slices.ContainsFunc(b.Stated, StatedBound.Violated) ||
		b.Average != nil && slices.ContainsFunc(b.Average.Stated, func(s StatedAverage) bool { return !s.Holds }) ||
		b.Storage != nil && slices.ContainsFunc(b.Storage.Stated, func(s StatedStorage) bool { return !s.Holds && !s.Open })
}
