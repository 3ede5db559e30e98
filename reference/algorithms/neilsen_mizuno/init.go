package neilsenmizuno

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// The initialisation of Neilsen and Mizuno's tree (thesis, Figure 5, procedure
// INIT; Ben-Ari, exercise 14; docs/algorithms.md, A12): the node with the token
// sends INITIALIZE to its neighbours, and they forward it.  Every node points to
// the node from which it has received INITIALIZE.  Nodes know only their
// neighbours and whether they have the token.

const initSwitch = "init" // of the variant

// initialisation has the variables of procedure INIT.
type initialisation struct {
	running     bool  // the variant has init, constant
	neighbours  []int // in the tree, constant
	initialised bool  // next, follow and holding are set; without init always true
}

// newInit makes node i after its first step of INIT: the node
// with the token is initialised, the others wait for an INITIALIZE.
func newInit(cfg config.Config, i int, neighbours []int) reference.Node {
	return &node{
		holding: i == cfg.Token,
		initialisation: initialisation{
			running:     true,
			neighbours:  neighbours,
			initialised: i == cfg.Token,
		},
	}
}

func (n *initialisation) state(v *reference.Visitor) {
	if n.running {
		v.Bool("initialised", &n.initialised)
	}
}

// Start sends INITIALIZE from the node with the token to its neighbours.
func (n *node) Start(out *reference.Outbox) {
	if n.running && n.initialised {
		n.sendInitialize(0, out)
	}
}

// MayRequest holds once the node is initialised.
func (n *node) MayRequest() bool { return n.initialised }

// receiveInitialize points to the sender and forwards INITIALIZE.  In a tree no
// node receives it twice.
func (n *node) receiveInitialize(from int, out *reference.Outbox) {
	n.holding = false
	n.next = from
	n.follow = 0
	n.initialised = true
	n.sendInitialize(from, out)
}

// sendInitialize sends INITIALIZE to all neighbours except one; 0: to all.
func (n *node) sendInitialize(except int, out *reference.Outbox) {
	for _, j := range n.neighbours {
		if j != except {
			out.Send(j, common.Initialize)
		}
	}
}
