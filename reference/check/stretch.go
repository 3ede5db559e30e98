package check

import (
	"context"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
)

// Stretch is the shortest stretch of lines, ending with the rejected one, that is impossible
// from every reachable state: whatever the lines before it say, no run has these.
//
// What lines say of messages sent, of states and of the numbers of a normal form is not
// compared, so that a shorter one may exist.
type Stretch struct {
	From  Place
	Lines int
}

// longestStretch is how many lines before the rejected one are looked at.
const longestStretch = 1000

// stretch searches the shortest impossible stretch of a rejected log in one order, within
// opts.Stretch.  It is a help to the reader: where it fails, there is none.
func stretch(ctx context.Context, log Log, out *Result, opts Options) {
	if opts.Stretch <= 0 || out.Rejection == nil || out.Header.Order == trace.OrderNodes {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, opts.Stretch)
	defer cancel()
	one, err := lastLines(log, out.Rejection.At.Line, out.Whole)
	if err != nil || len(one.lines) == 0 {
		return
	}
	sys, err := algorithms.New(out.Header.Config)
	if err != nil {
		return
	}
	g := reachable(ctx, sys, opts.MaxBytes)
	if g == nil {
		return
	}
	s := newSets(&chains{header: out.Header, all: []*chain{one}}, newGiven(g), opts)
	every := make([]uint32, len(g.Edges))
	for k := range every {
		every[k] = uint32(k)
	}
	start := s.intern(every)
	last := len(one.lines) - 1
	impossible := func(lines int) bool {
		set, ok := start, true
		for k := last + 1 - lines; k <= last; k++ {
			if set, ok = s.step(ctx, set, k); !ok {
				return false
			}
			if len(s.all[set]) == 0 {
				return true
			}
		}
		return false
	}
	// A stretch with more lines is impossible if a shorter one is.
	lines := 1
	for !impossible(lines) {
		if lines == len(one.lines) || ctx.Err() != nil {
			return
		}
		lines = min(2*lines, len(one.lines))
	}
	for low := lines / 2; lines-low > 1; {
		if middle := (low + lines) / 2; impossible(middle) {
			lines = middle
		} else {
			low = middle
		}
	}
	if ctx.Err() == nil {
		out.Rejection.Stretch = &Stretch{Place{one.file, one.lines[last+1-lines].Line}, lines}
	}
}

// lastLines are the lines of a log up to one, at most longestStretch of them.
func lastLines(log Log, end int, whole bool) (*chain, error) {
	h, err := log.Header()
	if err != nil {
		return nil, err
	}
	one := &chain{file: log.Name}
	seen := newOccurring()
	for l, err := range log.Lines() {
		if err != nil {
			return nil, err
		}
		seen.add(l)
		if l.Line > end {
			continue
		}
		l.NoSends, l.NoState = true, true
		if len(one.lines) == longestStretch {
			one.lines = append(one.lines[:0], one.lines[1:]...)
		}
		one.lines = append(one.lines, l)
	}
	one.records(h.Records, seen, 0)
	for i := 1; whole && i <= h.Config.N; i++ {
		one.nodes = one.nodes.With(i)
	}
	for k := event.Request; k <= event.Exit; k++ {
		one.kinds[k] = one.kinds[k] || whole
	}
	return one, nil
}

// reachable is the program's state graph in normal form, nil if there is not the time or the
// memory for it.
func reachable(ctx context.Context, sys *reference.System, most int64) *Graph {
	p := newProgram(sys)
	g := &Graph{Start: p.start(), Normal: sys.Normal()}
	for n := 0; n < len(p.states); n++ {
		if n&0xff == 0 && (ctx.Err() != nil || p.size() > most/4) {
			return nil
		}
		var edges []GraphEdge
		for _, e := range p.edgesOf(uint32(n)) {
			edges = append(edges, GraphEdge{e.label, e.to})
		}
		g.Edges = append(g.Edges, edges)
	}
	g.Events = p.events
	return g
}
