package check

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
)

// Rejection is the first line that no run can have, and what was possible instead.
type Rejection struct {
	At        Place
	Event     event.Event
	Reason    string
	Histories []History // each state that the lines before it may have led to, at most mostHistories
	More      int       // further states
	Recent    []Recent  // the last lines of the nodes concerned
	Stretch   *Stretch  // nil: there is none, or it was not found in time
}

// History is a state before the line.
type History struct {
	State    trace.State // of the node
	Under    []string    // messages under way to it, such as "REPLY from 3"
	Possible []event.Event
}

// Recent is an event before the line.
type Recent struct {
	At    Place
	Event event.Event
}

const (
	mostHistories = 5
	mostRecent    = 6
)

func historyOf(w *reference.World, l trace.Line) History {
	h := History{State: w.Vars(l.Event.Node), Possible: trace.Instead(w, l.Event.Node)}
	for _, f := range w.InFlight() {
		if f.To == l.Event.Node {
			h.Under = append(h.Under, fmt.Sprintf("%s from %d", f.Msg, f.From))
		}
	}
	return h
}

// Lacks is implemented by a program that can say what its entry condition still needs,
// such as "replies = N-1 = 2, has 1: no REPLY from 3".
type Lacks interface{ Lacks() string }

// whyNot says which condition of the event fails.  err is that of trace.Follow.
func whyNot(w *reference.World, l trace.Line, err error) string {
	if m := (*trace.Misfit)(nil); errors.As(err, &m) && m.Possible == nil {
		return m.Reason // the event is possible, what the line says of it is wrong
	}
	e := l.Event
	phase := w.Phase(e.Node)
	switch e.Kind {
	case event.Request:
		if phase != reference.Idle {
			return fmt.Sprintf("request needs an idle node; node %d %s", e.Node, phaseText(phase))
		}
		return fmt.Sprintf("node %d may not request (rounds are used up, or the choice %d does not exist)", e.Node, e.Choice)
	case event.Enter:
		if phase != reference.Wait {
			return fmt.Sprintf("enter needs a node that waits; node %d %s", e.Node, phaseText(phase))
		}
		if n, says := w.Node(e.Node).(Lacks); says {
			return "enter needs " + n.Lacks()
		}
		return fmt.Sprintf("the entry condition of node %d does not hold", e.Node)
	case event.Exit:
		if phase != reference.CS {
			return fmt.Sprintf("exit needs a node that is inside; node %d %s", e.Node, phaseText(phase))
		}
		return fmt.Sprintf("node %d stays inside, or the choice %d does not exist", e.Node, e.Choice)
	}
	return noSuchMessage(w, l)
}

func phaseText(p reference.Phase) string {
	return map[reference.Phase]string{reference.Idle: "is idle", reference.Wait: "waits", reference.CS: "is inside"}[p]
}

// noSuchMessage says why a message cannot arrive.
func noSuchMessage(w *reference.World, l trace.Line) string {
	e := l.Event
	if !l.NoPeer && !l.NoMessage {
		for _, f := range w.InFlight() {
			if f.To == e.Node && f.From == e.Peer && f.Msg.Equal(e.Msg) {
				return fmt.Sprintf("%s from %d is under way to node %d, behind another message on the link", e.Msg, e.Peer, e.Node)
			}
		}
	}
	text := "no message"
	if !l.NoMessage {
		text = "no " + e.Msg.String()
	}
	if !l.NoPeer {
		text += fmt.Sprintf(" from %d", e.Peer)
	}
	return fmt.Sprintf("%s is under way to node %d", text, e.Node)
}

// recent keeps the last events of each node.
type recent struct{ all []Recent }

func (r *recent) add(e event.Event, at Place) {
	if len(r.all) == 64*mostRecent {
		r.all = append(r.all[:0], r.all[len(r.all)/2:]...)
	}
	r.all = append(r.all, Recent{at, e})
}

// of returns the last events of the node and the peer of an event, before it.
func (r *recent) of(e event.Event) (last []Recent) {
	for _, one := range slices.Backward(r.all[:len(r.all)-1]) {
		if n := one.Event.Node; (n == e.Node || n == e.Peer) && len(last) < mostRecent {
			last = append(last, one)
		}
	}
	slices.Reverse(last)
	return last
}
