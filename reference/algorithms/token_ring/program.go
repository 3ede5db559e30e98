// Package tokenring is the token ring (slides, "token-based algorithms"; docs/algorithms.md, A2):
// the nodes form a logical ring, in any order, and the token circulates.  A waiting node keeps the
// token until it leaves the critical section; any other node passes it on at once.  Initially the
// token is under way from the last node of the order to the first.
package tokenring

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// Algorithm is the entry of the algorithm.
var Algorithm = reference.Algorithm{
	Name:              "token-ring",
	Messages:          []string{common.Token},
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
	next  int  // the successor on the ring, constant
	first int  // the first node of the order, constant
	token bool // this node has taken the token
}

func check(cfg config.Config) error {
	seen := make([]bool, cfg.N+1)
	for _, i := range cfg.Order {
		if i < 1 || i > cfg.N || seen[i] {
			return fmt.Errorf("order %v: want every node from 1 to %d once", cfg.Order, cfg.N)
		}
		seen[i] = true
	}
	if n := len(cfg.Order); n != 0 && n != cfg.N {
		return fmt.Errorf("order %v: has %d of %d nodes", cfg.Order, n, cfg.N)
	}
	return common.RejectSwitches(cfg)
}

func programs(cfg config.Config) (func(i int) (reference.Node, error), error) {
	order := ringOrder(cfg)
	next := make([]int, cfg.N+1)
	for k, i := range order {
		next[i] = order[(k+1)%len(order)]
	}
	return func(i int) (reference.Node, error) { return &node{next: next[i], first: order[0]}, nil }, nil
}

// ringOrder returns the order of the nodes on the ring; the default is 1..N.
func ringOrder(cfg config.Config) []int {
	if len(cfg.Order) > 0 {
		return cfg.Order
	}
	order := make([]int, cfg.N)
	for k := range order {
		order[k] = k + 1
	}
	return order
}

// State visits the node's variables.
func (n *node) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Bool("token", &n.token)
}

// Start sends the token from the last node to the first.
func (n *node) Start(out *reference.Outbox) {
	if n.next == n.first {
		out.Send(n.first, common.Token)
	}
}

// Request does nothing: the node waits for the token.
func (n *node) Request(int, *reference.Outbox) {}

// Receive takes the token or passes it on.
func (n *node) Receive(_ int, _ event.Message, out *reference.Outbox) {
	if n.Phase == reference.Wait {
		n.token = true
	} else {
		out.Send(n.next, common.Token)
	}
}

// MayEnter holds once the token is taken.
func (n *node) MayEnter() bool { return n.token }

// Exit passes the token on, so that no node enters twice in a row while others
// wait.
func (n *node) Exit(out *reference.Outbox) {
	n.token = false
	out.Send(n.next, common.Token)
}

func nodeAt(w *reference.World, i int) *node { return common.ProgramOf[*node](w, i) }

// Lacks: the token is elsewhere.
func (n *node) Lacks() string { return common.NoToken }
