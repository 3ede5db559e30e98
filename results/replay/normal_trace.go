package replay

import (
	"bytes"
	"iter"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// normalTrace has a run's events in the form in which the model executes them.
//
// A model in normal form has other numbers in messages than the program, and lacks
// deliveries of outdated messages.  The program, which executes the run as well, only
// translates: it never decides whether the model can do an event.
type normalTrace struct {
	system *reference.System
	source func() iter.Seq2[event.Event, error]
}

// modelStep is an event of a run as the model has it.
type modelStep struct {
	number  int              // of the event in the run, from 1
	label   string           // of the model; it may end in *, as statespace.Drive reads it
	world   *reference.World // the program's after the event, valid until the next; nil: the program cannot do it
	numbers bool             // the program could do it with other numbers in the message
}

// steps calls do with each event that the model has to do, until do returns false.  It
// returns how many events the run has, as far as it was read.
//
// After an event that the program cannot do nothing translates numbers: in a system with a
// normal form, later messages may have any.
func (n *normalTrace) steps(do func(modelStep) bool) (events int, err error) {
	w := n.system.World()
	t := translation{at: w, follows: true}
	if n.system.Normal() {
		t.raw = n.system.Raw().World()
	}
	for e, err := range n.source() {
		if err != nil {
			return events, err
		}
		events++
		s := modelStep{number: events}
		dropped := false
		switch {
		case t.follows:
			dropped = t.step(e, &s)
		case t.raw != nil && hasNumbers(e):
			s.label = anyNumbers(e)
		default:
			s.label = e.String()
		}
		if !dropped && !do(s) {
			return events, nil
		}
	}
	return events, nil
}

// hasNumbers tells whether an event is the delivery of a message with numbers.
func hasNumbers(e event.Event) bool { return e.Kind == event.Receive && len(e.Msg.Fields) > 0 }

// anyNumbers stands for the deliveries of a message with any numbers.
func anyNumbers(e event.Event) string {
	e.Msg = event.Message{Kind: e.Msg.Kind}
	return e.String() + "*"
}

// translation executes a run in the program, in normal form and with its own numbers.
type translation struct {
	at, raw *reference.World // raw is nil if the system has no normal form
	follows bool             // the program has done all events so far

	rawAfter, normalAfter *reference.World // for outdated
}

// step executes an event and fills in what the model has to do.  It returns true for the
// delivery of a message that the normal form has dropped: the model does nothing.
func (t *translation) step(e event.Event, s *modelStep) (dropped bool) {
	same := e
	if t.raw != nil {
		if found, err := eventIn(t.at, e); err == nil {
			same = found
		}
	}
	if t.raw != nil && hasNumbers(e) {
		if !t.raw.Can(e) {
			s.numbers = t.at.Can(same)
			t.follows, s.label = false, anyNumbers(e) // nobody knows them in normal form
			return false
		}
		if t.outdated(e) {
			_, err := t.raw.Step(e)
			t.follows = err == nil
			return true
		}
	}
	s.label = same.String()
	if t.raw != nil {
		_, err := t.raw.Step(e)
		t.follows = err == nil
	}
	if t.follows {
		_, err := t.at.Step(same)
		t.follows = err == nil
	}
	if t.follows {
		s.world = t.at
	}
	return false
}

// outdated tells whether a delivery changes nothing in normal form: its message is not there.
func (t *translation) outdated(e event.Event) bool {
	if t.rawAfter == nil {
		t.rawAfter, t.normalAfter = t.raw.System().World(), t.at.System().World()
	}
	t.rawAfter.SetState(t.raw.AppendState(nil))
	if _, err := t.rawAfter.Step(e); err != nil {
		return false
	}
	t.normalAfter.SetState(t.rawAfter.AppendState(nil))
	t.normalAfter.Normalise()
	return bytes.Equal(t.normalAfter.AppendState(nil), t.at.AppendState(nil))
}
