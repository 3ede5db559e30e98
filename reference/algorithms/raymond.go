package reference

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// Raymond's algorithm on a tree (thesis, section 2.7; slides, "Raymond's
// tree-based algorithm"; spec A11): holder points to the neighbour in whose
// direction the token is.  A node asks for it on behalf of itself or of its
// neighbours, once, and remembers for whom in a queue.
//
// The slides' rules are garbled (spec section 7, S11); this is A11, where one
// routine, act, follows every event.

func init() {
	register(&Algorithm{
		Name:       "raymond",
		Messages:   []string{request, privilege},
		Check:      checkRaymond,
		Node:       newRaymond,
		Serves:     servesWaiting,
		Map:        mapRaymond,
		Properties: raymondProperties,
	})
}

// raymond is one node of it.
type raymond struct {
	Client
	holder int   // neighbour towards the token, ourselves: it is here
	using  bool  // the token is here for our own entry, until we leave
	asked  bool  // holder has been asked for the token
	queue  []int // for whom we want it, neighbours or ourselves, oldest first
}

func checkRaymond(cfg config.Config) error {
	if err := checkTree(cfg); err != nil {
		return err
	}
	return rejectSwitches(cfg)
}

func newRaymond(cfg config.Config, i int) (Node, error) {
	n := &raymond{holder: towards(cfg, cfg.Token)[i]}
	if i == cfg.Token {
		n.holder = i
	}
	return n, nil
}

// State visits the node's variables.
func (n *raymond) State(v *Visitor) {
	n.Client.State(v)
	v.Int("holder", &n.holder)
	v.Bool("using", &n.using)
	v.Bool("asked", &n.asked)
	v.List("queue", &n.queue)
}

// Request queues the node itself.
func (n *raymond) Request(_ int, out *Outbox) {
	n.queue = append(n.queue, n.ID)
	n.act(out)
}

// Receive queues a neighbour that asks, or takes the token.
func (n *raymond) Receive(from int, m event.Message, out *Outbox) {
	switch m.Kind {
	case request:
		n.queue = append(n.queue, from)
	case privilege:
		n.holder = n.ID
	}
	n.act(out)
}

// MayEnter holds once the token is here for us.
func (n *raymond) MayEnter() bool { return n.using }

// Exit gives the token up.
func (n *raymond) Exit(out *Outbox) {
	n.using = false
	n.act(out)
}

// act gives the token to the head of the queue if it is here and not in use,
// and asks for it if it is elsewhere, wanted and not yet asked for.  Whoever
// gives it away while others are queued asks for it back at once.
func (n *raymond) act(out *Outbox) {
	n.assign(out)
	n.ask(out)
}

func (n *raymond) assign(out *Outbox) {
	if n.holder != n.ID || n.using || len(n.queue) == 0 {
		return
	}
	head := n.queue[0]
	n.queue = append(n.queue[:0], n.queue[1:]...)
	n.holder = head
	n.asked = false
	if head == n.ID {
		n.using = true
	} else {
		out.Send(head, privilege)
	}
}

func (n *raymond) ask(out *Outbox) {
	if n.holder == n.ID || n.asked || len(n.queue) == 0 {
		return
	}
	out.Send(n.holder, request)
	n.asked = true
}

func raymondAt(w *World, i int) *raymond { return programOf[*raymond](w, i) }

// mapRaymond is the map to the model's variables.  With fifo the model needs
// no variable for the order of a REQUEST and a PRIVILEGE on one link, because
// the REQUEST is the younger one; the map holds it to that.
func mapRaymond(w *World, cells *Cells) {
	for i := range w.nodes {
		cells.Number("holder", i+1, raymondAt(w, i+1).holder)
	}
	for i := range w.nodes {
		cells.Bool("using", i+1, raymondAt(w, i+1).using)
	}
	for i := range w.nodes {
		cells.Bool("asked", i+1, raymondAt(w, i+1).asked)
	}
	for i := range w.nodes {
		cells.queueOf("queue", i+1, raymondAt(w, i+1).queue, len(w.nodes))
	}
	var requests, privileges [MaxNodes + 1]Set
	for _, f := range w.InFlight() {
		switch f.Msg.Kind {
		case request:
			cells.mark(&requests[f.From], f.To, f)
		case privilege:
			cells.mark(&privileges[f.From], f.To, f)
			if w.net.fifo && requests[f.From].Has(f.To) {
				cells.fail("a PRIVILEGE is behind a REQUEST from %d to %d", f.From, f.To)
			}
		}
	}
	for j := 1; j <= len(w.nodes); j++ {
		cells.Set("request_to", j, requests[j])
	}
	for j := 1; j <= len(w.nodes); j++ {
		cells.Set("privilege_to", j, privileges[j])
	}
}
