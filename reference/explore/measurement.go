package explore

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// measurement is a breadth-first search in progress.  A state is a world and a reading.
type measurement struct {
	Meter
	sys  *reference.System
	opts Options

	states  store
	levels  []bounds
	workers []*meterWorker
	chunks  []*meterChunk
	ends    map[end]State // a first state for each count at each node
}

// end is a count that occurs, at a node.
type end struct{ node, count int }

// measuredChunks is the number of chunks between two insertions.  It is small, because a
// search with little memory must notice soon that it has used it.
const measuredChunks = 16

// meterChunk is a part of a level and the result of its expansion.
type meterChunk struct {
	states []State
	out    [shards][]byte
	ends   []reached
	err    error
}

// reached is a state that is the end of a request, a chain or a run.
type reached struct {
	end
	state State
}

// meterWorker is the data of one goroutine.
type meterWorker struct {
	w        *reference.World
	events   []event.Event
	readings []reading
	key      []byte
}

func newMeasurement(sys *reference.System, m Meter, opts Options) *measurement {
	if opts.Workers == 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	if opts.MaxStates == 0 || opts.MaxStates > maxStates {
		opts.MaxStates = maxStates
	}
	if opts.MaxBytes == 0 {
		opts.MaxBytes = 8 << 30
	}
	x := &measurement{Meter: m, sys: sys, opts: opts, ends: map[end]State{}}
	for range opts.Workers {
		x.workers = append(x.workers, &meterWorker{w: sys.World()})
	}
	for range measuredChunks {
		x.chunks = append(x.chunks, &meterChunk{})
	}
	return x
}

func (x *measurement) run(ctx context.Context) (Extremes, error) {
	key := x.appendReading(x.sys.World().AppendState(nil), reading{})
	h := hash(key)
	x.states[shardOf(h)].insert(tagOf(h), key, none)
	var err error
	for level := nextLevel(&x.states, &x.levels, nil); len(level) > 0 && err == nil; level = nextLevel(&x.states, &x.levels, level[:0]) {
		for rest := level; len(rest) > 0 && err == nil; {
			rest, err = x.batch(ctx, rest)
		}
		if err != nil {
			break
		}
	}
	return x.extremes(err == nil), err
}

// batch expands some states of a level, inserts their successors, and returns the rest.
func (x *measurement) batch(ctx context.Context, level []State) ([]State, error) {
	n := 0
	for ; n < len(x.chunks) && len(level) > 0; n++ {
		size := min(chunkStates, len(level))
		x.chunks[n].states, level = level[:size], level[size:]
	}
	parallel(len(x.workers), n, func(worker, item int) {
		c := x.chunks[item]
		c.err = x.expand(x.workers[worker], c)
	})
	for _, c := range x.chunks[:n] {
		for _, r := range c.ends {
			if _, known := x.ends[r.end]; !known {
				x.ends[r.end] = r.state
			}
		}
	}
	for _, c := range x.chunks[:n] {
		if c.err != nil {
			return nil, c.err
		}
	}
	parallel(len(x.workers), shards, func(_, k int) {
		for _, c := range x.chunks[:n] {
			x.states[k].insertAll(c.out[k])
		}
	})
	return level, x.limits(ctx, level)
}

// limits returns an error when ctx is cancelled or a limit is reached.
func (x *measurement) limits(ctx context.Context, level []State) error {
	states, memory := x.states.size()
	memory += 4 * int64(cap(level))
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("interrupted after %d states, %d events deep: %w", states, len(x.levels)-1, ctx.Err())
	case states > x.opts.MaxStates:
		return fmt.Errorf("%w: more than %d states, %d events deep", ErrIncomplete, x.opts.MaxStates, len(x.levels)-1)
	case memory > x.opts.MaxBytes || slices.ContainsFunc(x.states[:], func(s shard) bool { return s.full() }):
		return fmt.Errorf("%w: %d states take more than %d MB, %d events deep", ErrIncomplete, states, x.opts.MaxBytes>>20, len(x.levels)-1)
	}
	return nil
}

