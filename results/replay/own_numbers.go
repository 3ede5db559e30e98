package replay

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	programs "github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/results"
)

// OwnNumbers is a run of a configuration with the numbers that the program keeps, instead of those
// of the normal form: the program executes its events.  Messages that the normal form has
// dropped stay under way; where one of them comes first on a fifo link, its receipt is
// one more event.
//
// A run whose numbers are those of the program already, or that the program cannot execute
// because of a seeded bug, is returned as it is.  The error says why the program's own
// numbers cannot be shown.
func OwnNumbers(c config.Config, x *results.Counterexample) (*results.Counterexample, error) {
	if x == nil || c.Rounds > 0 || c.Bug != "" {
		return x, nil
	}
	system, err := programs.New(c)
	if err != nil {
		return x, err
	}
	own := *x
	own.Steps = []results.Step{}
	o := ownRun{normal: system.World(), raw: system.Raw().World(), run: &own}
	for k, s := range x.Steps {
		if k == x.Cycle {
			own.Cycle = len(own.Steps)
		}
		e, err := event.Parse(s.Event)
		if err == nil {
			err = o.step(e)
		}
		if err != nil {
			return x, fmt.Errorf("event %d: %w", k+1, err)
		}
	}
	if x.Cycle == len(x.Steps) {
		own.Cycle = len(own.Steps)
	}
	return &own, nil
}

// WithOwnNumbers gives the runs of a result the program's own numbers.  A warning says where
// they stay those of the normal form.
func WithOwnNumbers(r results.Result) results.Result {
	var first error
	own := func(x *results.Counterexample) *results.Counterexample {
		shown, err := OwnNumbers(r.Configuration, x)
		if first == nil {
			first = err
		}
		return shown
	}
	r.Counterexample = own(r.Counterexample)
	r.Counterexamples = slices.Clone(r.Counterexamples)
	for k := range r.Counterexamples {
		r.Counterexamples[k] = *own(&r.Counterexamples[k])
	}
	if first != nil {
		r.Warnings = append(slices.Clone(r.Warnings), "the numbers of the run are those of the normal form: "+first.Error())
	}
	return r
}

// ownRun executes a run in a world in normal form and in a raw one.
type ownRun struct {
	normal, raw *reference.World
	run         *results.Counterexample
}

// step executes an event of the normal form in both worlds.
func (o *ownRun) step(e event.Event) error {
	before := o.normal.AppendState(nil)
	if _, err := o.normal.Step(e); err != nil {
		return err
	}
	after := o.normal.AppendState(nil)
	for {
		candidates := o.candidates(e)
		for _, own := range candidates {
			if bytes.Equal(o.normalAfter(own), after) {
				return o.do(own)
			}
		}
		if len(candidates) != 1 || !o.raw.FIFO() || !bytes.Equal(o.normalAfter(candidates[0]), before) {
			return fmt.Errorf("%s: the program has no such event", e)
		}
		if err := o.do(candidates[0]); err != nil { // the normal form has dropped this message
			return err
		}
	}
}

// candidates are the events of the raw world that may be e: a receipt has other numbers
// there.  On a fifo link it is the receipt of the first message.
func (o *ownRun) candidates(e event.Event) []event.Event {
	if e.Kind != event.Receive {
		return []event.Event{e}
	}
	var all []event.Event
	for own := range o.raw.Enabled() {
		if own.Kind == event.Receive && own.Node == e.Node && own.Peer == e.Peer && (o.raw.FIFO() || own.Msg.Kind == e.Msg.Kind) {
			all = append(all, own)
		}
	}
	return all
}

// normalAfter is the normal form of the raw world after an event, nil if the event is impossible.
func (o *ownRun) normalAfter(e event.Event) []byte {
	w := o.raw.System().World()
	w.SetState(o.raw.AppendState(nil))
	if _, err := w.Step(e); err != nil {
		return nil
	}
	w.Normalise()
	return w.AppendState(nil)
}

// do executes an event in the raw world and adds it to the run.
func (o *ownRun) do(e event.Event) error {
	before, err := o.raw.Values(nil)
	if err != nil {
		return err
	}
	if _, err := o.raw.Step(e); err != nil {
		return err
	}
	after, err := o.raw.Values(nil)
	if err != nil {
		return err
	}
	o.run.Steps = append(o.run.Steps, results.Step{Event: e.String(), Changes: changed(o.raw.System().Variables(), before, after)})
	return nil
}
