package explore

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Meter describes a count along a run: for one request of a node, for the whole run, or, with
// Chain, of the messages in sequence before an entry.
type Meter struct {
	Node   int   // the node whose requests are measured; 0: complete runs, or chains before the entries of all nodes
	Bypass bool  // count, instead of messages, entries of others that know of the request of Node while it waits; with arbiters, the maximum over the arbiters
	Chain  Chain // count the messages of the chain that leads to an entry
	Alone  bool  // nodes request only while all are idle and no message is under way
	Late   bool  // messages for a request may be sent after its node has left the critical section
	After  bool  // and after its node's next request: the algorithm tells the two apart

	Blocked  bool // with FromExit: no message is under way at the exit, and nobody requests before the next entry
	Restless bool // messages are under way even while nobody requests: Alone then lets nodes request while all are idle
}

// MaxCount is the largest number that a meter counts up to.
const MaxCount = 255

// ErrIncomplete means that Measure has not seen all runs.
var ErrIncomplete = errors.New("incomplete")

// Extremes are the smallest and the largest count at the end of a request, of a chain or
// of a run.
type Extremes struct {
	NodeExtremes                // of all nodes
	Nodes        []NodeExtremes // by node, those with an end; one with node 0 for complete runs
	States       int            // of the world and the meter
	Depth        int            // events in the longest of the shortest paths: all runs of this length were seen
}

// NodeExtremes are the extremes of one node.
type NodeExtremes struct {
	Node        int
	Ends        bool // whether any request or run ends
	Least, Most int
	Values      []int // all possible counts, ascending
	// LeastRun and MostRun are shortest runs to these counts.
	LeastRun, MostRun []event.Event
}

// reading is the state of a meter.
type reading struct {
	count  int
	served bool  // the node has entered since its latest request
	before bool  // with After: the request that is watched is the one before the latest, and was served
	passed []int // entries of others at each arbiter, nil: none were counted there
	chain  chain
}

// Measure finds the smallest and the largest count of a meter over all runs.
//
// The error wraps ErrIncomplete if a limit was reached, or is ctx's.  The extremes are then
// those of the runs that were seen: each count occurs, but there may be others.
func Measure(ctx context.Context, sys *reference.System, m Meter, opts Options) (Extremes, error) {
	return newMeasurement(sys, m, opts).run(ctx)
}

// Recount executes the events and returns the count of the meter at the end.
func Recount(sys *reference.System, m Meter, events []event.Event) (count int, over bool, err error) {
	x := measurement{Meter: m, sys: sys}
	w := sys.World()
	readings := []reading{{}}
	for k, e := range events {
		var after []reading
		before, then := w.AppendState(nil), []byte(nil)
		for _, r := range readings {
			w.SetState(before)
			if !x.admits(w, r, e) {
				continue
			}
			if after, err = x.step(w, r, e, after); err != nil {
				return 0, false, fmt.Errorf("event %d: %w", k+1, err)
			}
			then = w.AppendState(nil)
		}
		if len(after) == 0 {
			return 0, false, fmt.Errorf("event %d, %s: something else is going on", k+1, e)
		}
		readings = after
		w.SetState(then)
	}
	for _, r := range readings {
		if x.over(w, r) {
			return r.count, true, nil
		}
	}
	return readings[0].count, false, nil
}

// admits reports whether the meter lets an enabled event happen.
func (m *Meter) admits(w *reference.World, r reading, e event.Event) bool {
	switch {
	case e.Kind != event.Request:
		return r.chain.stage != chainEnded
	case r.chain.stage != chainWaiting:
		return r.chain.stage == chainFollowed && m.Chain == FromExit && !m.Blocked
	}
	return !m.Alone || m.quiet(w)
}

// over reports whether the request, the chain or the run has ended.
func (m *Meter) over(w *reference.World, r reading) bool {
	switch {
	case m.Chain != NoChain:
		return r.chain.stage == chainEnded
	case m.Node == 0:
		return finished(w)
	case m.Bypass:
		return r.served
	case m.After:
		outstanding := w.System().Algorithm.Outstanding
		return r.served && (r.before || w.Phase(m.Node) == reference.Idle) && !outstanding(w, m.Node, !r.before)
	}
	return r.served && w.Phase(m.Node) == reference.Idle && (!m.Late || len(w.InFlight()) == 0)
}

// quiet reports whether all nodes are idle and no message is under way.
func (m *Meter) quiet(w *reference.World) bool {
	return w.InPhase(reference.Idle).Len() == w.N() && (m.Restless || len(w.InFlight()) == 0)
}

