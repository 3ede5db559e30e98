// Package neilsenmizuno is the algorithm of Neilsen and Mizuno (Neilsen's thesis, chapter 3,
// Figure 3; Ben-Ari, Algorithm 10.4; docs/algorithms.md, A12): pointers next along the edges of a
// tree lead to a sink.  A request travels along the pointers and reverses them.  The sink stores
// in follow the node that gets the token after it, and sends the token directly there.  With the
// switch init the nodes compute the initial pointers themselves.
package neilsenmizuno

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// Algorithm is the entry of the algorithm.
var Algorithm = reference.Algorithm{
	Name:              "neilsen-mizuno",
	Messages:          []string{common.Request, common.Privilege, common.Initialize},
	Check:             check,
	Programs:          programs,
	SentFor:           sentForOriginator,
	RefinementMapping: refine,
	Picture:           draw,
	Properties:        properties,
}

// node is one node.
type node struct {
	reference.Client
	holding bool // the token is here and idle
	token   bool // the token is here for the entry of this node
	next    int  // neighbour towards the sink, 0: this is a sink
	follow  int  // node that gets the token next, 0 nobody

	initialisation
}

func check(cfg config.Config) error {
	if err := common.CheckTree(cfg); err != nil {
		return err
	}
	return common.RejectSwitches(cfg, initSwitch)
}

func programs(cfg config.Config) (func(i int) (reference.Node, error), error) {
	if cfg.Variant.Has(initSwitch) {
		neighbours := common.NeighboursOf(cfg)
		return func(i int) (reference.Node, error) { return newInit(cfg, i, neighbours[i]), nil }, nil
	}
	next := common.Towards(cfg, cfg.Token)
	return func(i int) (reference.Node, error) {
		return &node{
			initialisation: initialisation{initialised: true},

			holding: i == cfg.Token,
			next:    next[i],
		}, nil
	}, nil
}

// State visits the node's variables.
func (n *node) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Bool("holding", &n.holding)
	v.Bool("token", &n.token)
	v.Node("next", &n.next)
	v.Node("follow", &n.follow)
	n.initialisation.state(v)
}

// Request takes the token if it is here, and otherwise asks for it (procedure P1
// up to the critical section).  In REQUEST(x, y) of the paper x is the last
// sender, which the network knows, and y the originator.
func (n *node) Request(_ int, out *reference.Outbox) {
	if n.holding {
		n.holding = false
		n.token = true
		return
	}
	out.Send(n.next, common.Request, n.ID)
	n.next = 0
}

// Receive handles a REQUEST (procedure P2), takes the token, or continues the
// initialisation.
func (n *node) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case common.Request:
		n.receiveRequest(from, m.Fields[0], out)
	case common.Privilege:
		n.token = true
	case common.Initialize:
		n.receiveInitialize(from, out)
	}
}

// receiveRequest is procedure P2 for REQUEST(x, y).
func (n *node) receiveRequest(x, y int, out *reference.Outbox) {
	switch {
	case n.next != 0:
		out.Send(n.next, common.Request, y)
	case n.holding:
		n.holding = false
		out.Send(y, common.Privilege)
	default:
		n.follow = y
	}
	n.next = x
}

// MayEnter holds once the token is here for us.
func (n *node) MayEnter() bool { return n.token }

// Exit passes the token on or keeps it (procedure P1 after the critical
// section).
func (n *node) Exit(out *reference.Outbox) {
	n.token = false
	if n.follow == 0 {
		n.holding = true
		return
	}
	out.Send(n.follow, common.Privilege)
	n.follow = 0
}

func nodeAt(w *reference.World, i int) *node {
	return common.ProgramOf[*node](w, i)
}

// Lacks: the token is elsewhere.
func (n *node) Lacks() string { return common.NoToken }

// sentForOriginator is for Neilsen's algorithm.  A REQUEST is sent for its
// originator, a PRIVILEGE for its receiver, an INITIALIZE for nobody.
func sentForOriginator(_ *reference.World, _ int, s event.Send) reference.Set {
	switch s.Msg.Kind {
	case common.Request:
		return common.One(s.Msg.Fields[0])
	case common.Privilege:
		return common.One(s.To)
	}
	return 0
}
