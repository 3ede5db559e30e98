package processes

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/record"
)

// mostThought is how long a client thinks at most before it does something, so that messages
// also arrive while its node waits or is in its critical section.
const mostThought = time.Millisecond

// program runs the program of one node, one event at a time, and records each.
type program struct {
	setup
	unordered bool
	links     []*link // to node i, at i-1
	inbox     *inbox
	random    *rand.Rand
	killAfter int // events, 0: not

	mu       sync.Mutex // held during an event: a report is of the time between two
	node     reference.Node
	out      reference.Outbox
	log      *record.Node
	requests int  // still to be made
	idle     bool // no event of its own is enabled
	letters  int  // sent, for their ids
	handled  int  // letters
	count    report
	linked   []bool // there is a link from node i, at i-1
}

// newProgram makes the program of a node and opens its log.
func newProgram(s setup, sys *reference.System) (*program, error) {
	n := sys.Config.N
	if s.Node < 1 || s.Node > n {
		return nil, fmt.Errorf("node %d: nodes are 1 to %d", s.Node, n)
	}
	p := &program{
		setup:     s,
		unordered: sys.Config.Network == config.Unordered,
		links:     make([]*link, n),
		inbox:     newInbox(),
		random:    rand.New(rand.NewPCG(s.Seed, uint64(s.Node))),
		node:      sys.Nodes()[s.Node-1],
		count:     report{Sent: make([]int, n), Received: make([]int, n), Gone: make([]bool, n)},
		linked:    make([]bool, n),
	}
	if sys.Config.Requests(s.Node) {
		p.requests = s.Entries
	}
	if k, is := s.Disturbances.kill(s.Node); is {
		p.killAfter = k.Events
	}
	var err error
	p.log, err = openLog(s)
	return p, err
}

// openLog opens the log of a node.
func openLog(s setup) (*record.Node, error) {
	h := record.Header{
		Origin:  origin{"processes", s.Seed, s.Entries, s.Disturbances.Texts()},
		Records: &record.Records{Events: []string{"request", "receive", "enter", "exit"}, Nodes: []int{s.Node}},
		Timed:   true,
		Now:     func() int64 { return int64(s.Since1970 + monotonic()) },
	}
	text, err := json.Marshal(s.Config)
	if err == nil {
		err = json.Unmarshal(text, &h.Config)
	}
	if err != nil {
		return nil, err
	}
	return record.OpenNode(s.Directory, s.Node, h)
}

// origin is that of the logs' headers.
type origin struct {
	Driver    string   `json:"driver"`
	Seed      uint64   `json:"seed"`
	Entries   int      `json:"entries"`
	Disturbed []string `json:"disturbed,omitempty"`
}

// monotonic is the time since the machine started.  All processes have this clock, and
// nobody sets it, so that its times order the events of a run.
func monotonic() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &t); err != nil {
		panic("processes: no monotonic clock: " + err.Error())
	}
	return time.Duration(t.Nano())
}

// run executes events until ctx ends, or the log cannot be written.
func (p *program) run(ctx context.Context) {
	p.start()
	for ctx.Err() == nil && p.log.Err() == nil {
		own, can := p.ownEvent()
		if can && p.random.IntN(2) == 0 {
			thought, cancel := context.WithTimeout(ctx, time.Duration(p.random.Int64N(int64(mostThought))))
			p.inbox.wait(thought)
			cancel()
			if l, is := p.inbox.take(p.random, p.unordered); is {
				p.receive(ctx, l)
				continue
			}
		}
		if can {
			p.handle(ctx, own, "")
		} else if l, is := p.inbox.take(p.random, p.unordered); is {
			p.receive(ctx, l)
		} else {
			p.inbox.wait(ctx)
		}
	}
}

