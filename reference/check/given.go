package check

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
)

// Graph is the state graph of another judge than the Go program, complete.
type Graph struct {
	Events []event.Event // by label
	Edges  [][]GraphEdge // by state
	Start  uint32        // the initial state
	// Normal says that messages have the numbers of a normal form.  The numbers of a line are
	// then not compared, and a line may be the delivery of a message that the normal form has
	// dropped, which changes no state.
	Normal bool
}

// GraphEdge leads from the state that a graph has it under to another.
type GraphEdge struct{ Label, To uint32 }

// Given decides by another judge's graph whether the logs are one run.  What lines say of
// messages sent and of states is not compared.  The result has no completion, and of a
// rejection it has the furthest line only.
func Given(ctx context.Context, logs []Log, opts Options, g *Graph) (*Result, error) {
	if opts.MaxBytes == 0 {
		opts.MaxBytes = 2 << 30
	}
	c, err := read(ctx, logs, opts)
	if err != nil {
		return nil, err
	}
	out := &Result{Header: c.header, Verdict: Accepted}
	of := newGiven(g)
	if len(c.all) == 1 {
		_, err = newSets(c, of, opts).run(ctx, out, opts)
		if err == nil && out.Verdict == Rejected {
			one := c.all[0]
			out.Rejection = &Rejection{At: Place{one.file, one.lines[out.Lines].Line}, Event: one.lines[out.Lines].Event}
		}
		return out, err
	}
	err = (&walkers{chains: c, of: of, known: map[string]struct{}{}}).run(ctx, out, opts)
	return out, err
}

// given is a Graph as a space.
type given struct {
	*Graph
	edges [][]edge
}

func newGiven(g *Graph) *given {
	of := &given{Graph: g, edges: make([][]edge, len(g.Edges))}
	for k, all := range g.Edges {
		for _, e := range all {
			of.edges[k] = append(of.edges[k], edge{e.Label, e.To})
		}
	}
	return of
}

func (g *given) start() uint32                   { return g.Start }
func (g *given) edgesOf(state uint32) []edge     { return g.edges[state] }
func (g *given) event(label uint32) *event.Event { return &g.Events[label] }
func (g *given) size() int64                     { return 0 }
func (g *given) stutters(l *trace.Line) bool {
	return g.Normal && l.Event.Kind == event.Receive && (l.NoMessage || len(l.Event.Msg.Fields) > 0)
}

func (g *given) fits(_ uint32, e edge, l *trace.Line) bool {
	is := g.Events[e.label]
	if g.Normal && !l.NoMessage && is.Msg.Kind == l.Event.Msg.Kind {
		is.Msg = l.Event.Msg
	}
	return fits(l, &is)
}

// walkers decide several chains: a search in depth for a way through all lines.
type walkers struct {
	chains *chains
	of     *given
	known  map[string]struct{} // positions and state
	bytes  int64
	todo   []walker
}

// walker has passed lines of each chain and is in a state.
type walker struct {
	at     []int
	state  uint32
	passed int
}

func (s *walkers) run(ctx context.Context, out *Result, opts Options) error {
	total := 0
	for _, one := range s.chains.all {
		total += len(one.lines)
	}
	furthest := walker{at: make([]int, len(s.chains.all)), state: s.of.Start}
	s.push(furthest)
	for n := 0; len(s.todo) > 0; n++ {
		w := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		if w.passed > furthest.passed {
			furthest = w
		}
		out.Lines = furthest.passed
		switch {
		case w.passed == total:
			return nil
		case s.bytes > opts.MaxBytes:
			out.inconclusive(s.chains, furthest.passed, opts)
			return nil
		case n&0xfff == 0 && ctx.Err() != nil:
			return ctx.Err()
		}
		s.expand(w)
	}
	out.Verdict = Rejected
	for k, one := range s.chains.all {
		if p := furthest.at[k]; p < len(one.lines) && out.Rejection == nil {
			out.Rejection = &Rejection{At: Place{one.file, one.lines[p].Line}, Event: one.lines[p].Event}
		}
	}
	return nil
}

// push adds a walker if it is new.
func (s *walkers) push(w walker) {
	key := make([]byte, 0, 4*len(w.at)+4)
	for _, p := range w.at {
		key = binary.AppendUvarint(key, uint64(p))
	}
	key = binary.AppendUvarint(key, uint64(w.state))
	if _, is := s.known[string(key)]; !is {
		s.known[string(key)] = struct{}{}
		s.bytes += int64(len(key)+8*len(w.at)) + 120
		s.todo = append(s.todo, w)
	}
}

// expand adds what can follow a walker.  The last one added goes first: it passes a line if
// one can be passed.
func (s *walkers) expand(w walker) {
	for _, e := range s.of.edges[w.state] {
		if !s.chains.visible(s.of.event(e.label), w.at) {
			s.push(walker{w.at, e.to, w.passed})
		}
	}
	for c, one := range s.chains.all {
		if w.at[c] == len(one.lines) || !s.chains.ready(c, w.at) {
			continue
		}
		l := &one.lines[w.at[c]]
		at := slices.Clone(w.at)
		at[c]++
		if s.of.stutters(l) {
			s.push(walker{at, w.state, w.passed + 1})
		}
		for _, e := range s.of.edges[w.state] {
			if s.of.fits(w.state, e, l) {
				s.push(walker{at, e.to, w.passed + 1})
			}
		}
	}
}
