package explore

import (
	"bytes"
	"context"
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	search "github.com/mxgen/mxgen/reference/explore"
)

var seed = maphash.MakeSeed()

func hash(b []byte) uint64 { return maphash.Bytes(seed, b) }

// fewStates is how many states a search visits first, because most of what is looked for is near.
const fewStates = 4000

// search visits the states nearest to the initial one until found says that the graph has what is looked for.
func (s *Session) search(ctx context.Context, found func(*search.Graph) bool) (*search.Graph, error) {
	for _, most := range []int{fewStates, s.limits.SearchStates} {
		if s.graph == nil || s.graphMost < most {
			g := search.Run(ctx, s.normal, search.Options{MaxStates: most, MaxBytes: int64(s.limits.Bytes)})
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			s.graph, s.graphMost = g, most
		}
		if complete, _ := s.graph.Complete(); complete || found(s.graph) {
			break
		}
	}
	return s.graph, nil
}

// ShortestHere returns a shortest run to the current state.  Two states are the same if their normal
// forms are, so that numbers may differ.
func (s *Session) ShortestHere(ctx context.Context) ([]event.Event, error) {
	s.reduce(s.states[s.at].bytes)
	var at search.State
	known := false
	g, err := s.search(ctx, func(g *search.Graph) bool { at, known = g.Find(s.reduced); return known })
	if err != nil {
		return nil, err
	}
	if at, known = g.Find(s.reduced); !known {
		return nil, s.tooFar("this state")
	}
	return s.own(g.Path(at))
}

// ShortestTo returns a shortest run that violates a property.
func (s *Session) ShortestTo(ctx context.Context, property string) ([]event.Event, error) {
	g, err := s.search(ctx, func(g *search.Graph) bool {
		v, err := g.Verdict(property)
		return err != nil || v.Result == search.Fail
	})
	if err != nil {
		return nil, err
	}
	v, err := g.Verdict(property)
	switch {
	case err != nil:
		return nil, &config.Error{Operand: fmt.Sprintf("property %.60q", property), Reason: "unknown here", Remedy: config.ThereAre(property, g.Properties())}
	case v.Result == search.Pass:
		return nil, &config.Error{Operand: property, Reason: fmt.Sprintf("no run violates it: all %d states were visited", g.States()), Remedy: "take a broken variant, or a seeded bug"}
	case v.Result != search.Fail:
		return nil, s.tooFar("a violation of " + property)
	}
	run, err := s.own(slices.Concat(v.Path, v.Cycle))
	if err == nil && property == "deadlock" {
		run, err = s.receiveRest(run)
	}
	return run, err
}

// receiveRest appends the receipts of messages that the normal form leaves out because they change nothing,
// such as outdated requests: the program is in a deadlock only after them.
func (s *Session) receiveRest(run []event.Event) ([]event.Event, error) {
	w := s.raw.World()
	for k := 0; ; k++ {
		if k == len(run) {
			possible := w.AppendEnabled(nil)
			at := slices.IndexFunc(possible, func(e event.Event) bool { return e.Kind == event.Receive })
			if at < 0 {
				return run, nil
			}
			run = append(run, possible[at].Clone())
		}
		if _, err := w.Step(run[k]); err != nil {
			return nil, fmt.Errorf("internal: %w", err)
		}
	}
}

func (s *Session) tooFar(what string) error {
	return &config.Error{Operand: what, Reason: fmt.Sprintf("is not among the %d states nearest to the initial one", s.graph.States()), Remedy: "take fewer nodes or rounds"}
}

// own translates a run with the numbers of the normal form into one with those of the program.  Messages that the
// normal form leaves out are received where they are in the way.
func (s *Session) own(path []event.Event) ([]event.Event, error) {
	if !s.normal.Normal() {
		return path, nil
	}
	w, ahead, n := s.raw.World(), s.raw.World(), s.normal.World()
	var events []event.Event
	for _, e := range path {
		before := n.AppendState(nil)
		if _, err := n.Step(e); err != nil {
			return nil, fmt.Errorf("internal: %w", err)
		}
		after := n.AppendState(nil)
		for found := false; !found; {
			var next event.Event
			if next, found = s.twin(w, ahead, e, after); !found {
				outdated := false
				if next, outdated = s.receiptWithout(w, ahead, before); !outdated {
					return nil, fmt.Errorf("internal: %s has no counterpart with the numbers of the program", e)
				}
			}
			if _, err := w.Step(next); err != nil {
				return nil, fmt.Errorf("internal: %w", err)
			}
			events = append(events, next)
		}
	}
	return events, nil
}

