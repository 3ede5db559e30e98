package replay

import (
	"bytes"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// normalRun executes a run of the program with its own numbers and, beside it, in normal
// form.
type normalRun struct {
	raw, normal, after *reference.World
}

func newNormalRun(s *reference.System) *normalRun {
	return &normalRun{s.Raw().World(), s.World(), s.World()}
}

// step executes an event of the program, and returns it as the normal form has it.  The
// normal form leaves out messages that have no effect any more, such as a REQUEST that a
// later one has overtaken; the delivery of such a message is no event there: it stutters.
//
// If the program cannot do the event, the error says so.
func (r *normalRun) step(e event.Event) (same event.Event, stutters bool, err error) {
	possible := r.raw.Can(e)
	if possible {
		if _, err := r.raw.Step(e); err != nil {
			return e, false, err
		}
		if e.Kind == event.Receive {
			return r.deliver(e)
		}
	}
	if same, err := eventIn(r.normal, e); err == nil {
		e = same
	}
	_, err = r.normal.Step(e)
	return e, false, err
}

// deliver executes a delivery in normal form.  Of several messages of a kind on one link the
// one is delivered that leads to the program's state.
func (r *normalRun) deliver(e event.Event) (same event.Event, stutters bool, err error) {
	r.after.SetState(r.raw.AppendState(nil))
	r.after.Normalise()
	want, before := r.after.AppendState(nil), r.normal.AppendState(nil)
	r.normal.SetState(before)
	for c := range r.normal.Enabled() {
		if c.Kind != event.Receive || c.Node != e.Node || c.Peer != e.Peer || c.Msg.Kind != e.Msg.Kind {
			continue
		}
		if _, err := r.normal.Step(c); err != nil {
			return c, false, err
		}
		if bytes.Equal(r.normal.AppendState(nil), want) {
			return c, false, nil
		}
		r.normal.Rewind()
	}
	if bytes.Equal(before, want) {
		return e, true, nil
	}
	_, err = r.normal.Step(e) // says what is wrong
	return e, false, err
}