// expand derives the successors of a chunk and notes the ends in it.
func (x *measurement) expand(m *meterWorker, c *meterChunk) error {
	for k := range c.out {
		c.out[k] = c.out[k][:0]
	}
	c.ends = c.ends[:0]
	for _, s := range c.states {
		key := x.states.key(s)
		world, r := x.split(key)
		m.w.SetState(world)
		if x.over(m.w, r) {
			c.ends = append(c.ends, reached{end{x.nodeOf(r), r.count}, s})
		}
		err := x.successors(m, r, func(event.Event) error {
			h := hash(m.key)
			out := c.out[shardOf(h)]
			out = binary.LittleEndian.AppendUint32(out, tagOf(h))
			out = binary.LittleEndian.AppendUint32(out, uint32(s))
			out = binary.LittleEndian.AppendUint32(out, uint32(len(m.key)))
			c.out[shardOf(h)] = append(out, m.key...)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// successors calls do for each successor of the state that m is set to, with its bytes in m.key.
func (x *measurement) successors(m *meterWorker, r reading, do func(event.Event) error) error {
	m.events = m.w.AppendEnabled(m.events[:0])
	for _, e := range m.events {
		if !x.admits(m.w, r, e) {
			continue
		}
		var err error
		if m.readings, err = x.step(m.w, r, e, m.readings[:0]); err != nil {
			return err
		}
		for k, next := range m.readings {
			if next.count > MaxCount {
				return fmt.Errorf("%w: more than %d are counted, there may be no bound", ErrIncomplete, MaxCount)
			}
			if k == 0 {
				m.key = m.w.AppendState(m.key[:0])
			}
			m.key = x.appendReading(m.key[:len(m.key)-min(k, 1)*x.readingSize()], next)
			if err := do(e); err != nil {
				return err
			}
		}
		m.w.Rewind()
	}
	return nil
}

// split returns the world of a state, as bytes, and its reading.
func (x *measurement) split(key []byte) ([]byte, reading) {
	at := len(key) - x.readingSize()
	return key[:at:at], x.readingOf(key[at:])
}

// nodeOf returns the node to which a count belongs at its end.
func (x *measurement) nodeOf(r reading) int {
	if x.Chain != NoChain {
		return r.chain.enabled
	}
	return x.Node
}

// extremes sums up.
func (x *measurement) extremes(complete bool) Extremes {
	states, _ := x.states.size()
	found := Extremes{States: states, Depth: len(x.levels) - 1}
	if !complete {
		found.Depth = max(0, found.Depth-1) // the last level was not finished
	}
	for node := range x.sys.Config.N + 1 {
		n := NodeExtremes{Node: node}
		for count := range MaxCount + 1 {
			if _, seen := x.ends[end{node, count}]; seen {
				n.Values = append(n.Values, count)
			}
		}
		if len(n.Values) == 0 {
			continue
		}
		n.Ends, n.Least, n.Most = true, n.Values[0], n.Values[len(n.Values)-1]
		n.LeastRun, n.MostRun = x.path(x.ends[end{node, n.Least}]), x.path(x.ends[end{node, n.Most}])
		found.Nodes = append(found.Nodes, n)
		found.add(n)
	}
	return found
}

// add takes the extremes of a node into those of all nodes, whose Node is one with the most.
func (all *NodeExtremes) add(n NodeExtremes) {
	if !all.Ends {
		*all = n
		all.Values = slices.Clone(n.Values)
		return
	}
	if n.Least < all.Least {
		all.Least, all.LeastRun = n.Least, n.LeastRun
	}
	if n.Most > all.Most {
		all.Node, all.Most, all.MostRun = n.Node, n.Most, n.MostRun
	}
	all.Values = append(all.Values, n.Values...)
	slices.Sort(all.Values)
	all.Values = slices.Compact(all.Values)
}

// path returns a shortest run to a state.
func (x *measurement) path(s State) []event.Event {
	run := []event.Event{}
	m := x.workers[0]
	for {
		parent := x.states[s.shard()].parents[s.place()]
		if parent == none {
			slices.Reverse(run)
			return run
		}
		run = append(run, x.between(m, parent, s))
		s = parent
	}
}

// found stops successors at the successor that is looked for.
type foundError struct{ event event.Event }

func (foundError) Error() string { return "found" }

// between returns an event that leads from one state to another.
func (x *measurement) between(m *meterWorker, from, to State) event.Event {
	world, r := x.split(x.states.key(from))
	m.w.SetState(world)
	key := x.states.key(to)
	err := x.successors(m, r, func(e event.Event) error {
		if bytes.Equal(m.key, key) {
			return foundError{e.Clone()}
		}
		return nil
	})
	if found, ok := err.(foundError); ok {
		return found.event
	}
	panic(fmt.Sprintf("explore: no event leads from state %d to %d", from, to))
}
