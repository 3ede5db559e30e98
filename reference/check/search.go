package check

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
)

// search looks for a completion: a path in the program's graph along which every chain
// passes all its lines.  A point of it is the position in each chain and a world.  The
// search prefers points that have passed more lines, and among these the ones with fewer
// inferred events.
type search struct {
	ctx    context.Context
	chains *chains
	at     *reference.World
	points []point
	known  map[string]struct{} // positions and state
	levels []level             // points to expand, by lines passed
	cheap  level               // the same points, of all levels; empty if there is one chain
	done   []bool              // points that were expanded
	best   int                 // the most lines passed
	total  int                 // lines
	bytes  int64
	limits Options
	events []event.Event
	key    []byte
	place  []int
}

// point is a node of the search tree.
type point struct {
	key    string // positions, then the state
	parent int32
	event  event.Event
	line   int32 // chain whose line the event is, -1: inferred
	passed int32 // lines
	cost   uint8 // of the inferred events since the last line
}

// level has the points that have passed some number of lines, by cost.
type level struct {
	stacks [mostCost + 1][]int32
	lowest int
}

// mostCost is the highest cost that is told from a higher one.
const mostCost = 31

// add adds a point.
func (l *level) add(cost uint8, point int32) {
	l.stacks[cost] = append(l.stacks[cost], point)
	l.lowest = min(l.lowest, int(cost))
}

// next removes the last point of the lowest cost, -1 if there is none.
func (l *level) next() int32 {
	for ; l.lowest <= mostCost; l.lowest++ {
		if stack := l.stacks[l.lowest]; len(stack) > 0 {
			l.stacks[l.lowest] = stack[:len(stack)-1]
			return stack[len(stack)-1]
		}
	}
	l.lowest = mostCost
	return -1
}

// found is how a search ended.
type found int

const (
	completed found = iota // points[last] has passed all lines
	none                   // no run has these lines
	exhausted              // memory or patience
)

func newSearch(ctx context.Context, c *chains, sys *reference.System, opts Options) *search {
	s := &search{ctx: ctx, chains: c, at: sys.World(), known: map[string]struct{}{}, limits: opts}
	for _, one := range c.all {
		s.total += len(one.lines)
	}
	s.levels = make([]level, s.total+1)
	s.place = make([]int, len(c.all))
	s.push(point{parent: -1, line: -1}, s.place)
	return s
}

// push adds a point if it is new.  Its world is the current one.
func (s *search) push(p point, at []int) {
	s.key = s.key[:0]
	for _, position := range at {
		s.key = binary.AppendUvarint(s.key, uint64(position))
	}
	s.key = s.at.AppendState(s.key)
	if _, is := s.known[string(s.key)]; is {
		return
	}
	p.key = string(s.key)
	p.event = p.event.Clone()
	s.known[p.key] = struct{}{}
	s.bytes += int64(len(p.key)) + 160
	s.points = append(s.points, p)
	s.done = append(s.done, false)
	s.levels[p.passed].add(p.cost, int32(len(s.points)-1))
	if len(s.chains.all) > 1 {
		s.cheap.add(p.cost, int32(len(s.points)-1))
	}
	s.best = max(s.best, int(p.passed))
}

// next returns a point to expand, of the highest level that has any; -1: there is none.  With
// several chains every second point is the cheapest of all levels instead: the highest level
// may never run out of points, because a node whose log has ended may go on for ever, and
// what was wrong may be further down.
func (s *search) next(turn int) int32 {
	for next := int32(0); turn%2 == 1 && next >= 0; {
		if next = s.cheap.next(); next >= 0 && !s.done[next] {
			return next
		}
	}
	for at := s.best; at >= 0; {
		switch next := s.levels[at].next(); {
		case next < 0:
			at--
		case !s.done[next]:
			return next
		}
	}
	return -1
}

// run searches with at most limit points beyond one a line.
func (s *search) run(limit int) (found, int) {
	for spent, turn := 0, 0; ; spent++ {
		next := s.next(turn)
		switch {
		case next < 0:
			return none, -1
		case int(s.points[next].passed) == s.total:
			return completed, int(next)
		case s.bytes > s.limits.MaxBytes || spent > limit+20*s.best:
			return exhausted, -1
		case spent&0xfff == 0 && s.ctx.Err() != nil:
			return exhausted, -1
		}
		if spent&0xfff == 0 && s.limits.Progress != nil {
			s.limits.Progress(s.best)
		}
		before := s.best
		s.done[next] = true
		s.expand(next)
		if turn++; s.best > before {
			turn = 0 // straight on
		}
	}
}

