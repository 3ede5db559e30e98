package show

import (
	"errors"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Run is a run of the Go program that is being recorded, from any state on.  One goroutine at a
// time may use it.
type Run struct {
	Title string
	// Loop is the index of the first event that repeats for ever, -1 if there is none.
	Loop int
	// Cut is how many events come after the recorded ones.
	Cut int

	sys      *reference.System
	world    *reference.World // after the last event
	first    int              // events before the recorded ones
	states   [][]byte         // before the first event, then after each
	events   []event.Event
	sends    [][]event.Send
	initial  []reference.InFlight
	broken   []Violation
	judges   []reference.Property
	previous *reference.World
}

// Violation is a property that has become false.
type Violation struct {
	After    int    `json:"after"` // so many events; 0: at the start
	Property string `json:"property"`
	Reason   string `json:"reason"`
}

// String says what is wrong.
func (v Violation) String() string {
	if v.Reason == "" {
		return v.Property + " is violated"
	}
	return v.Property + " is violated: " + v.Reason
}

// NewRun is the run without events.  The title is the configuration.
func NewRun(sys *reference.System) *Run { return StartAt(sys.World(), 0) }

// StartAt is a run whose first events have happened already: w is the world after them, and stays with
// the run.
func StartAt(w *reference.World, first int) *Run {
	sys := w.System()
	r := &Run{Title: sys.Config.String(), Loop: -1, sys: sys, world: w, first: first, judges: sys.Properties(), previous: sys.World()}
	r.states = [][]byte{w.AppendState(nil)}
	for _, f := range w.InFlight() {
		f.Msg = f.Msg.Clone()
		r.initial = append(r.initial, f)
	}
	for _, p := range r.judges {
		if p.State != nil {
			r.note(p, p.State(w))
		}
	}
	return r
}

// note notes a violation, unless the property was false before.
func (r *Run) note(p reference.Property, err error) {
	if err != nil && !slices.ContainsFunc(r.broken, func(v Violation) bool { return v.Property == p.Name }) {
		r.broken = append(r.broken, Violation{After: len(r.events), Property: p.Name, Reason: err.Error()})
	}
}

// Step executes an event.  If it is not enabled, Step returns an error and the run stays as it was.
func (r *Run) Step(e event.Event) error {
	sends, err := r.world.Step(e)
	if err != nil {
		return err
	}
	e = e.Clone()
	r.events = append(r.events, e)
	var copies []event.Send
	for _, s := range sends {
		copies = append(copies, event.Send{To: s.To, Msg: s.Msg.Clone()})
	}
	r.sends = append(r.sends, copies)
	r.previous.SetState(r.states[len(r.states)-1])
	r.states = append(r.states, r.world.AppendState(nil))
	for _, p := range r.judges {
		if p.State != nil {
			r.note(p, p.State(r.world))
		} else {
			r.note(p, p.Step(r.previous, e, r.world))
		}
	}
	return nil
}

// Back forgets all events after the first n.
func (r *Run) Back(n int) error {
	if n < 0 || n > len(r.events) {
		return errors.New("show: there are not so many events")
	}
	r.events, r.sends, r.states = r.events[:n], r.sends[:n], r.states[:n+1]
	r.broken = slices.DeleteFunc(r.broken, func(v Violation) bool { return v.After > n })
	r.world = r.sys.World()
	r.world.SetState(slices.Clone(r.states[n]))
	return nil
}

// Len is the number of recorded events.
func (r *Run) Len() int { return len(r.events) }

// First is the number of events before the recorded ones.
func (r *Run) First() int { return r.first }

// System is the system whose run it is.
func (r *Run) System() *reference.System { return r.sys }

// Events are the recorded events.  The caller must not change them.
func (r *Run) Events() []event.Event { return r.events }

// Sent are the messages that recorded event k sends, k from 0.
func (r *Run) Sent(k int) []event.Send { return r.sends[k] }

// World is the state after k recorded events.  The caller may change it.
func (r *Run) World(k int) *reference.World {
	w := r.sys.World()
	w.SetState(slices.Clone(r.states[k]))
	return w
}

// Violations are the properties that are false somewhere, each where it becomes so first.
func (r *Run) Violations() []Violation { return r.broken }

// Violate notes the violation of a property that no state shows, such as starvation.
func (r *Run) Violate(v Violation) {
	if !slices.ContainsFunc(r.broken, func(o Violation) bool { return o.Property == v.Property }) {
		r.broken = append(r.broken, v)
	}
}
