package replay

import (
	"errors"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	programs "github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/results"
)

// Messages are what the program sends in a run, whose numbers are its own or those of the
// normal form.  The error says that the program cannot execute the run, or that it has a seeded
// bug, which is in the model alone.
func Messages(c config.Config, x *results.Counterexample) (*results.Messages, error) {
	if c.Bug != "" {
		return nil, &config.Error{Operand: "bug " + c.Bug, Reason: "is in the model alone: the program sends other messages"}
	}
	system, err := programs.New(c)
	if err != nil {
		return nil, err
	}
	m, err := messagesIn(system.Raw().World(), x)
	if err == nil {
		return m, nil
	}
	m, other := messagesIn(system.World(), x)
	if other != nil {
		return nil, errors.Join(err, other)
	}
	return m, nil
}

func messagesIn(w *reference.World, x *results.Counterexample) (*results.Messages, error) {
	m := &results.Messages{}
	for _, f := range w.InFlight() {
		m.Initial = append(m.Initial, results.Message{From: f.From, To: f.To, Text: f.Msg.String()})
	}
	for _, s := range x.Steps {
		e, err := event.Parse(s.Event)
		if err != nil {
			return nil, err
		}
		sends, err := w.Step(e)
		if err != nil {
			return nil, err
		}
		var sent []results.Message
		for _, s := range sends {
			sent = append(sent, results.Message{From: e.Node, To: s.To, Text: s.Msg.String()})
		}
		m.Sent = append(m.Sent, sent)
	}
	return m, nil
}
