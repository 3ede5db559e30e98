// Package raymond is Raymond's algorithm on a tree (thesis, section 2.7; slides, "Raymond's tree-
// based algorithm"; docs/algorithms.md, A11): holder points to the neighbour in the direction of
// the token.  A node asks for the token once, for itself and for its neighbours; a queue has the
// nodes for which it asks.
//
// The rules on the slides have errors (docs/algorithms.md, section 7, S11).  The program follows
// A11: the routine act runs after every event.
package raymond

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// Algorithm is the entry of the algorithm.
var Algorithm = reference.Algorithm{
	Name:              "raymond",
	Messages:          []string{common.Request, common.Privilege},
	Check:             check,
	Programs:          programs,
	SentFor:           common.SentForAllWaiting,
	RefinementMapping: refine,
	Picture:           draw,
	Properties:        properties,
}

// node is one node.
type node struct {
	reference.Client
	holder int   // neighbour towards the token, or this node: it is here
	using  bool  // the token is here for our own entry, until we leave
	asked  bool  // holder has been asked for the token
	queue  []int // nodes for which we ask, neighbours or this node, oldest first
}

func check(cfg config.Config) error {
	if err := common.CheckTree(cfg); err != nil {
		return err
	}
	return common.RejectSwitches(cfg)
}

func programs(cfg config.Config) (func(i int) (reference.Node, error), error) {
	holder := common.Towards(cfg, cfg.Token)
	holder[cfg.Token] = cfg.Token
	return func(i int) (reference.Node, error) { return &node{holder: holder[i]}, nil }, nil
}

// State visits the node's variables.
func (n *node) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Enum("holder", &n.holder)
	v.Bool("using", &n.using)
	v.Bool("asked", &n.asked)
	v.Nodes("queue", &n.queue)
}

// Request queues the node itself.
func (n *node) Request(_ int, out *reference.Outbox) {
	n.queue = append(n.queue, n.ID)
	n.act(out)
}

// Receive queues a neighbour that asks or takes the token.
func (n *node) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case common.Request:
		n.queue = append(n.queue, from)
	case common.Privilege:
		n.holder = n.ID
	}
	n.act(out)
}

// MayEnter holds once the token is here for us.
func (n *node) MayEnter() bool { return n.using }

// Exit gives the token up.
func (n *node) Exit(out *reference.Outbox) {
	n.using = false
	n.act(out)
}

// act gives the token to the head of the queue if the token is here and not in
// use.  It then asks for the token if the token is elsewhere, the queue is not
// empty and the node has not asked.  A node that gives the token away while
// others are queued thus asks for it again at once.
func (n *node) act(out *reference.Outbox) {
	n.assign(out)
	n.ask(out)
}

func (n *node) assign(out *reference.Outbox) {
	if n.holder != n.ID || n.using || len(n.queue) == 0 {
		return
	}
	var head int
	head, n.queue = common.Pop(n.queue)
	n.holder = head
	n.asked = false
	if head == n.ID {
		n.using = true
	} else {
		out.Send(head, common.Privilege)
	}
}

func (n *node) ask(out *reference.Outbox) {
	if n.holder == n.ID || n.asked || len(n.queue) == 0 {
		return
	}
	out.Send(n.holder, common.Request)
	n.asked = true
}

func nodeAt(w *reference.World, i int) *node { return common.ProgramOf[*node](w, i) }

// Lacks: the token is elsewhere.
func (n *node) Lacks() string { return common.NoToken }
