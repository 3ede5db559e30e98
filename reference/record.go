package reference

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/reference/event"
)

// Record is one event of a run with everything that it changed.  A trace has
// one line for each Record.
type Record struct {
	Seq   int          // 1 for the first event of the run
	Event event.Event  // what happened
	Sends []event.Send // what the node sent, in the order of sending
	After []Var        // the node's variables afterwards
}

// NewRecord records an event that n has just handled.  The record is a deep
// copy.
func NewRecord(seq int, e event.Event, sends []event.Send, n Node) Record {
	r := Record{Seq: seq, Event: e.Clone(), After: Vars(n)}
	for _, s := range sends {
		r.Sends = append(r.Sends, event.Send{To: s.To, Msg: s.Msg.Clone()})
	}
	return r
}

// Replay executes the recorded event in a raw world.  An error describes the
// difference between world and record: the event is not enabled, the node
// sends other messages, or its state is different afterwards.
func (w *World) Replay(r Record) error {
	sends, err := w.Step(r.Event)
	if err != nil {
		return fmt.Errorf("event %d: %w", r.Seq, err)
	}
	if !slices.EqualFunc(sends, r.Sends, func(a, b event.Send) bool { return a.To == b.To && a.Msg.Equal(b.Msg) }) {
		return fmt.Errorf("event %d: %s: sent %v, recorded %v", r.Seq, r.Event, sends, r.Sends)
	}
	after := w.Vars(r.Event.Node)
	if !slices.EqualFunc(after, r.After, Var.Equal) {
		return fmt.Errorf("event %d: %s: node %d is then %v, recorded %v", r.Seq, r.Event, r.Event.Node, after, r.After)
	}
	return nil
}

// Equal reports whether two variables have the same name and value.
func (v Var) Equal(o Var) bool {
	return v.Name == o.Name && v.Number == o.Number && (v.List == nil) == (o.List == nil) && slices.Equal(v.List, o.List)
}
