// Package simulate executes one run of a system.  A seeded scheduler chooses
// the events; the same system and options give the same run.
//
//	opts := simulate.Options{Seed: 1, Entries: 10}
//	err := simulate.Run(ctx, sys, opts, func(w *reference.World, r reference.Record) error {
//		return check(w) // called after every event
//	})
//
// Non-goals: the package does not check properties, the observer does; and it
// does not search for a violation, package explore does.
package simulate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Options select the run.
type Options struct {
	Seed      uint64
	Scheduler string // one of Schedulers, empty: random
	Entries   int    // that each node makes before it stops requesting; at least 1
	MaxEvents int    // limit on the length of the run, 0: none
}

// The errors of a run that ends before all entries were made.
var (
	ErrStuck    = errors.New("nothing can happen any more, though not all entries were made")
	ErrTooLong  = errors.New("more events than allowed, though not all entries were made")
	errNoEntry  = errors.New("entries: want at least 1")
	errCanceled = errors.New("interrupted")
)

// Run executes the raw system until every node that requests has made its
// entries.  After each event it calls observe with the world and the record of
// the event.  It returns the first error of observe, ErrStuck, ErrTooLong, the
// error of ctx, or an error in the options.  The events observed before an
// error are a behaviour of the system.
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

// wanted removes the requests of nodes that have made all their requests.
func wanted(events []event.Event, requests []int, most int) []event.Event {
	kept := events[:0]
	for _, e := range events {
		if e.Kind != event.Request || requests[e.Node] < most {
			kept = append(kept, e)
		}
	}
	return kept
}
