package show

import (
	"strconv"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/results/show/diagram"
	"github.com/mxgen/mxgen/results/show/picture"
	"github.com/mxgen/mxgen/results/show/scene"
)

// Diagram is the space-time diagram of the run.
func (r *Run) Diagram() *scene.Scene { return diagram.Draw(r.Chart()) }

// Picture is the algorithm's own picture after k recorded events, nil if it has none.
func (r *Run) Picture(k int) *scene.Scene { return PictureOf(r.World(k)) }

// PictureOf is the algorithm's own picture of a world, nil if it has none.
func PictureOf(w *reference.World) *scene.Scene {
	draw := w.System().Algorithm.Picture
	if draw == nil {
		return nil
	}
	return picture.Draw(draw(w))
}

// Chart is the run as package diagram has it.
func (r *Run) Chart() *diagram.Chart {
	c := &diagram.Chart{Title: r.Title, First: r.first, Loop: r.Loop, Cut: r.Cut}
	before := r.World(0)
	for i := 1; i <= before.N(); i++ {
		c.Lines = append(c.Lines, strconv.Itoa(i))
		c.Phases = append(c.Phases, diagram.Phase(before.Phase(i)))
	}
	var underWay []int // messages of c
	put := func(from, to int, m event.Message, sent int) {
		underWay = append(underWay, len(c.Messages))
		c.Messages = append(c.Messages, diagram.Message{From: from - 1, To: to - 1, Text: m.String(), Sent: sent, Received: -1})
	}
	for _, f := range r.initial {
		put(f.From, f.To, f.Msg, -1)
	}
	phases := append([]diagram.Phase{}, c.Phases...)
	for k, e := range r.events {
		phases[e.Node-1] = phaseAfter(e.Kind, phases[e.Node-1])
		c.Events = append(c.Events, diagram.Event{Line: e.Node - 1, Text: e.String(), Phase: phases[e.Node-1]})
		if e.Kind == event.Receive {
			underWay = received(c, underWay, e, k)
		}
		for _, s := range r.sends[k] {
			put(e.Node, s.To, s.Msg, k)
		}
	}
	for _, v := range r.broken {
		c.Marks = append(c.Marks, diagram.Mark{After: v.After - 1, Text: v.String()})
	}
	return c
}

// received ends the oldest such message that is under way.
func received(c *diagram.Chart, underWay []int, e event.Event, k int) []int {
	text := e.Msg.String()
	for at, m := range underWay {
		if m := &c.Messages[m]; m.From == e.Peer-1 && m.To == e.Node-1 && m.Text == text {
			m.Received = k
			return append(underWay[:at], underWay[at+1:]...)
		}
	}
	return underWay
}

// phaseAfter is the phase of a node after an event there.
func phaseAfter(kind event.Kind, before diagram.Phase) diagram.Phase {
	switch kind {
	case event.Request:
		return diagram.Waiting
	case event.Enter:
		return diagram.Inside
	case event.Exit:
		return diagram.Idle
	}
	return before
}
