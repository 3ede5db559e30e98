package trace

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Misfit is why a step of a trace is not one of the program.
type Misfit struct {
	Event  event.Event
	Reason string // "cannot happen", or what the program sends or is instead
	// Possible are the events that can happen instead, those at the same node
	// if there are some, and requests last.  It is nil where the event itself
	// fits.
	Possible []event.Event
}

// mostListed is how many events or messages an error lists.
const mostListed = 8

// Error is one line.
func (m *Misfit) Error() string {
	text := m.Event.String() + ": " + m.Reason
	if m.Possible == nil {
		return text
	}
	var labels []string
	for _, e := range m.Possible[:min(mostListed, len(m.Possible))] {
		labels = append(labels, e.String())
	}
	text += "; what can happen: " + strings.Join(labels, ", ")
	if more := len(m.Possible) - len(labels); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Replay drives a world of the trace's system through what is left of the
// trace, and compares what is sent and the node's state after each event, as
// far as the trace says them.  It returns the number of events that fitted.
// The error is of type *Error; behind that of an event that does not fit is
// a *Misfit.
func Replay(t *Reader) (events int, err error) {
	w := t.System().World()
	for {
		s, err := t.Next()
		if err == io.EOF {
			return events, nil
		}
		if err != nil {
			return events, err
		}
		if _, err := Follow(w, s); err != nil {
			return events, t.fail(err.Error(), err)
		}
		events++
	}
}

// Follow lets one step of a trace happen in a raw world, and returns what the
// program sends, valid until the world moves again.  The error is a *Misfit.
// Unless that has Possible events, the event itself has happened.
func Follow(w *reference.World, s Step) ([]event.Send, error) {
	if !w.Can(s.Event) {
		return nil, &Misfit{Event: s.Event, Reason: "cannot happen here", Possible: Instead(w, s.Event.Node)}
	}
	sends, err := w.Step(s.Event)
	if err != nil {
		return nil, err
	}
	if !s.NoSends && !SameSends(sends, s.Sends) {
		return sends, &Misfit{Event: s.Event, Reason: fmt.Sprintf("sends %s, in the trace %s", list(sends), list(s.Sends))}
	}
	if s.NoState {
		return sends, nil
	}
	is := State(w.Vars(s.Event.Node))
	for _, v := range s.After {
		own, known := is.Find(v.Name)
		if !known {
			return sends, &Misfit{Event: s.Event, Reason: fmt.Sprintf("node %d has no variable %.60q; it has %s", s.Event.Node, v.Name, is)}
		}
		if !own.Equal(v) {
			return sends, &Misfit{Event: s.Event, Reason: fmt.Sprintf("%s of node %d is then %s, in the trace %s",
				v.Name, s.Event.Node, shown(own), shown(v))}
		}
	}
	return sends, nil
}

// list is what was sent, in words.
func list(sends []event.Send) string {
	if len(sends) == 0 {
		return "nothing"
	}
	var parts []string
	for _, s := range sends[:min(mostListed, len(sends))] {
		parts = append(parts, fmt.Sprintf("%s to %d", s.Msg, s.To))
	}
	if more := len(sends) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return strings.Join(parts, " and ")
}

// Instead returns the events that can happen at a node, or, where none can,
// at all nodes.  It is never nil.
func Instead(w *reference.World, node int) []event.Event {
	here, all := []event.Event{}, []event.Event{}
	for e := range w.Enabled() {
		all = append(all, e)
		if e.Node == node {
			here = append(here, e)
		}
	}
	if len(here) == 0 {
		here = all
	}
	slices.SortStableFunc(here, func(a, b event.Event) int { return last(a) - last(b) })
	return here
}

// last orders requests behind everything else: nobody has to make them.
func last(e event.Event) int {
	if e.Kind == event.Request {
		return 1
	}
	return 0
}
