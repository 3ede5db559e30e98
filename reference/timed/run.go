package timed

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// run is a run in progress.  Slices by node have node i at i.
type run struct {
	opts    Options
	sys     *reference.System
	nodes   []reference.Node // node i at i-1
	classes []string
	out     reference.Outbox

	now     float64
	seq     uint64
	planned queue
	bodies  []event.Message // contents of messages under way that do not fit into an item
	free    []int64         // places among the bodies
	field   [1]int          // the field of the message that is handled

	fifo  bool // a message may have to wait for an earlier one
	links map[uint64]lastOnLink

	streams []stream
	source  switched
	random  *rand.Rand

	wants   []bool    // a node whose request is not possible yet; nil: there is none
	since   []float64 // when the latest request of a node was made
	waiting int       // nodes
	entered int       // entries so far
	exits   []float64 // of exits while a node waited, those that no entry has followed yet
	order   *overtaking
	cost    *cost // nil: too many nodes

	batch    Batch
	begun    float64 // when the batch begins
	counted  float64 // until when batch.Queue is complete
	entries  []uint32
	handled  []uint32
	traffic  linkCounts
	measured Measured
}

// lastOnLink is the latest of the messages under way on a link.
type lastOnLink struct {
	at    float64
	count int
}

func newRun(sys *reference.System, opts Options) *run {
	n := sys.Config.N
	r := &run{opts: opts, sys: sys, nodes: sys.Nodes(), classes: sys.Algorithm.Messages,
		fifo: sys.Config.Network == config.FIFO && !opts.Delay.constant(), links: map[uint64]lastOnLink{},
		streams: make([]stream, (n+1)*int(purposes)), since: make([]float64, n+1),
		order: newOvertaking(n), entries: make([]uint32, n+1), handled: make([]uint32, n+1)}
	for i := range n + 1 {
		for p := range purposes {
			r.streams[i*int(purposes)+int(p)] = newStream(opts.Seed, opts.Run, i, p)
		}
	}
	r.random = rand.New(&r.source)
	r.planned.heap = make([]item, 0, n+1)
	if n <= reference.MaxNodes {
		r.cost = newCost(r)
	}
	r.batch.Messages = make([]int, len(r.classes))
	return r
}

// randomOf returns the random numbers of node i for a purpose.
func (r *run) randomOf(i int, p purpose) *rand.Rand {
	r.source.stream = &r.streams[i*int(purposes)+int(p)]
	return r.random
}

// start puts the first messages under way and plans the first requests.
func (r *run) start() error {
	for i, n := range r.nodes {
		n.Start(&r.out)
		r.send(i + 1)
	}
	for i := 1; i <= len(r.nodes); i++ {
		if r.sys.Config.Requests(i) {
			r.plan(item{at: r.opts.Think.sample(r.randomOf(i, thinking)), node: int32(i), what: request})
		}
	}
	r.beginBatch()
	return nil
}

// plan adds an item other than a message.
func (r *run) plan(x item) {
	r.seq++
	x.seq = r.seq
	r.planned.push(x)
}

// interval is the number of events between two looks at what can end a run.
const interval = 1 << 12

// step makes the next event happen, and the entry that it enables.
func (r *run) step(ctx context.Context) error {
	switch planned := r.planned.len(); {
	case planned == 0:
		return ErrStuck
	case r.opts.MaxPending > 0 && planned > r.opts.MaxPending:
		return ErrCrowded
	}
	if r.measured.Events%interval == 0 {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case r.opts.MaxEvents > 0 && r.measured.Events > r.opts.MaxEvents:
			return ErrTooLong
		}
	}
	x := r.planned.pop()
	r.now = x.at
	r.measured.Events++
	i := int(x.node)
	n := r.nodes[i-1]
	switch x.what {
	case request:
		r.request(i, n)
	case receive:
		r.receive(i, n, &x)
	case exit:
		r.exit(i, n)
	}
	if reference.PhaseOf(n) == reference.Wait && n.MayEnter() {
		r.enter(i, n)
	}
	if r.cost != nil {
		r.cost.settle()
	}
	return nil
}

// request makes the request of a node, or notes that it wants to, where the
// algorithm does not allow it yet.
func (r *run) request(i int, n reference.Node) {
	e := event.Event{Kind: event.Request, Node: i}
	if k := n.Choices(); k > 0 {
		e.Choice = 1 + r.randomOf(i, choosing).IntN(k)
	}
	if !reference.Enabled(n, e) {
		if r.wants == nil {
			r.wants = make([]bool, len(r.nodes)+1)
		}
		r.wants[i] = true
		return
	}
	r.queueChanges(+1)
	r.since[i] = r.now
	r.order.request(i)
	if r.cost != nil {
		r.cost.request(i)
	}
	reference.Handle(n, e, &r.out)
	r.send(i)
}

