package check

import (
	"bytes"
	"context"
	"fmt"
	"iter"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
)

// patience is how many points the search for a completion expands beyond those that lead
// straight to one, before sets of states decide.
const patience = 200_000

// partial searches a completion of incomplete logs.
func partial(ctx context.Context, logs []Log, opts Options) (*Result, error) {
	c, err := read(ctx, logs, opts)
	if err != nil {
		return nil, err
	}
	sys, err := c.system()
	if err != nil {
		return nil, err
	}
	out := &Result{Header: c.header, Verdict: Accepted}
	for _, name := range c.torn {
		out.Warnings = append(out.Warnings, name+": the last line was cut off; it is left out")
	}
	s := newSearch(ctx, c, sys, opts)
	limit := patience
	if len(c.all) > 1 {
		limit = 1 << 40 // there are no sets to fall back on
	}
	how, last := s.run(limit)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	out.Lines = s.best
	switch {
	case how == completed:
		err = out.complete(c, s.path(last), opts)
		out.Orders = s.orders(last)
	case how == none:
		out.reject(s)
	case len(c.all) == 1:
		err = bySets(ctx, c, sys, out, opts)
	default:
		out.inconclusive(c, s.best, opts)
	}
	if err == nil && out.Verdict == Rejected {
		out.observe(c, opts)
	}
	return out, err
}

func (r *Result) inconclusive(c *chains, passed int, opts Options) {
	r.Verdict = Inconclusive
	r.Reason = fmt.Sprintf("the search for a completion needs more than %d MB", opts.MaxBytes>>20)
	if len(c.all) == 1 && passed < len(c.all[0].lines) {
		r.Reason += fmt.Sprintf("; it reached %s", Place{c.all[0].file, c.all[0].lines[passed].Line})
	}
}

// complete stores a completion, with the numbers of the program, and evaluates the
// properties along it.
func (r *Result) complete(c *chains, steps []Step, opts Options) error {
	normal, err := c.system()
	if err != nil {
		return err
	}
	raw := normal.Raw().World()
	a := newAlong(normal.Raw(), opts)
	last := Place{}
	if len(c.all[0].lines) > 0 {
		last = Place{c.all[0].file, c.all[0].lines[0].Line}
	}
	take := func(e event.Event, at *Place) error {
		a.before(raw)
		if _, err := raw.Step(e); err != nil {
			return fmt.Errorf("internal: a completion cannot happen: %w", err)
		}
		if at != nil {
			last = *at
		}
		r.Completion = append(r.Completion, Step{e.Clone(), at})
		a.observe(e, last)
		a.after(raw, e, last)
		return nil
	}
	n := normal.World()
	for _, s := range steps {
		if _, err := n.Step(s.Event); err != nil {
			return fmt.Errorf("internal: a completion cannot happen: %w", err)
		}
		e := rawEvent(raw, s.Event, n, normal)
		if err := take(e, s.At); err != nil {
			return err
		}
		for e := range withoutEffect(raw, n, normal) {
			if err := take(e, nil); err != nil {
				return err
			}
		}
	}
	r.Broken = a.broken
	return nil
}

// rawEvent returns the event of the program that is an event in normal form: the same one
// with the program's numbers.
func rawEvent(raw *reference.World, e event.Event, after *reference.World, normal *reference.System) event.Event {
	if e.Kind != event.Receive || raw.Can(e) && leadsTo(raw, e, after, normal) {
		return e
	}
	for c := range raw.Enabled() {
		if c.Kind == e.Kind && c.Node == e.Node && c.Peer == e.Peer && c.Msg.Kind == e.Msg.Kind && leadsTo(raw, c, after, normal) {
			return c
		}
	}
	return e // which reports what is wrong
}

// withoutEffect yields the deliveries that the normal form does not have: of messages that
// are outdated.  The caller executes each before the next.
func withoutEffect(raw, at *reference.World, normal *reference.System) iter.Seq[event.Event] {
	return func(yield func(event.Event) bool) {
		flights := len(at.InFlight())
		for len(raw.InFlight()) > flights {
			found := false
			for e := range raw.Enabled() {
				if e.Kind == event.Receive && leadsTo(raw, e, at, normal) {
					found = true
					if !yield(e) {
						return
					}
					break
				}
			}
			if !found {
				return
			}
		}
	}
}

// leadsTo tells whether an event leads a raw world to a world in normal form.
func leadsTo(raw *reference.World, e event.Event, to *reference.World, normal *reference.System) bool {
	w := clone(raw)
	if _, err := w.Step(e); err != nil {
		return false
	}
	n := normal.World()
	n.SetState(w.AppendState(nil))
	n.Normalise()
	return bytes.Equal(n.AppendState(nil), to.AppendState(nil))
}

func clone(w *reference.World) *reference.World {
	c := w.System().World()
	c.SetState(w.AppendState(nil))
	return c
}

// reject names the furthest line that no run has, with the states before it.
func (r *Result) reject(s *search) {
	r.Verdict = Rejected
	points := s.furthest()
	for _, k := range points {
		at, state := s.positions(s.points[k].key)
		s.at.SetState(state)
		for c, one := range s.chains.all {
			if at[c] == len(one.lines) {
				continue
			}
			l := one.lines[at[c]]
			if r.Rejection == nil {
				r.Rejection = s.rejection(k, one, l, at, c)
			}
			if l.Line != r.Rejection.At.Line || one.file != r.Rejection.At.File {
				continue
			}
			if len(r.Rejection.Histories) < mostHistories {
				r.Rejection.Histories = append(r.Rejection.Histories, historyOf(s.at, l))
			} else {
				r.Rejection.More++
			}
		}
	}
}

// rejection describes why a line cannot come at a point.
func (s *search) rejection(k int32, one *chain, l trace.Line, at []int, c int) *Rejection {
	out := &Rejection{At: Place{one.file, l.Line}, Event: l.Event}
	switch {
	case !s.chains.ready(c, at):
		out.Reason = "by its clock, its time or its message it comes after a line of another log that cannot come before it"
	case s.at.Can(l.Event) || l.NoPeer || l.NoMessage || l.Event.Choice == 0 && l.Event.Kind != event.Receive && s.someFits(l):
		out.Reason = "what the program sends, or its state, is different after each run that leads here"
	default:
		out.Reason = whyNot(s.at, l, nil)
	}
	var last recent
	for _, p := range s.path(int(k)) {
		at := Place{}
		if p.At != nil {
			at = *p.At
		}
		last.add(p.Event, at)
	}
	last.add(l.Event, out.At)
	out.Recent = last.of(l.Event)
	return out
}

func (s *search) someFits(l trace.Line) bool {
	for e := range s.at.Enabled() {
		if fits(&l, &e) {
			return true
		}
	}
	return false
}

// observe looks for two nodes inside in a rejected log in one order.
func (r *Result) observe(c *chains, opts Options) {
	if len(c.all) != 1 {
		return
	}
	sys, err := c.system()
	if err != nil {
		return
	}
	a := newAlong(sys.Raw(), opts)
	for _, l := range c.all[0].lines {
		a.observe(l.Event, Place{c.all[0].file, l.Line})
	}
	r.Broken = a.broken
}
