// Package live executes a system for real: every node is a goroutine, links
// are goroutines between Go channels, and the scheduler of the Go runtime
// decides what happens when.  Runs therefore differ even with the same seed,
// which only chooses tickets and the order of unordered links.
//
// The records of a run are a total order that agrees with happens-before, so
// that they replay on a World one after the other.
package live

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Options say how long and with what chance.
type Options struct {
	Seed    uint64 // of the choices that are not the runtime's
	Entries int    // of each node, after which it requests no more; at least 1
}

// errAllEntered ends a run in the regular way.
var errAllEntered = errors.New("every node has made its entries")

// Run executes the raw system until every node that requests has made its entries, and
// calls observe with every event, one call at a time, in the order of their
// numbers.  An error of observe ends the run and is returned.  A run that
// cannot end, because the algorithm is wrong, ends with ctx and its error.
// No goroutine is left when Run returns; messages may be under way for ever.
func Run(ctx context.Context, sys *reference.System, opts Options, observe func(reference.Record) error) error {
	if opts.Entries < 1 {
		return fmt.Errorf("entries %d: want at least 1", opts.Entries)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &run{
		ctx:     ctx,
		stop:    stop,
		observe: observe,
		left:    sys.Requesters() * opts.Entries,
	}
	n := sys.Config.N
	programs := sys.Raw().Nodes()
	nodes := make([]*node, n)
	for i := range nodes {
		nodes[i] = &node{
			run:     r,
			program: programs[i],
			id:      i + 1,
			entries: opts.Entries,
			inbox:   make(chan letter),
			links:   make([]chan event.Message, n),
			random:  rand.New(rand.NewPCG(opts.Seed, uint64(i+1))),
		}
	}
	for i, from := range nodes {
		for j, to := range nodes {
			from.links[j] = make(chan event.Message)
			l := link{from: i + 1, in: from.links[j], out: to.inbox, unordered: sys.Config.Network == config.Unordered}
			l.random = rand.New(rand.NewPCG(opts.Seed, uint64(n+i*n+j+1)))
			r.group.Go(func() { l.run(ctx) })
		}
	}
	for _, node := range nodes {
		r.group.Go(node.live)
	}
	r.group.Wait()
	if err := context.Cause(ctx); !errors.Is(err, errAllEntered) {
		return err
	}
	return nil
}

// run is what the nodes of a run share.
type run struct {
	ctx   context.Context
	stop  context.CancelCauseFunc
	group sync.WaitGroup

	mu      sync.Mutex
	observe func(reference.Record) error
	seq     int // events so far
	left    int // entries still to be made
}

// record gives an event its number.  A node calls it after handling the event
// and before anything that it sent is under way, which is what makes the
// order agree with happens-before.  It reports whether the run goes on.
func (r *run) record(e event.Event, sends []event.Send, program reference.Node) bool {
	rec := reference.NewRecord(0, e, sends, program)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ctx.Err() != nil {
		return false
	}
	r.seq++
	rec.Seq = r.seq
	if err := r.observe(rec); err != nil {
		r.stop(err)
		return false
	}
	if e.Kind == event.Enter {
		if r.left--; r.left == 0 {
			r.stop(errAllEntered)
			return false
		}
	}
	return true
}

// node is a goroutine that runs the program of one node and its client.
type node struct {
	*run
	program reference.Node
	id      int
	entries int // requests still to be made
	inbox   chan letter
	links   []chan event.Message // to the other nodes
	out     reference.Outbox
	random  *rand.Rand
}

// letter is a message with its sender.
type letter struct {
	from int
	msg  event.Message
}

// live handles messages and lets the client do what it can in between.
func (n *node) live() {
	n.program.Start(&n.out)
	if !n.post(n.out.Drain()) {
		return
	}
	for {
		own, can := n.ownEvent()
		if can && n.random.IntN(2) == 0 {
			// Give others a chance, so that not every critical section is
			// over before the next message arrives.
			runtime.Gosched()
			select {
			case l := <-n.inbox:
				if !n.handle(n.receive(l)) {
					return
				}
			default:
			}
			own, can = n.ownEvent()
		}
		if can {
			if !n.handle(own) {
				return
			}
			continue
		}
		select {
		case l := <-n.inbox:
			if !n.handle(n.receive(l)) {
				return
			}
		case <-n.ctx.Done():
			return
		}
	}
}

// ownEvent returns the event that the client would have happen now.
func (n *node) ownEvent() (event.Event, bool) {
	for _, kind := range []event.Kind{event.Enter, event.Exit, event.Request} {
		e := event.Event{Kind: kind, Node: n.id}
		if kind == event.Request {
			if n.entries == 0 {
				continue
			}
			if k := n.program.Choices(); k > 0 {
				e.Choice = 1 + n.random.IntN(k)
			}
		}
		if kind == event.Exit {
			if targets := slices.Collect(n.program.Targets().All()); len(targets) > 0 {
				e.Choice = targets[n.random.IntN(len(targets))]
			}
		}
		if reference.Enabled(n.program, e) {
			return e, true
		}
	}
	return event.Event{}, false
}

func (n *node) receive(l letter) event.Event {
	return event.Event{Kind: event.Receive, Node: n.id, Peer: l.from, Msg: l.msg}
}

// handle lets e happen at this node.  It reports whether the run goes on.
func (n *node) handle(e event.Event) bool {
	if e.Kind == event.Request {
		n.entries--
	}
	reference.Handle(n.program, e, &n.out)
	sends := n.out.Drain()
	if !n.record(e, sends, n.program) {
		return false
	}
	return n.post(sends)
}

// post puts messages under way.  It reports whether the run goes on.
func (n *node) post(sends []event.Send) bool {
	for _, s := range sends {
		if s.To == 0 {
			continue // nobody gets it; only a wrong algorithm sends so
		}
		select {
		case n.links[s.To-1] <- s.Msg.Clone():
		case <-n.ctx.Done():
			return false
		}
	}
	return true
}
