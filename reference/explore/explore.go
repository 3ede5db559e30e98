package explore

import (
	"context"
	"encoding/binary"
	"fmt"
	"runtime"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Options limit time and memory.  The zero value uses all cores and 8 GB.
type Options struct {
	Workers   int   // goroutines, 0: one a core
	MaxStates int   // states, 0: as many as memory holds
	MaxBytes  int64 // memory for states, 0: 8 GB
}

const (
	chunkStates = 256 // states that a worker expands at a time
	batchChunks = 256 // chunks between two insertions
)

// chunk is a part of a level and the result of its expansion.
type chunk struct {
	states  []State
	out     [shards][]byte // successors by shard: tag, parent, length, bytes
	found   []finding      // first violation of each property, in order
	edges   int64
	entered reference.Set // nodes seen in the critical section
	crowded bool
}

// finding is a violation in a state, or in a step from it.
type finding struct {
	property int
	state    State
	step     *event.Event // nil: in the state itself
	err      error
}

// worker is the data of one goroutine that expands states.
type worker struct {
	at     *reference.World // the current world
	before *reference.World // the world before a step, for properties of steps
	events []event.Event
	key    []byte
	tally  tally
}

func newWorker(sys *reference.System) *worker {
	return &worker{at: sys.World(), before: sys.World()}
}

// Run visits all reachable worlds of a system.  If ctx is cancelled or a limit
// is reached, Run returns the graph found so far, and Complete returns false.
func Run(ctx context.Context, sys *reference.System, opts Options) *Graph {
	if opts.Workers == 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	if opts.MaxStates == 0 || opts.MaxStates > maxStates {
		opts.MaxStates = maxStates
	}
	if opts.MaxBytes == 0 {
		opts.MaxBytes = 8 << 30
	}
	x := &explorer{
		ctx:    ctx,
		opts:   opts,
		graph:  &Graph{sys: sys, workers: opts.Workers, properties: sys.Properties()},
		chunks: make([]*chunk, batchChunks),
	}
	for range opts.Workers {
		x.workers = append(x.workers, newWorker(sys))
	}
	for k, p := range x.graph.properties {
		if p.Step != nil {
			x.graph.stepProperties = append(x.graph.stepProperties, k)
		}
	}
	x.graph.found = make([]*finding, len(x.graph.properties))
	x.run()
	return x.graph
}

// explorer is a search under way.
type explorer struct {
	ctx     context.Context
	opts    Options
	graph   *Graph
	workers []*worker
	chunks  []*chunk
}

func (x *explorer) run() {
	g := x.graph
	initial := x.workers[0].at.AppendState(nil)
	h := hash(initial)
	g.store[shardOf(h)].insert(tagOf(h), initial, none)
	g.initial = stateAt(shardOf(h), 0)
	for level := nextLevel(&x.graph.store, &x.graph.levels, nil); len(level) > 0 && g.stopped == ""; level = nextLevel(&x.graph.store, &x.graph.levels, level[:0]) {
		for len(level) > 0 && g.stopped == "" {
			level = x.batch(level)
		}
	}
	var tallies []*tally
	for _, w := range x.workers {
		tallies = append(tallies, &w.tally)
	}
	g.labels = sum(tallies)
}

// nextLevel appends the states found since the last level began to level, and that level to levels.
func nextLevel(found *store, levels *[]bounds, level []State) []State {
	var from, to bounds
	if len(*levels) > 0 {
		from = (*levels)[len(*levels)-1]
	}
	for k := range found {
		to[k] = uint32(found[k].len())
		for place := from[k]; place < to[k]; place++ {
			level = append(level, stateAt(k, int(place)))
		}
	}
	if len(level) > 0 {
		*levels = append(*levels, to)
	}
	return level
}

// batch expands some states of a level, inserts their successors, and returns
// the rest of the level.
func (x *explorer) batch(level []State) []State {
	g, n := x.graph, 0
	for ; n < len(x.chunks) && len(level) > 0; n++ {
		if x.chunks[n] == nil {
			x.chunks[n] = &chunk{}
		}
		size := min(chunkStates, len(level))
		x.chunks[n].states, level = level[:size], level[size:]
	}
	parallel(len(x.workers), n, func(worker, item int) {
		x.workers[worker].expand(g, x.chunks[item])
	})
	for _, c := range x.chunks[:n] {
		g.collect(c)
	}
	parallel(len(x.workers), shards, func(_, k int) {
		for _, c := range x.chunks[:n] {
			g.store[k].insertAll(c.out[k])
		}
	})
	x.checkLimits()
	return level
}

// checkLimits stops the search when ctx is cancelled or a limit is reached.
func (x *explorer) checkLimits() {
	g := x.graph
	states, memory := g.store.size()
	switch {
	case x.ctx.Err() != nil:
		g.stopped = fmt.Sprintf("interrupted after %d states: %v", states, x.ctx.Err())
	case states > x.opts.MaxStates:
		g.stopped = fmt.Sprintf("more than %d states", x.opts.MaxStates)
	case memory > x.opts.MaxBytes:
		g.stopped = fmt.Sprintf("%d states take more than %d bytes", states, x.opts.MaxBytes)
	}
	for k := range g.store {
		if g.store[k].full() {
			g.stopped = fmt.Sprintf("%d states are as many as there are numbers for", states)
		}
	}
}

// expand checks the states of a chunk and derives their successors.
func (w *worker) expand(g *Graph, c *chunk) {
	for k := range c.out {
		c.out[k] = c.out[k][:0]
	}
	c.found, c.edges, c.entered, c.crowded = c.found[:0], 0, 0, false
	for _, s := range c.states {
		w.at.SetState(g.store.key(s))
		w.checkState(g, c, s)
		if len(g.stepProperties) > 0 {
			w.before.SetState(g.store.key(s))
		}
		w.events = w.at.AppendEnabled(w.events[:0])
		c.edges += int64(len(w.events))
		for k := range w.events {
			e := &w.events[k]
			w.tally.add(e, 1)
			w.step(e)
			g.checkStep(c, s, w.before, e, w.at)
			c.put(hash(w.key), s, w.key)
			w.at.Rewind()
		}
	}
}

// step executes an enabled event; key is the new state afterwards.
func (w *worker) step(e *event.Event) {
	if _, err := w.at.Step(*e); err != nil {
		panic("explore: an enabled event cannot happen: " + err.Error())
	}
	w.key = w.at.AppendState(w.key[:0])
}

// checkState checks the properties of states in the world of a state.
func (w *worker) checkState(g *Graph, c *chunk, s State) {
	for i := 1; i <= g.sys.Config.N; i++ {
		if w.at.Phase(i) == reference.CS {
			c.entered = c.entered.With(i)
		}
	}
	c.crowded = c.crowded || w.at.Crowded()
	for p := range g.properties {
		if g.properties[p].State == nil || g.found[p] != nil {
			continue
		}
		if err := g.properties[p].State(w.at); err != nil {
			c.report(finding{property: p, state: s, err: err})
		}
	}
}

// checkStep checks the properties of steps after a step.
func (g *Graph) checkStep(c *chunk, s State, before *reference.World, e *event.Event, after *reference.World) {
	for _, p := range g.stepProperties {
		if g.found[p] != nil {
			continue
		}
		if err := g.properties[p].Step(before, *e, after); err != nil {
			step := e.Clone()
			c.report(finding{property: p, state: s, step: &step, err: err})
		}
	}
}

// report keeps the first violation of each property.
func (c *chunk) report(f finding) {
	for _, known := range c.found {
		if known.property == f.property {
			return
		}
	}
	c.found = append(c.found, f)
}

// put adds a successor to the output for its shard.
func (c *chunk) put(h uint64, parent State, key []byte) {
	out := c.out[shardOf(h)]
	out = binary.LittleEndian.AppendUint32(out, tagOf(h))
	out = binary.LittleEndian.AppendUint32(out, uint32(parent))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(key)))
	c.out[shardOf(h)] = append(out, key...)
}

// insertAll inserts what put has written.
func (s *shard) insertAll(in []byte) {
	for len(in) > 0 {
		tag := binary.LittleEndian.Uint32(in)
		parent := State(binary.LittleEndian.Uint32(in[4:]))
		end := 12 + int(binary.LittleEndian.Uint32(in[8:]))
		s.insert(tag, in[12:end], parent)
		in = in[end:]
	}
}

// collect adds the results of a chunk.  The caller keeps the order of chunks.
func (g *Graph) collect(c *chunk) {
	g.transitions += c.edges
	g.entered |= c.entered
	g.crowded = g.crowded || c.crowded
	for _, f := range c.found {
		if g.found[f.property] == nil {
			g.found[f.property] = &f
		}
	}
}
