package algorithms

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// The algorithm of Neilsen and Mizuno (Neilsen's thesis, chapter 3, Figure 3;
// Ben-Ari, Algorithm 10.4; docs/algorithms.md, A12): pointers next along the
// edges of a tree lead to a sink.  A request travels along the pointers and
// reverses them.  The sink stores in follow the node that gets the token after
// it, and sends the token directly there.  With the switch init the nodes
// compute the initial pointers themselves.
var neilsenMizunoAlgorithm = reference.Algorithm{
	Name:              "neilsen-mizuno",
	Messages:          []string{request, privilege, initialize},
	Check:             checkNeilsenMizuno,
	Programs:          neilsenMizunoPrograms,
	SentFor:           sentForOriginator,
	RefinementMapping: refineNeilsenMizuno,
	Picture:           drawNeilsenMizuno,
	Properties:        neilsenMizunoProperties,
}

// neilsenMizuno is one node.
type neilsenMizuno struct {
	reference.Client
	holding bool // the token is here and idle
	token   bool // the token is here for the entry of this node
	next    int  // neighbour towards the sink, 0: this is a sink
	follow  int  // node that gets the token next, 0 nobody

	initialisation
}

func checkNeilsenMizuno(cfg config.Config) error {
	if err := checkTree(cfg); err != nil {
		return err
	}
	return rejectSwitches(cfg, initSwitch)
}

func neilsenMizunoPrograms(cfg config.Config) (func(i int) (reference.Node, error), error) {
	if cfg.Variant.Has(initSwitch) {
		neighbours := neighboursOf(cfg)
		return func(i int) (reference.Node, error) { return newNeilsenMizunoInit(cfg, i, neighbours[i]), nil }, nil
	}
	next := towards(cfg, cfg.Token)
	return func(i int) (reference.Node, error) {
		return &neilsenMizuno{
			initialisation: initialisation{initialised: true},

			holding: i == cfg.Token,
			next:    next[i],
		}, nil
	}, nil
}

// State visits the node's variables.
func (n *neilsenMizuno) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Bool("holding", &n.holding)
	v.Bool("token", &n.token)
	v.Int("next", &n.next)
	v.Int("follow", &n.follow)
	n.initialisation.state(v)
}

// Request takes the token if it is here, and otherwise asks for it (procedure P1
// up to the critical section).  In REQUEST(x, y) of the paper x is the last
// sender, which the network knows, and y the originator.
func (n *neilsenMizuno) Request(_ int, out *reference.Outbox) {
	if n.holding {
		n.holding = false
		n.token = true
		return
	}
	out.Send(n.next, request, n.ID)
	n.next = 0
}

// Receive handles a REQUEST (procedure P2), takes the token, or continues the
// initialisation.
func (n *neilsenMizuno) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case request:
		n.receiveRequest(from, m.Fields[0], out)
	case privilege:
		n.token = true
	case initialize:
		n.receiveInitialize(from, out)
	}
}

// receiveRequest is procedure P2 for REQUEST(x, y).
func (n *neilsenMizuno) receiveRequest(x, y int, out *reference.Outbox) {
	switch {
	case n.next != 0:
		out.Send(n.next, request, y)
	case n.holding:
		n.holding = false
		out.Send(y, privilege)
	default:
		n.follow = y
	}
	n.next = x
}

// MayEnter holds once the token is here for us.
func (n *neilsenMizuno) MayEnter() bool { return n.token }

// Exit passes the token on or keeps it (procedure P1 after the critical
// section).
func (n *neilsenMizuno) Exit(out *reference.Outbox) {
	n.token = false
	if n.follow == 0 {
		n.holding = true
		return
	}
	out.Send(n.follow, privilege)
	n.follow = 0
}

func neilsenMizunoAt(w *reference.World, i int) *neilsenMizuno {
	return programOf[*neilsenMizuno](w, i)
}