// receive hands a message over.
func (r *run) receive(i int, n reference.Node, x *item) {
	e := event.Event{Kind: event.Receive, Node: i, Peer: int(x.peer), Msg: event.Message{Kind: r.classes[x.class]}}
	switch x.body {
	case oneField:
		r.field[0] = int(x.field)
		e.Msg.Fields = r.field[:]
	case stored:
		e.Msg = r.bodies[x.field] // its memory is used again after the handler
		r.free = append(r.free, x.field)
	}
	if r.fifo {
		r.arrive(link(x.peer, x.node))
	}
	r.handled[i]++
	if r.cost != nil {
		r.cost.underWay--
	}
	reference.Handle(n, e, &r.out)
	r.send(i)
	if r.wants != nil && r.wants[i] {
		r.wants[i] = false
		r.request(i, n)
	}
}

// enter lets a node in.
func (r *run) enter(i int, n reference.Node) {
	r.queueChanges(-1)
	reference.Handle(n, event.Event{Kind: event.Enter, Node: i}, &r.out)
	overtakes, overtaken := r.order.enter(i)
	r.entered++
	b, waited := &r.batch, r.now-r.since[i]
	b.Entries++
	b.Waiting += waited
	b.Overtaken += overtakes
	r.entries[i]++
	r.measured.LongestWait = max(r.measured.LongestWait, waited)
	r.measured.MostOvertaken = max(r.measured.MostOvertaken, overtaken)
	if len(r.exits) > 0 {
		b.Handovers++
		b.Delay += r.now - r.exits[0]
		r.exits = append(r.exits[:0], r.exits[1:]...)
	}
	r.plan(item{at: r.now + r.opts.Section.sample(r.randomOf(i, inside)), node: int32(i), what: exit})
	switch {
	case r.entered == r.opts.Warmup:
		r.forget()
	case r.entered > r.opts.Warmup && b.Entries == r.opts.BatchEntries:
		r.endBatch()
	}
}

// exit lets a node out, and plans its next request.
func (r *run) exit(i int, n reference.Node) {
	e := event.Event{Kind: event.Exit, Node: i}
	if targets := slices.Collect(n.Targets().All()); len(targets) > 0 {
		e.Choice = targets[r.randomOf(i, choosing).IntN(len(targets))]
	}
	if !reference.Enabled(n, e) {
		return // it never leaves
	}
	r.batch.Exits++
	r.batch.Response += r.now - r.since[i]
	if r.waiting > 0 {
		r.exits = append(r.exits, r.now)
	}
	reference.Handle(n, e, &r.out)
	r.send(i)
	if r.cost != nil {
		r.cost.exit(i)
	}
	r.plan(item{at: r.now + r.opts.Think.sample(r.randomOf(i, thinking)), node: int32(i), what: request})
}

// send puts the messages that a node has sent under way.
func (r *run) send(from int) {
	sends := r.out.Sends()
	if len(sends) == 0 {
		return
	}
	random := r.randomOf(from, underWay)
	counted := r.traffic.addAll(from, sends, len(r.nodes))
	for k := range sends {
		s := &sends[k]
		x := item{node: int32(s.To), peer: int32(from), what: receive, class: uint8(slices.Index(r.classes, s.Msg.Kind))}
		switch {
		case len(s.Msg.Load) == 0 && len(s.Msg.Fields) == 0:
		case len(s.Msg.Load) == 0 && len(s.Msg.Fields) == 1:
			x.body, x.field = oneField, int64(s.Msg.Fields[0])
		default:
			x.body, x.field = stored, r.store(s.Msg)
		}
		r.batch.Messages[x.class]++
		if !counted {
			r.traffic.add(x.peer, x.node)
		}
		if r.cost != nil {
			r.cost.sent(from, *s)
		}
		x.at = r.now + r.opts.Delay.sample(random)
		r.seq++
		x.seq = r.seq
		switch {
		case r.opts.Delay.constant():
			r.planned.follow(x)
		case r.fifo:
			x.at = r.depart(link(x.peer, x.node), x.at)
			fallthrough
		default:
			r.planned.push(x)
		}
	}
	r.handled[from] += uint32(len(sends))
	r.out.Reset()
}

// store keeps a message whose content does not fit into an item.
func (r *run) store(m event.Message) int64 {
	if n := len(r.free); n > 0 {
		place := r.free[n-1]
		r.free = r.free[:n-1]
		b := &r.bodies[place]
		b.Kind, b.Fields, b.Load = m.Kind, append(b.Fields[:0], m.Fields...), append(b.Load[:0], m.Load...)
		return place
	}
	r.bodies = append(r.bodies, m.Clone())
	return int64(len(r.bodies) - 1)
}

func link(from, to int32) uint64 { return uint64(from)<<32 | uint64(to) }

// depart returns when a message arrives on a link that keeps the order: not
// before the messages that are under way there.
func (r *run) depart(link uint64, at float64) float64 {
	last := r.links[link]
	last.at = max(last.at, at)
	last.count++
	r.links[link] = last
	return last.at
}

// arrive notes that a message has arrived.
func (r *run) arrive(link uint64) {
	last := r.links[link]
	if last.count--; last.count == 0 {
		delete(r.links, link)
	} else {
		r.links[link] = last
	}
}
