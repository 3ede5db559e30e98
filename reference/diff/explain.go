package diff

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
)

// explain reads both traces again, up to the differences, and returns the
// earliest difference as the divergence.
func (p pair) explain(differences []difference, exact bool) (*Divergence, error) {
	var views [2][]view
	for side := range p {
		v, err := p.views(side, differences, exact)
		if err != nil {
			return nil, err
		}
		views[side] = v
	}
	k := earliest(differences, views)
	d := differences[k]
	divergence := &Divergence{Node: d.node, Index: d.index, Differs: d.differs, A: views[0][k].point, B: views[1][k].point}
	for side, point := range []*Point{&divergence.A, &divergence.B} {
		point.fill(d, side)
	}
	return divergence, nil
}

// fill adds the contents of the step in the trace.
func (p *Point) fill(d difference, side int) {
	s := d.sides[side].step
	if s == nil {
		return
	}
	p.Line, p.Event = s.Line, s.Event.String()
	switch d.differs {
	case BySends:
		p.Sends = []string{}
		for _, send := range s.Sends {
			p.Sends = append(p.Sends, fmt.Sprintf("%s to %d", send.Msg, send.To))
		}
	case ByState:
		p.After = trace.State(s.After)
	}
}

// earliest returns the index of the difference to show, see Divergence.
func earliest(differences []difference, views [2][]view) int {
	rank := func(k int) int {
		own := reference.Set(0).With(differences[k].node)
		switch {
		case views[0][k].before&^own != 0:
			return 2
		case views[1][k].before&^own != 0:
			return 1
		}
		return 0
	}
	order := make([]int, len(differences))
	for k := range order {
		order[k] = k
	}
	return slices.MinFunc(order, func(k, l int) int {
		a, b := differences[k].sides, differences[l].sides
		return cmp.Or(cmp.Compare(rank(k), rank(l)), cmp.Compare(a[0].position, b[0].position), cmp.Compare(a[1].position, b[1].position))
	})
}

// view is a difference as seen from one trace.
type view struct {
	point  Point
	before reference.Set // nodes whose differences precede it in the trace
}

// views executes one trace in a world and returns a view of each difference.
func (p pair) views(side int, differences []difference, exact bool) ([]view, error) {
	sys, err := algorithms.New(p[side].Config)
	if err != nil {
		return nil, err
	}
	f := &follower{world: sys.Raw().World(), past: make([]reference.Set, p[side].Config.N+1), underway: map[letter][]reference.Set{}}
	views := make([]view, len(differences))
	left, position := len(differences), 1
	stop := func() (here reference.Set) {
		for k, d := range differences {
			if d.sides[side].position == position {
				views[k] = f.view(d, side, exact)
				here = here.With(d.node)
				left--
			}
		}
		return here
	}
	for s, err := range p[side].Steps() {
		if err != nil {
			return nil, err
		}
		f.arrive(&s)
		here := stop()
		if left == 0 {
			return views, nil
		}
		f.follow(&s, here)
		position++
	}
	stop()
	return views, nil
}

// follower executes a trace in a world.  It knows which differences are in the
// causal past of each node and of each message under way.
type follower struct {
	world    *reference.World
	past     []reference.Set // by node
	underway map[letter][]reference.Set
	lost     bool   // the world has stopped, at an event that is not enabled
	misfit   string // the first misfit
}

// letter is a message with its link.  Equal letters are received in the order
// of sending.
type letter struct {
	from, to int
	text     string
}

// arrive adds the causal past of a received message to that of the node.
func (f *follower) arrive(s *trace.Step) {
	if s.Event.Kind != event.Receive {
		return
	}
	l := letter{s.Event.Peer, s.Event.Node, s.Event.Msg.String()}
	if pasts := f.underway[l]; len(pasts) > 0 {
		f.past[s.Event.Node] |= pasts[0]
		if f.underway[l] = pasts[1:]; len(pasts) == 1 {
			delete(f.underway, l)
		}
	}
}

// view returns the view of a difference in the world before a step.
func (f *follower) view(d difference, side int, exact bool) view {
	node := d.node
	if s := d.sides[side].step; s != nil {
		node = s.Event.Node
	} else if s := d.sides[1-side].step; s != nil {
		node = s.Event.Node
	}
	v := view{before: f.past[node]}
	v.point.State = f.world.Vars(node)
	v.point.Misfit = f.misfit
	v.point.Possible = []string{}
	for e := range f.world.Enabled() {
		if exact || e.Node == node {
			v.point.Possible = append(v.point.Possible, e.String())
		}
	}
	return v
}

// follow executes a step; here has the nodes whose difference the step is.
func (f *follower) follow(s *trace.Step, here reference.Set) {
	sends := s.Sends
	if !f.lost {
		sent, err := trace.Follow(f.world, *s)
		var misfit *trace.Misfit
		if errors.As(err, &misfit) {
			f.lost = misfit.Possible != nil
			if f.misfit == "" {
				f.misfit = fmt.Sprintf("line %d: %s", s.Line, misfit)
			}
		}
		if s.NoSends {
			sends = sent
		}
	}
	past := f.past[s.Event.Node] | here
	f.past[s.Event.Node] = past
	for _, send := range sends {
		l := letter{s.Event.Node, send.To, send.Msg.String()}
		f.underway[l] = append(f.underway[l], past)
	}
}
