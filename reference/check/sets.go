package check

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
)

// sets decides about one chain by the set of states that its lines may have led to.  Such
// sets recur: that after an exit depends on little of what came before.  A set is therefore
// computed once for each line that can follow it.
type sets struct {
	chains *chains
	space  space
	lines  map[string]uint64   // numbers of equal lines
	all    [][]uint32          // sets, sorted
	ids    map[string]int      // of a set
	after  map[[2]uint64]int   // set and line -> set
	closed map[[2]int][]uint32 // set and what is visible -> the set with what can happen unseen
	bytes  int64
	most   int64
}

type edge struct{ label, to uint32 }

// space is a graph of numbered states, whose edges have events: the program's, or that of
// another judge.
type space interface {
	start() uint32
	edgesOf(state uint32) []edge
	event(label uint32) *event.Event
	stutters(l *trace.Line) bool                  // a line may be one that changes no state
	fits(from uint32, e edge, l *trace.Line) bool // the edge may be the event of a line
	size() int64                                  // in bytes
}

// bySets decides a chain that the search gave up on.
func bySets(ctx context.Context, c *chains, sys *reference.System, out *Result, opts Options) error {
	p := newProgram(sys)
	s := newSets(c, p, opts)
	last, err := s.run(ctx, out, opts)
	if err == nil && out.Verdict == Rejected {
		s.reject(p, out, last)
	}
	if err == nil && out.Verdict == Accepted {
		out.Warnings = append(out.Warnings, "there are runs with these lines, found as sets of states: none of them is written or judged by properties")
	}
	return err
}

func newSets(c *chains, of space, opts Options) *sets {
	return &sets{chains: c, space: of, lines: map[string]uint64{}, ids: map[string]int{},
		after: map[[2]uint64]int{}, closed: map[[2]int][]uint32{}, most: opts.MaxBytes}
}

// run decides the chain, and returns the set before the first line that it rejects.
func (s *sets) run(ctx context.Context, out *Result, opts Options) (before int, err error) {
	one := s.chains.all[0]
	current := s.intern([]uint32{s.space.start()})
	for k := range one.lines {
		if ctx.Err() != nil {
			return current, ctx.Err()
		}
		if opts.Progress != nil && k&0xff == 0 {
			opts.Progress(k)
		}
		next, ok := s.step(ctx, current, k)
		out.Lines = k
		if !ok {
			if ctx.Err() != nil {
				return current, ctx.Err()
			}
			out.inconclusive(s.chains, k, opts)
			return current, nil
		}
		if len(s.all[next]) == 0 {
			out.Verdict = Rejected
			return current, nil
		}
		current = next
	}
	out.Lines = len(one.lines)
	return current, nil
}

// step returns the set after a line.  ok is false if memory does not suffice.
func (s *sets) step(ctx context.Context, set, k int) (next int, ok bool) {
	l := &s.chains.all[0].lines[k]
	key := [2]uint64{uint64(set), s.signature(l, k)}
	if next, known := s.after[key]; known {
		return next, true
	}
	closed, ok := s.close(ctx, set, k)
	if !ok {
		return 0, false
	}
	var reached []uint32
	if s.space.stutters(l) {
		reached = slices.Clone(closed)
	}
	for _, state := range closed {
		for _, e := range s.space.edgesOf(state) {
			if s.space.fits(state, e, l) {
				reached = append(reached, e.to)
			}
		}
	}
	slices.Sort(reached)
	next = s.intern(slices.Compact(reached))
	s.after[key] = next
	return next, true
}

// signature is a number of a line: equal lines, with the same events unseen before them,
// have equal numbers.
func (s *sets) signature(l *trace.Line, k int) uint64 {
	if !l.NoState || !l.NoSends {
		return 1<<63 | uint64(k) // not worth comparing
	}
	text := l.Event.String()
	if l.NoPeer || l.NoMessage {
		text += "?"
	}
	n, known := s.lines[text]
	if !known {
		n = uint64(len(s.lines))
		s.lines[text] = n
	}
	return n<<1 | uint64(s.unseen(k))
}

// unseen is 1 where every event may happen unseen before line k.
func (s *sets) unseen(k int) int {
	one := s.chains.all[0]
	if one.lines[k].Lost || k == 0 && one.from {
		return 1
	}
	return 0
}

// close returns the states of a set with those that unseen events lead to.
func (s *sets) close(ctx context.Context, set, k int) ([]uint32, bool) {
	key := [2]int{set, s.unseen(k)}
	if closed, known := s.closed[key]; known {
		return closed, true
	}
	at := []int{k}
	in := map[uint32]bool{}
	closed := slices.Clone(s.all[set])
	for _, state := range closed {
		in[state] = true
	}
	for n := 0; n < len(closed); n++ {
		if n&0xfff == 0 && (ctx.Err() != nil || s.bytes+s.space.size()+int64(len(closed))*20 > s.most) {
			return nil, false
		}
		for _, e := range s.space.edgesOf(closed[n]) {
			if !in[e.to] && !s.chains.visible(s.space.event(e.label), at) {
				in[e.to] = true
				closed = append(closed, e.to)
			}
		}
	}
	s.closed[key] = closed
	s.bytes += 4 * int64(cap(closed))
	return closed, true
}

// intern numbers a set.
func (s *sets) intern(set []uint32) int {
	text := make([]byte, 0, 4*len(set))
	for _, n := range set {
		text = binary.LittleEndian.AppendUint32(text, n)
	}
	id, known := s.ids[string(text)]
	if !known {
		id = len(s.all)
		s.ids[string(text)], s.all = id, append(s.all, set)
		s.bytes += 8*int64(len(set)) + 100
	}
	return id
}

// reject describes the line that no state of the set before it allows.
func (s *sets) reject(p *program, out *Result, set int) {
	one, k := s.chains.all[0], out.Lines
	l := one.lines[k]
	closed := s.closed[[2]int{set, s.unseen(k)}]
	out.Rejection = &Rejection{At: Place{one.file, l.Line}, Event: l.Event, More: max(0, len(closed)-mostHistories)}
	for _, state := range closed[:min(mostHistories, len(closed))] {
		p.at.SetState([]byte(p.states[state]))
		if out.Rejection.Reason == "" {
			out.Rejection.Reason = whyNot(p.at, l, nil)
		}
		out.Rejection.Histories = append(out.Rejection.Histories, historyOf(p.at, l))
	}
	var last recent
	for _, before := range one.lines[max(0, k-4*mostRecent) : k+1] {
		last.add(before.Event, Place{one.file, before.Line})
	}
	out.Rejection.Recent = last.of(l.Event)
}
