// Package simulate runs one schedule of a system, chosen by a seeded
// scheduler.  The same system and options give the same run.
//
// It is no judge: whether a run is right is for its observer to say.
package simulate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Options say which run.
type Options struct {
	Seed      uint64
	Scheduler string // one of Schedulers, empty: random
	Entries   int    // of each node, after which it requests no more; at least 1
	MaxEvents int    // after which the run is given up, 0: never
}

// The errors of a run that does not come to its end.
var (
	ErrStuck    = errors.New("nothing can happen any more, though not all entries were made")
	ErrTooLong  = errors.New("more events than allowed, though not all entries were made")
	errNoEntry  = errors.New("entries: want at least 1")
	errCanceled = errors.New("interrupted")
)

// Run runs the raw system until every node that requests has made its entries and calls
// observe after each event, with the world as it is then and the record of
// the event.  It stops with the first error of observe.  The other errors
// are about options, ErrStuck, ErrTooLong, or that of ctx; what has been
// observed until then is a behaviour of the system all the same.
func Run(ctx context.Context, sys *reference.System, opts Options, observe func(*reference.World, reference.Record) error) error {
	if opts.Entries < 1 {
		return errNoEntry
	}
	n := sys.Config.N
	random := rand.New(rand.NewPCG(opts.Seed, uint64(n)))
	choose, err := newScheduler(opts.Scheduler, random)
	if err != nil {
		return err
	}
	w := sys.Raw().World()
	requests, entries := make([]int, n+1), 0
	var events []event.Event
	for seq := 1; entries < sys.Requesters()*opts.Entries; seq++ {
		if ctx.Err() != nil {
			return fmt.Errorf("%w after %d events: %w", errCanceled, seq-1, ctx.Err())
		}
		if opts.MaxEvents > 0 && seq > opts.MaxEvents {
			return ErrTooLong
		}
		events = wanted(w.AppendEnabled(events[:0]), requests, opts.Entries)
		if len(events) == 0 {
			return ErrStuck
		}
		e := choose(events)
		sends, err := w.Step(e)
		if err != nil {
			return err
		}
		switch e.Kind {
		case event.Request:
			requests[e.Node]++
		case event.Enter:
			entries++
		}
		if err := observe(w, reference.NewRecord(seq, e, sends, w.Node(e.Node))); err != nil {
			return err
		}
	}
	return nil
}

// wanted leaves out requests of nodes that have made all of theirs.
func wanted(events []event.Event, requests []int, most int) []event.Event {
	kept := events[:0]
	for _, e := range events {
		if e.Kind != event.Request || requests[e.Node] < most {
			kept = append(kept, e)
		}
	}
	return kept
}
