package algorithms

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Raymond's algorithm on a tree (thesis, section 2.7; slides, "Raymond's
// tree-based algorithm"; docs/algorithms.md, A11): holder points to the
// neighbour in the direction of the token.  A node asks for the token once, for
// itself and for its neighbours; a queue has the nodes for which it asks.
//
// The rules on the slides have errors (docs/algorithms.md, section 7, S11).  The
// program follows A11: the routine act runs after every event.
var raymondAlgorithm = reference.Algorithm{
	Name:              "raymond",
	Messages:          []string{request, privilege},
	Check:             checkRaymond,
	Programs:          raymondPrograms,
	SentFor:           sentForAllWaiting,
	RefinementMapping: refineRaymond,
	Picture:           drawRaymond,
	Properties:        raymondProperties,
}

// raymond is one node.
type raymond struct {
	reference.Client
	holder int   // neighbour towards the token, or this node: it is here
	using  bool  // the token is here for our own entry, until we leave
	asked  bool  // holder has been asked for the token
	queue  []int // nodes for which we ask, neighbours or this node, oldest first
}

func checkRaymond(cfg config.Config) error {
	if err := checkTree(cfg); err != nil {
		return err
	}
	return rejectSwitches(cfg)
}

func raymondPrograms(cfg config.Config) (func(i int) (reference.Node, error), error) {
	holder := towards(cfg, cfg.Token)
	holder[cfg.Token] = cfg.Token
	return func(i int) (reference.Node, error) { return &raymond{holder: holder[i]}, nil }, nil
}

// State visits the node's variables.
func (n *raymond) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Int("holder", &n.holder)
	v.Bool("using", &n.using)
	v.Bool("asked", &n.asked)
	v.List("queue", &n.queue)
}

// Request queues the node itself.
func (n *raymond) Request(_ int, out *reference.Outbox) {
	n.queue = append(n.queue, n.ID)
	n.act(out)
}

// Receive queues a neighbour that asks or takes the token.
func (n *raymond) Receive(from int, m event.Message, out *reference.Outbox) {
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
func (n *raymond) Exit(out *reference.Outbox) {
	n.using = false
	n.act(out)
}

// act gives the token to the head of the queue if the token is here and not in
// use.  It then asks for the token if the token is elsewhere, the queue is not
// empty and the node has not asked.  A node that gives the token away while
// others are queued thus asks for it again at once.
func (n *raymond) act(out *reference.Outbox) {
	n.assign(out)
	n.ask(out)
}

func (n *raymond) assign(out *reference.Outbox) {
	if n.holder != n.ID || n.using || len(n.queue) == 0 {
		return
	}
	var head int
	head, n.queue = pop(n.queue)
	n.holder = head
	n.asked = false
	if head == n.ID {
		n.using = true
	} else {
		out.Send(head, privilege)
	}
}

func (n *raymond) ask(out *reference.Outbox) {
	if n.holder == n.ID || n.asked || len(n.queue) == 0 {
		return
	}
	out.Send(n.holder, request)
	n.asked = true
}

func raymondAt(w *reference.World, i int) *raymond { return programOf[*raymond](w, i) }