// finished reports whether a run is complete: every node has made all its
// entries, or stays in the critical section, and no message is under way.
func finished(w *reference.World) bool {
	for i := 1; i <= w.N(); i++ {
		stays := slices.Contains(w.System().Config.NeverExit, i) && w.Phase(i) == reference.CS
		if w.Phase(i) != reference.Idle && !stays {
			return false
		}
	}
	return len(w.InFlight()) == 0 && len(w.AppendEnabled(nil)) == 0
}

// step executes e and appends the new readings: one, or with a chain as many as the chain
// has continuations.
func (x *measurement) step(w *reference.World, r reading, e event.Event, out []reading) ([]reading, error) {
	if x.Chain != NoChain {
		return x.followChain(w, r, e, out)
	}
	if e.Node == x.Node && e.Kind == event.Request {
		if x.After && r.served && !r.before && !x.over(w, r) {
			var err error
			earlier := r
			earlier.before = true
			if out, err = x.countStep(w, earlier, e, out); err != nil {
				return out, err
			}
			w.Rewind()
		}
		r = reading{}
	}
	return x.countStep(w, r, e, out)
}

// countStep executes e and appends the new reading.
func (x *measurement) countStep(w *reference.World, r reading, e event.Event, out []reading) ([]reading, error) {
	overtakes := x.Bypass && e.Kind == event.Enter && e.Node != x.Node && w.Phase(x.Node) == reference.Wait
	if overtakes && x.arbiters() > 0 {
		r = x.pass(w, r, e.Node)
	} else if overtakes && !x.asks(w, e.Node) {
		r.count++
	}
	sends, err := w.Step(e)
	if err != nil {
		return out, err
	}
	if e.Node == x.Node && e.Kind == event.Enter {
		r.served, r.passed = true, nil
	}
	if x.Bypass {
		return append(out, r), nil
	}
	for _, s := range sends {
		mine := x.Node == 0 || x.sys.Algorithm.SentFor(w, e.Node, s).Has(x.Node)
		if mine && x.After {
			mine = x.sys.Algorithm.SentForLatest(w, x.Node, e.Node, s) != r.before
		}
		if mine {
			r.count++
		}
	}
	return append(out, r), nil
}

// arbiters returns the number of counts by arbiter, 0 if there are none.
func (x *measurement) arbiters() int {
	if !x.Bypass || x.sys.Algorithm.BypassedAt == nil {
		return 0
	}
	return x.sys.Config.N
}

// pass counts an entry of another node at the arbiters at which it bypasses the
// request of Node.  The count of the meter is the maximum over the arbiters.
func (x *measurement) pass(w *reference.World, r reading, by int) reading {
	passed := make([]int, x.arbiters())
	copy(passed, r.passed)
	for m := range x.sys.Algorithm.BypassedAt(w, x.Node, by).All() {
		passed[m-1]++
		r.count = max(r.count, passed[m-1])
	}
	r.passed = passed
	return r
}

// asks reports whether a REQUEST of Node to another node is still under way.
func (x *measurement) asks(w *reference.World, other int) bool {
	for _, f := range w.InFlight() {
		if f.From == x.Node && f.To == other && f.Msg.Kind == "REQUEST" {
			return true
		}
	}
	return false
}

// appendReading appends a reading as bytes; readingSize of them.
func (x *measurement) appendReading(b []byte, r reading) []byte {
	served := byte(0)
	if r.served {
		served = 1
	}
	if r.before {
		served |= 2
	}
	b = append(b, byte(r.count), served)
	if x.Chain != NoChain {
		b = append(b, byte(r.chain.stage), byte(r.chain.message), byte(r.chain.enabled))
	}
	for m := range x.arbiters() {
		at := 0
		if r.passed != nil {
			at = r.passed[m]
		}
		b = append(b, byte(at))
	}
	return b
}

// readingSize is the number of bytes of a reading.
func (x *measurement) readingSize() int {
	size := 2 + x.arbiters()
	if x.Chain != NoChain {
		size += 3
	}
	return size
}

// readingOf decodes a reading.
func (x *measurement) readingOf(b []byte) reading {
	r := reading{count: int(b[0]), served: b[1]&1 != 0, before: b[1]&2 != 0}
	b = b[2:]
	if x.Chain != NoChain {
		r.chain = chain{stage: chainStage(b[0]), message: int(b[1]), enabled: int(b[2])}
		b = b[3:]
	}
	for _, at := range b {
		r.passed = append(r.passed, int(at))
	}
	return r
}
