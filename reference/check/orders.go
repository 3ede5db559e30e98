package check

import (
	"math/big"
	"slices"
	"time"

	"github.com/mxgen/mxgen/reference/event"
)

// Orders says in how many orders the events of a completion can come.
type Orders struct {
	Least     *big.Int // there are at least so many
	Stretches []Open   // of lines, with more than one order; the first ones
	More      int      // further ones
}

// Open is a stretch of lines whose events, with the inferred ones between, can come in
// several orders.
type Open struct {
	From, To Place
	Orders   int
}

const (
	orderWindow   = 6 // events whose orders are counted together
	mostStretches = 5
	orderTime     = 2 * time.Second
)

// ordered is an event of a completion and the chain that has its line, -1: it is inferred.
type ordered struct {
	event event.Event
	chain int32
}

// orders counts the orders of the events before a point.  It cuts the completion into windows
// and permutes each: an order counts if it is a run to the same state that keeps the order of
// each log.  The numbers of different windows multiply.  It is a lower bound, since an event
// may also leave its window.
func (s *search) orders(last int) *Orders {
	var points []int
	for k := last; s.points[k].parent >= 0; k = int(s.points[k].parent) {
		points = append(points, k)
	}
	slices.Reverse(points)
	out := &Orders{Least: big.NewInt(1)}
	until := time.Now().Add(orderTime)
	for window := range slices.Chunk(points, orderWindow) {
		if time.Now().After(until) || s.ctx.Err() != nil {
			break
		}
		n := s.permute(window)
		if n < 2 {
			continue
		}
		out.Least.Mul(out.Least, big.NewInt(int64(n)))
		open := Open{Orders: n}
		open.From, open.To = s.lineAt(window[0]), s.lineAt(window[len(window)-1])
		if len(out.Stretches) < mostStretches {
			out.Stretches = append(out.Stretches, open)
		} else {
			out.More++
		}
	}
	return out
}

// lineAt is the line of a point, or the last one before it; of an inferred event before all
// lines, the first.
func (s *search) lineAt(k int) Place {
	for ; k >= 0; k = int(s.points[k].parent) {
		if p := s.points[k]; p.line >= 0 {
			at, _ := s.positions(p.key)
			one := s.chains.all[p.line]
			return Place{one.file, one.lines[at[p.line]-1].Line}
		}
	}
	one := s.chains.all[0]
	if len(one.lines) == 0 {
		return Place{one.file, 1}
	}
	return Place{one.file, one.lines[0].Line}
}

// permute counts the orders of the events that lead to the points of a window.
func (s *search) permute(window []int) int {
	var events []ordered
	for _, k := range window {
		events = append(events, ordered{s.points[k].event, s.points[k].line})
	}
	at, state := s.positions(s.points[s.points[window[0]].parent].key)
	_, end := s.positions(s.points[window[len(window)-1]].key)
	p := &permutations{search: s, events: events, used: make([]bool, len(events)), at: at, end: string(end)}
	p.from(string(state), len(events))
	return p.found
}

type permutations struct {
	*search
	events []ordered
	used   []bool
	at     []int
	end    string // state
	found  int
}

// from counts the orders of the events that are left, from a state.
func (p *permutations) from(state string, left int) {
	if left == 0 {
		if state == p.end {
			p.found++
		}
		return
	}
	for k := range p.events {
		if p.used[k] || !p.first(k) {
			continue
		}
		o := &p.events[k]
		p.search.at.SetState([]byte(state))
		if !p.search.at.Can(o.event) || !p.fitsThere(o) {
			continue
		}
		next := string(p.search.at.AppendState(nil))
		p.used[k] = true
		if o.chain >= 0 {
			p.at[o.chain]++
		}
		p.from(next, left-1)
		if o.chain >= 0 {
			p.at[o.chain]--
		}
		p.used[k] = false
	}
}

// first tells whether no event that is left has to come before this one: one of the same log,
// or an equal inferred one.
func (p *permutations) first(k int) bool {
	o := p.events[k]
	for j := range k {
		if b := p.events[j]; !p.used[j] && b.chain == o.chain && (o.chain >= 0 || b.event.String() == o.event.String()) {
			return false
		}
	}
	return true
}

// fitsThere executes an event, and tells whether its line may come now.
func (p *permutations) fitsThere(o *ordered) bool {
	if o.chain < 0 {
		return !p.chains.visible(&o.event, p.at) && p.step(&o.event, nil)
	}
	l := &p.chains.all[o.chain].lines[p.at[o.chain]]
	return p.chains.ready(int(o.chain), p.at) && fits(l, &o.event) && p.step(&o.event, l)
}