// start sends what is under way initially.  No event sends it, so that it has no id.
func (p *program) start() {
	p.mu.Lock()
	p.node.Start(&p.out)
	sends := p.out.Drain()
	for _, s := range sends {
		p.count.Sent[s.To-1]++
	}
	p.mu.Unlock()
	for _, s := range sends {
		p.links[s.To-1].post(letter{Msg: s.Msg.Clone()})
	}
}

// ownEvent returns an enabled event of the client.
func (p *program) ownEvent() (event.Event, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e, can := reference.OwnEvent(p.node, p.requests > 0, p.random)
	p.idle = !can
	return e, can
}

func (p *program) receive(ctx context.Context, l letter) {
	p.handle(ctx, event.Event{Kind: event.Receive, Node: p.Node, Peer: l.From, Msg: l.Msg}, l.ID)
}

// handle executes an event: it runs the handler, records it, and only then lets the messages
// leave.  Whatever is killed, no log then has a message that no log has sent.  id is that of
// the message of a receive.
func (p *program) handle(ctx context.Context, e event.Event, id string) {
	if sleep(ctx, p.Disturbances.nodeDelay(p.Node)) != nil {
		return
	}
	sends := p.execute(e, id)
	if p.log.Err() != nil {
		return // what is not recorded does not leave
	}
	for _, l := range sends {
		p.links[l.to-1].post(l.letter)
	}
}

// outgoing is a letter and its receiver.
type outgoing struct {
	to int
	letter
}

// execute runs the handler of an event, records it, and returns what it sends.
func (p *program) execute(e event.Event, id string) []outgoing {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = false
	if e.Kind == event.Request {
		p.requests--
	}
	if e.Kind == event.Receive {
		p.count.Received[e.Peer-1]++
		p.handled++
	}
	reference.Handle(p.node, e, &p.out)
	var sends []outgoing
	for _, s := range p.out.Drain() {
		p.letters++
		sends = append(sends, outgoing{s.To, letter{ID: fmt.Sprintf("%d-%d", p.Node, p.letters), Msg: s.Msg.Clone()}})
		p.count.Sent[s.To-1]++
	}
	p.record(e, id, sends)
	p.count.Events++
	if p.count.Events == p.killAfter {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {} // the signal is on its way
	}
	return sends
}

// record writes the line of an event.
func (p *program) record(e event.Event, id string, sends []outgoing) {
	message := func(m event.Message, id string) record.Message {
		return record.Message{Kind: m.Kind, Fields: m.Fields, ID: id}
	}
	switch e.Kind {
	case event.Request:
		p.log.Request()
	case event.Receive:
		p.log.Receive(e.Peer, message(e.Msg, id))
	case event.Enter:
		p.log.Enter()
	case event.Exit:
		p.log.Exit()
	}
	if e.Choice != 0 {
		p.log.Choice(e.Choice)
	}
	for _, s := range sends {
		p.log.Send(s.to, message(s.Msg, s.ID))
	}
	for _, v := range reference.Vars(p.node) {
		if v.List != nil {
			p.log.StateList(v.Name, v.List)
		} else {
			p.log.State(v.Name, v.Number)
		}
	}
	p.log.End()
}

// link notes that there is a link from a node, and tells whether it is a new one.
func (p *program) link(from int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if from < 1 || from > len(p.linked) || from == p.Node || p.linked[from-1] {
		return false
	}
	p.linked[from-1] = true
	return true
}

// lost notes that the link from a node has ended.
func (p *program) lost(from int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count.Gone[from-1] = true
}

// report says where the node is.
func (p *program) report() *report {
	p.mu.Lock()
	defer p.mu.Unlock()
	r := p.count
	r.Sent, r.Received, r.Gone = slices.Clone(r.Sent), slices.Clone(r.Received), slices.Clone(r.Gone)
	r.Idle = p.idle
	r.Held = p.inbox.total() - p.handled
	r.Waiting = reference.PhaseOf(p.node) == reference.Wait
	r.Made = p.requests == 0 && reference.PhaseOf(p.node) == reference.Idle
	return &r
}