// expand adds the points after one.
func (s *search) expand(k int32) {
	p := s.points[k]
	at, state := s.positions(p.key)
	s.at.SetState(state)
	if s.expandSettled(k, at) {
		return
	}
	s.events = s.at.AppendEnabled(s.events[:0])
	for n := range s.events {
		e := &s.events[n]
		for c, one := range s.chains.all {
			if at[c] == len(one.lines) || !fits(&one.lines[at[c]], e) || !s.chains.ready(c, at) {
				continue
			}
			if s.step(e, &one.lines[at[c]]) {
				at[c]++
				s.push(point{parent: k, event: *e, line: int32(c), passed: p.passed + 1}, at)
				at[c]--
			}
			s.at.Rewind()
		}
		if !s.chains.visible(e, at) {
			s.step(e, nil)
			s.push(point{parent: k, event: *e, line: -1, passed: p.passed, cost: s.cost(p.cost, e, at)}, at)
			s.at.Rewind()
		}
	}
}

// cost is the cost after one more inferred event.  An event at the node of a next line, or
// with a message from it, costs nothing: it is likely to make the line possible.
func (s *search) cost(before uint8, e *event.Event, at []int) uint8 {
	for c, one := range s.chains.all {
		if at[c] < len(one.lines) {
			if n := one.lines[at[c]].Event.Node; n == e.Node || n == e.Peer {
				return before
			}
		}
	}
	return min(before+1, mostCost)
}

// expandSettled adds the only point that has to be considered, if there is one: a next line
// that is possible now, names its event completely, and is of a node of which every event
// has a line.  Each completion has this event as the next one of its node, and events of
// other nodes can come after it as well as before it.  They neither change the node nor
// take its messages, and what they send comes behind what is on the link.
func (s *search) expandSettled(k int32, at []int) bool {
	for c, one := range s.chains.all {
		if at[c] == len(one.lines) {
			continue
		}
		l := &one.lines[at[c]]
		if l.NoPeer || l.NoMessage || !s.chains.seesAll(l.Event.Node, at) || !s.at.Can(l.Event) || !s.chains.ready(c, at) {
			continue
		}
		if s.step(&l.Event, l) {
			at[c]++
			s.push(point{parent: k, event: l.Event, line: int32(c), passed: s.points[k].passed + 1}, at)
		}
		s.at.Rewind()
		return true
	}
	return false
}

// step executes an enabled event, and tells whether the sends and the state are those of
// its line.
func (s *search) step(e *event.Event, l *trace.Line) bool {
	sends, err := s.at.Step(*e)
	if err != nil {
		panic("check: an enabled event cannot happen: " + err.Error())
	}
	return l == nil || (l.NoSends || trace.SameSends(sends, l.Sends)) && s.sameState(l)
}

func (s *search) sameState(l *trace.Line) bool {
	if l.NoState {
		return true
	}
	is := trace.State(s.at.Listed(l.Event.Node))
	return !slices.ContainsFunc(l.After, func(v reference.Var) bool {
		own, known := is.Find(v.Name)
		return !known || !own.Equal(v)
	})
}

// positions splits the key of a point.
func (s *search) positions(key string) (at []int, state []byte) {
	rest := []byte(key)
	for k := range s.place {
		n, size := binary.Uvarint(rest)
		s.place[k], rest = int(n), rest[size:]
	}
	return slices.Clone(s.place), rest
}

// path returns the events to a point.
func (s *search) path(k int) (steps []Step) {
	for ; s.points[k].parent >= 0; k = int(s.points[k].parent) {
		p := s.points[k]
		one := Step{Event: p.event}
		if p.line >= 0 {
			at, _ := s.positions(p.key)
			l := s.chains.all[p.line].lines[at[p.line]-1]
			one.At = &Place{s.chains.all[p.line].file, l.Line}
		}
		steps = append(steps, one)
	}
	slices.Reverse(steps)
	return steps
}

// furthest returns the points that have passed the most lines.
func (s *search) furthest() (all []int32) {
	for k, p := range s.points {
		if int(p.passed) == s.best {
			all = append(all, int32(k))
		}
	}
	return all
}