// twin is the event of w, raw or in normal form, that differs from e in numbers of its message at
// most and leads to a state whose normal form is after.
func (s *Session) twin(w, ahead *reference.World, e event.Event, after []byte) (event.Event, bool) {
	return s.eventTo(w, ahead, after, func(c event.Event) bool {
		return c.Kind == e.Kind && c.Node == e.Node && c.Peer == e.Peer && c.Choice == e.Choice && c.Msg.Kind == e.Msg.Kind
	})
}

// receiptWithout is a receipt that does not change the normal form.
func (s *Session) receiptWithout(w, ahead *reference.World, normal []byte) (event.Event, bool) {
	return s.eventTo(w, ahead, normal, func(c event.Event) bool { return c.Kind == event.Receive })
}

// eventTo is a possible event that leads to a state whose normal form is after.
func (s *Session) eventTo(w, ahead *reference.World, after []byte, wanted func(event.Event) bool) (event.Event, bool) {
	state := w.AppendState(nil)
	for c := range w.Enabled() {
		if !wanted(c) {
			continue
		}
		ahead.SetState(state)
		if _, err := ahead.Step(c); err != nil {
			continue
		}
		s.reduce(ahead.AppendState(nil))
		if bytes.Equal(s.reduced.AppendState(nil), after) {
			return c, true
		}
	}
	return event.Event{}, false
}

// Bounds of the search for a run that repeats.
const (
	mostRepeats = 4
	mostCycle   = 500
)

// starved returns a violation of starvation if the run to the current state shows one: it comes
// back to an earlier state while a node waits, and is fair when repeated for ever; or nothing needs
// to happen any more while a node waits.
func (s *Session) starved() []Violation {
	here := &s.states[s.at]
	if here.waiting == 0 {
		return nil
	}
	if !slices.ContainsFunc(s.world.AppendEnabled(nil), func(e event.Event) bool { return e.Kind != event.Request }) {
		return s.starvation(s.path(s.at), nil, here.waiting)
	}
	tried := 0
	same := s.seen[here.hash]
	for k := len(same) - 1; k >= 0 && tried < mostRepeats; k-- {
		before := same[k]
		length := here.depth - s.states[before].depth
		if length <= 0 || length > mostCycle {
			continue
		}
		waiting, n := here.waiting, s.at
		for range length {
			n = s.states[n].parent
			waiting &= s.states[n].waiting
		}
		if n != before || waiting == 0 {
			continue
		}
		tried++
		path := s.path(s.at)
		if v := s.starvation(path[:len(path)-length], path[len(path)-length:], waiting); v != nil {
			return v
		}
	}
	return nil
}

// starvation checks a run whose cycle repeats for ever.
func (s *Session) starvation(stem, cycle []int, waiting reference.Set) []Violation {
	stemEvents, ok := s.inNormalForm(stem[1:])
	if !ok {
		return nil
	}
	all, ok := s.inNormalForm(slices.Concat(stem[1:], cycle))
	if !ok {
		return nil
	}
	for i := range waiting.All() {
		if s.normal.CheckStarvation(stemEvents, all[len(stemEvents):], i) == nil {
			reason := fmt.Sprintf("node %d waits, and nothing needs to happen any more", i)
			if len(cycle) > 0 {
				reason = fmt.Sprintf("node %d waits for ever if the last %d events are repeated, which is fair", i, len(cycle))
			}
			return []Violation{{Property: "starvation", Reason: reason, At: s.at}}
		}
	}
	return nil
}

// inNormalForm translates a run from the initial state into the numbers of the normal form.  It leaves
// out deliveries that the normal form drops, and fails on an event that has no counterpart.
func (s *Session) inNormalForm(run []int) (events []event.Event, ok bool) {
	w, ahead := s.normal.World(), s.normal.World()
	for _, n := range run {
		e := s.states[n].event
		if !s.normal.Normal() {
			events = append(events, e)
			continue
		}
		s.reduce(s.states[n].bytes)
		after := s.reduced.AppendState(nil)
		if bytes.Equal(after, w.AppendState(nil)) {
			continue
		}
		twin, found := s.twin(w, ahead, e, after)
		if !found {
			return nil, false
		}
		if _, err := w.Step(twin); err != nil {
			return nil, false
		}
		events = append(events, twin)
	}
	return events, true
}

// Shorter says how long a shortest run to a state is, and how long the person's was.
func Shorter(shortest, had int) string {
	return fmt.Sprintf("a shortest run to this state has %d events; yours had %d", shortest, had)
}
