package book

import (
	"context"
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/results/convert"
	"github.com/mxgen/mxgen/results/show"
	"github.com/mxgen/mxgen/results/show/diagram"
	"github.com/mxgen/mxgen/results/show/page"
)

// Window is the part of a run that is drawn.
type Window struct {
	From   int // the first event, from 1; 0: chosen, so that the end of the run is seen if it is a violation
	Events int // the greatest number of events, 0: Most
}

// Most is how many events a page has unless more are wanted, and Limit how many it may have.
const (
	Most  = 400
	Limit = 2000
)

// of returns the events before the window and those in it, of a run of so many events.
func (w Window) of(events int, atEnd bool) (first, count int, err error) {
	most := w.Events
	if most == 0 {
		most = Most
	}
	switch {
	case w.From > 0 && w.From > events:
		return 0, 0, &config.Error{Operand: fmt.Sprintf("from %d", w.From), Reason: fmt.Sprintf("the run has %d events", events)}
	case w.From > 0:
		first = w.From - 1
	case atEnd:
		first = max(0, events-most)
	}
	return first, min(most, events-first), nil
}

// OfRun is the page of a run of the program.
func OfRun(ctx context.Context, run *convert.Run, window Window) (*page.Document, error) {
	recorded, total, err := record(ctx, run, window)
	if err != nil {
		return nil, err
	}
	d := page.OfRun(recorded)
	if part := partOf(recorded, total); part != "" {
		d.Notes = append(d.Notes, part)
	}
	if run.Stopped != "" {
		d.Bad, d.Lead = true, run.Stopped
		if recorded.Cut == 0 {
			d.Chart.Marks = append(d.Chart.Marks, diagram.Mark{After: recorded.Len() - 1, Text: run.Stopped})
		}
	}
	for _, v := range recorded.Violations() {
		if !d.Bad {
			d.Bad, d.Lead = true, fmt.Sprintf("%s is violated after event %d: %s", v.Property, recorded.First()+v.After, v.Reason)
		}
	}
	if d.Lead == "" {
		d.Lead = fmt.Sprintf("a run of %d events", total)
	}
	return d, nil
}

// partOf says which part of a long run is drawn.
func partOf(r *show.Run, total int) string {
	if r.Len() == total {
		return ""
	}
	return fmt.Sprintf("Events %d to %d of %d; mxgen show --from K draws those from K on.", r.First()+1, r.First()+r.Len(), total)
}

// record executes a run, and records the part in the window.
func record(ctx context.Context, run *convert.Run, window Window) (r *show.Run, total int, err error) {
	err = run.Each(ctx, func(k int, _ event.Event, _ []event.Send, _ *reference.World) error {
		total = k
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	first, count, err := window.of(total, run.Property != "" || run.Stopped != "" || run.Cycle >= 0)
	if err != nil {
		return nil, 0, err
	}
	sys, err := algorithms.New(run.Config)
	if err != nil {
		return nil, 0, err
	}
	sys = sys.Raw()
	if first == 0 {
		r = show.NewRun(sys)
	}
	err = run.Each(ctx, func(k int, e event.Event, _ []event.Send, w *reference.World) error {
		if k == first {
			here := sys.World()
			here.SetState(w.AppendState(nil))
			r = show.StartAt(here, first)
			return nil
		}
		if k <= first || k > first+count {
			return nil
		}
		return r.Step(e)
	})
	if err != nil {
		return nil, 0, err
	}
	r.Cut = total - first - count
	if run.Cycle >= 0 && r.Cut == 0 {
		r.Loop = max(0, run.Cycle-first)
	}
	return r, total, nil
}
