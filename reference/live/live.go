// Package live executes a system concurrently: every node and every link is a
// goroutine, and the scheduler of the Go runtime decides the order of events.
// Two runs with one seed differ, because the seed determines only the choices
// of nodes and the order of messages on unordered links.
//
//	err := live.Run(ctx, sys, live.Options{Entries: 10}, func(r reference.Record) error {
//		_, err := fmt.Println(r.Event)
//		return err
//	})
//
// The records of a run are a total order that extends happens-before, so that
// World.Replay accepts them one after the other.
//
// Non-goals: several processes, sockets, and reproducible schedules.
package live

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Options are the seed and the length of a run.
type Options struct {
	Seed    uint64 // for choices of nodes and the order on unordered links
	Entries int    // that each node makes before it stops requesting; at least 1
}

// errAllEntered is the cause of the regular end of a run.
var errAllEntered = errors.New("every node has made its entries")

// Run executes the raw system until every node that requests has made its
// entries.  It calls observe for every event, one call at a time, in the order
// of the numbers.  An error of observe ends the run, and Run returns it.  If a
// wrong algorithm does not terminate, ctx ends the run, and Run returns its
// error.  All goroutines have ended when Run returns.
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

// run is the data that the nodes of a run share.
type run struct {
	ctx   context.Context
	stop  context.CancelCauseFunc
	group sync.WaitGroup

	mu      sync.Mutex
	observe func(reference.Record) error
	seq     int // events so far
	left    int // entries still to be made
}

// record numbers an event.  A node calls it after it has handled the event and
// before it puts the sent messages under way; the order of the numbers
// therefore extends happens-before.  record reports whether the run continues.
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

// live handles messages and executes events of the client in between.
func (n *node) live() {
	n.program.Start(&n.out)
	if !n.post(n.out.Drain()) {
		return
	}
	for {
		own, can := n.ownEvent()
		if can && n.random.IntN(2) == 0 {
			// Let other goroutines run, so that messages also arrive while
			// the node is in its critical section.
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

// ownEvent returns an enabled event of the client.
func (n *node) ownEvent() (event.Event, bool) {
	return reference.OwnEvent(n.program, n.entries > 0, n.random)
}

func (n *node) receive(l letter) event.Event {
	return event.Event{Kind: event.Receive, Node: n.id, Peer: l.from, Msg: l.msg}
}

// handle executes e at this node.  It reports whether the run continues.
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

// post puts messages under way.  It reports whether the run continues.
func (n *node) post(sends []event.Send) bool {
	for _, s := range sends {
		if s.To == 0 {
			continue // sent to nobody: only a wrong algorithm does this
		}
		select {
		case n.links[s.To-1] <- s.Msg.Clone():
		case <-n.ctx.Done():
			return false
		}
	}
	return true
}
