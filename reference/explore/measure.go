package explore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Meter describes a count along a run: for one request of a node or for the
// whole run.
type Meter struct {
	Node   int  // the node whose requests are measured; 0: complete runs
	Bypass bool // count, instead of messages, entries of others that know of the request of Node while it waits; with arbiters, the maximum over the arbiters
	Alone  bool // nodes request only while all are idle and no message is under way
	Late   bool // messages for a request may be sent after its node has left the critical section
}

// MaxCount is the largest number that a meter counts up to.
const MaxCount = 255

// ErrIncomplete means that Measure has not seen all runs.
var ErrIncomplete = errors.New("incomplete")

// Extremes are the smallest and the largest count at the end of a request or
// of a run.
type Extremes struct {
	Ends        bool // whether any request or run ends
	Least, Most int
	Values      []int // all possible counts, ascending
	// LeastRun and MostRun are shortest runs to these counts.
	LeastRun, MostRun []event.Event
	States            int // of the world and the meter
}

// reading is the state of a meter.
type reading struct {
	count  int
	served bool  // the node has entered since its latest request
	passed []int // entries of others at each arbiter, nil: none were counted there
}

// Measure finds the smallest and the largest count of a meter over all runs.
// It returns an error if it has not seen all runs, because ctx was cancelled or
// a limit was reached.
func Measure(ctx context.Context, sys *reference.System, m Meter, opts Options) (Extremes, error) {
	x := measurement{Meter: m, sys: sys, w: sys.World(), opts: opts}
	if x.opts.MaxBytes == 0 {
		x.opts.MaxBytes = 8 << 30
	}
	return x.run(ctx)
}

// Recount executes the events and returns the count of the meter at the end.
func Recount(sys *reference.System, m Meter, events []event.Event) (count int, over bool, err error) {
	x := measurement{Meter: m, sys: sys, w: sys.World()}
	var r reading
	for k, e := range events {
		if m.Alone && e.Kind == event.Request && !x.quiet() {
			return 0, false, fmt.Errorf("event %d, %s: something else is going on", k+1, e)
		}
		if r, err = x.step(r, e); err != nil {
			return 0, false, fmt.Errorf("event %d: %w", k+1, err)
		}
	}
	return r.count, x.over(r), nil
}

// measurement is a breadth-first search in progress.
type measurement struct {
	Meter
	sys  *reference.System
	w    *reference.World
	opts Options

	states  shard // of world, count and served
	ends    bool
	seen    [MaxCount + 1]bool
	extreme [2]extreme // least, most
}

// extreme is a count and the place of a state that has it.
type extreme struct{ count, place int }

func (x *measurement) run(ctx context.Context) (Extremes, error) {
	x.put(reading{}, none)
	for place := 0; place < x.states.len(); place++ {
		if place%1024 == 0 {
			if err := x.limits(ctx); err != nil {
				return Extremes{}, err
			}
		}
		r := x.at(place)
		x.record(r, place)
		for _, e := range x.w.AppendEnabled(nil) {
			if x.Alone && e.Kind == event.Request && !x.quiet() {
				continue
			}
			next, err := x.step(r, e)
			if err != nil {
				return Extremes{}, err
			}
			if next.count > MaxCount {
				return Extremes{}, fmt.Errorf("%w: more than %d are counted, there may be no bound", ErrIncomplete, MaxCount)
			}
			x.put(next, State(place))
			x.w.Rewind()
		}
	}
	found := Extremes{Ends: x.ends, States: x.states.len(), Least: x.extreme[0].count, Most: x.extreme[1].count}
	for count, seen := range x.seen {
		if seen {
			found.Values = append(found.Values, count)
		}
	}
	if x.ends {
		found.LeastRun, found.MostRun = x.path(x.extreme[0].place), x.path(x.extreme[1].place)
	}
	return found, nil
}

func (x *measurement) limits(ctx context.Context) error {
	switch n := x.states.len(); {
	case ctx.Err() != nil:
		return fmt.Errorf("interrupted after %d states: %w", n, ctx.Err())
	case x.opts.MaxStates > 0 && n > x.opts.MaxStates:
		return fmt.Errorf("%w: more than %d states", ErrIncomplete, x.opts.MaxStates)
	case x.states.bytes() > x.opts.MaxBytes || x.states.full():
		return fmt.Errorf("%w: %d states take more than %d bytes", ErrIncomplete, n, x.opts.MaxBytes)
	}
	return nil
}

// put adds the world with a reading.
func (x *measurement) put(r reading, parent State) {
	key := x.key(r)
	x.states.insert(tagOf(hash(key)), key, parent)
}

// key is the world and a reading as bytes.
func (x *measurement) key(r reading) []byte {
	served := byte(0)
	if r.served {
		served = 1
	}
	key := append(x.w.AppendState(nil), byte(r.count), served)
	for m := range x.arbiters() {
		at := 0
		if r.passed != nil {
			at = r.passed[m]
		}
		key = append(key, byte(at))
	}
	return key
}

