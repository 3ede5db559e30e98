package trace

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Misfit describes a step of a trace that the program cannot make.
type Misfit struct {
	Event  event.Event
	Reason string // "cannot happen", or what the program sends or its state instead
	// Possible has the enabled events: those of the same node if there are any,
	// otherwise all; requests last.  It is nil if the event itself is enabled.
	Possible []event.Event
}

// mostListed is how many events or messages an error lists.
const mostListed = 8

// Error returns one line.
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

// Replay executes the remaining events of the trace in a world of its system.
// After each event it compares the sent messages and the state of the node,
// unless the trace omits them.  It returns the number of events that agree.
// An error is of type *Error; it wraps a *Misfit if an event does not agree.
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

// Follow executes one step of a trace in a raw world and returns the messages
// that the program sends, valid until the world changes again.  An error is a
// *Misfit.  If its Possible is nil, the event has been executed.
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
	is := State(w.Listed(s.Event.Node))
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

// list returns sent messages as text.
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

// Instead returns the enabled events of a node, or, if there are none, of all
// nodes.  The result is never nil.
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

// last orders requests after all other events, because no node has to request.
func last(e event.Event) int {
	if e.Kind == event.Request {
		return 1
	}
	return 0
}
