// Package replay executes runs of one side on the other side, and compares the
// values of all variables after each event.  The two sides are the model, which SPIN
// compiles, and the Go program of package reference.
//
//	Violation.Execute      a run that pan reports, on both sides: the last step before mxgen reports fail
//	Confirm                a run of the model, in the program
//	Counterexample         a run of the model, as results have it
//	OwnNumbers             a run with the numbers of the program instead of the normal form's
//	ProgramCounterexample  a run of the program, as results have it
//	Replayer.Trail         a trail that SPIN wrote, in the program
//	Replayer.TrailSteps    such a trail as a trace of the program
//	Replayer.Trace         a trace that the program wrote, in the model
//	Replayer.Check         logs of a program: the program and the model judge whether they are a run
//
// The program keeps numbers, tickets for example, as they are; most models keep them
// in normal form, that is, shifted so that equivalent states are equal.  The program
// executes an event in the form that the model has.
package replay

import (
	"fmt"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// Replayer replays with SPIN, within limits.
type Replayer struct {
	Tools  toolchain.Tools
	Limits process.Limits // of each run of a tool
}

// eventIn is an event that may have other numbers in its message, as it is in this
// world.  A link has at most one message of a kind, so that the receiver, the sender
// and the kind tell which message it is.
func eventIn(w *reference.World, e event.Event) (event.Event, error) {
	if e.Kind != event.Receive {
		return e, nil
	}
	for _, f := range w.InFlight() {
		if f.To == e.Node && f.From == e.Peer && f.Msg.Kind == e.Msg.Kind {
			same := e
			same.Msg = f.Msg.Clone()
			return same, nil
		}
	}
	return e, fmt.Errorf("%s: no such message is under way", e)
}