// arbiters returns the number of counts by arbiter, 0 if there are none.
func (x *measurement) arbiters() int {
	if !x.Bypass || x.sys.Algorithm.BypassedAt == nil {
		return 0
	}
	return x.sys.Config.N
}

// at sets the world to the state at a place and returns its reading.
func (x *measurement) at(place int) reading {
	key := x.states.key(place)
	end := len(key) - 2 - x.arbiters()
	x.w.SetState(key[:end])
	r := reading{count: int(key[end]), served: key[end+1] == 1}
	for _, at := range key[end+2:] {
		r.passed = append(r.passed, int(at))
	}
	return r
}

// record keeps the count of a meter where a request, or the run, has ended.
func (x *measurement) record(r reading, place int) {
	if !x.over(r) {
		return
	}
	if !x.ends || r.count < x.extreme[0].count {
		x.extreme[0] = extreme{r.count, place}
	}
	if !x.ends || r.count > x.extreme[1].count {
		x.extreme[1] = extreme{r.count, place}
	}
	x.ends, x.seen[r.count] = true, true
}

// over reports whether the request, or the run, has ended.
func (x *measurement) over(r reading) bool {
	switch {
	case x.Node == 0:
		return x.finished()
	case x.Bypass:
		return r.served
	}
	return r.served && x.w.Phase(x.Node) == reference.Idle && (!x.Late || len(x.w.InFlight()) == 0)
}

// quiet reports whether all nodes are idle and no message is under way.
func (x *measurement) quiet() bool {
	for i := 1; i <= x.sys.Config.N; i++ {
		if x.w.Phase(i) != reference.Idle {
			return false
		}
	}
	return len(x.w.InFlight()) == 0
}

// finished reports whether a run is complete: every node has made all its
// entries, or stays in the critical section, and no message is under way.
func (x *measurement) finished() bool {
	for i := 1; i <= x.sys.Config.N; i++ {
		stays := slices.Contains(x.sys.Config.NeverExit, i) && x.w.Phase(i) == reference.CS
		if x.w.Phase(i) != reference.Idle && !stays {
			return false
		}
	}
	return len(x.w.InFlight()) == 0 && len(x.w.AppendEnabled(nil)) == 0
}

// step executes e and returns the new reading.
func (x *measurement) step(r reading, e event.Event) (reading, error) {
	if e.Node == x.Node && e.Kind == event.Request {
		r = reading{}
	}
	overtakes := x.Bypass && e.Kind == event.Enter && e.Node != x.Node && x.w.Phase(x.Node) == reference.Wait
	if overtakes && x.arbiters() > 0 {
		r = x.pass(r, e.Node)
	} else if overtakes && !x.asks(e.Node) {
		r.count++
	}
	sends, err := x.w.Step(e)
	if err != nil {
		return r, err
	}
	if e.Node == x.Node && e.Kind == event.Enter {
		r.served, r.passed = true, nil
	}
	if x.Bypass {
		return r, nil
	}
	for _, s := range sends {
		if x.Node == 0 || x.sys.Algorithm.SentFor(x.w, e.Node, s).Has(x.Node) {
			r.count++
		}
	}
	return r, nil
}

// pass counts an entry of another node at the arbiters at which it bypasses the
// request of Node.  The count of the meter is the maximum over the arbiters.
func (x *measurement) pass(r reading, by int) reading {
	passed := make([]int, x.arbiters())
	copy(passed, r.passed)
	for m := range x.sys.Algorithm.BypassedAt(x.w, x.Node, by).All() {
		passed[m-1]++
		r.count = max(r.count, passed[m-1])
	}
	r.passed = passed
	return r
}

// asks reports whether a REQUEST of Node to another node is still under way.
func (x *measurement) asks(other int) bool {
	for _, f := range x.w.InFlight() {
		if f.From == x.Node && f.To == other && f.Msg.Kind == "REQUEST" {
			return true
		}
	}
	return false
}

// path returns a shortest run to a place.
func (x *measurement) path(place int) []event.Event {
	var places []int
	for ; x.states.parents[place] != none; place = int(x.states.parents[place]) {
		places = append(places, place)
	}
	run := []event.Event{}
	for k := len(places) - 1; k >= 0; k-- {
		run = append(run, x.between(int(x.states.parents[places[k]]), places[k]))
	}
	return run
}

// between returns an event that leads from one place to another.
func (x *measurement) between(from, to int) event.Event {
	r := x.at(from)
	for _, e := range x.w.AppendEnabled(nil) {
		e = e.Clone()
		next, err := x.step(r, e)
		if err == nil && bytes.Equal(x.key(next), x.states.key(to)) {
			return e
		}
		x.w.Rewind()
	}
	panic(fmt.Sprintf("explore: no event leads from place %d to %d", from, to))
}
