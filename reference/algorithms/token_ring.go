package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// The token ring (slides, "token-based algorithms"; docs/algorithms.md, A2):
// the nodes form a logical ring, in any order, and the token circulates.  A
// waiting node keeps the token until it leaves the critical section; any other
// node passes it on at once.  Initially the token is under way from the last
// node of the order to the first.
var tokenRingAlgorithm = reference.Algorithm{
	Name:              "token-ring",
	Messages:          []string{token},
	Check:             checkTokenRing,
	Programs:          tokenRingPrograms,
	SentFor:           sentForAllWaiting,
	RefinementMapping: refineTokenRing,
	Picture:           drawTokenRing,
	Properties:        tokenRingProperties,
}

// tokenRing is one node.
type tokenRing struct {
	reference.Client
	next  int  // the successor on the ring, constant
	first int  // the first node of the order, constant
	token bool // this node has taken the token
}

func checkTokenRing(cfg config.Config) error {
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
	return rejectSwitches(cfg)
}

func tokenRingPrograms(cfg config.Config) (func(i int) (reference.Node, error), error) {
	order := ringOrder(cfg)
	next := make([]int, cfg.N+1)
	for k, i := range order {
		next[i] = order[(k+1)%len(order)]
	}
	return func(i int) (reference.Node, error) { return &tokenRing{next: next[i], first: order[0]}, nil }, nil
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
func (n *tokenRing) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Bool("token", &n.token)
}

// Start sends the token from the last node to the first.
func (n *tokenRing) Start(out *reference.Outbox) {
	if n.next == n.first {
		out.Send(n.first, token)
	}
}

// Request does nothing: the node waits for the token.
func (n *tokenRing) Request(int, *reference.Outbox) {}

// Receive takes the token or passes it on.
func (n *tokenRing) Receive(_ int, _ event.Message, out *reference.Outbox) {
	if n.Phase == reference.Wait {
		n.token = true
	} else {
		out.Send(n.next, token)
	}
}

// MayEnter holds once the token is taken.
func (n *tokenRing) MayEnter() bool { return n.token }

// Exit passes the token on, so that no node enters twice in a row while others
// wait.
func (n *tokenRing) Exit(out *reference.Outbox) {
	n.token = false
	out.Send(n.next, token)
}

func tokenRingAt(w *reference.World, i int) *tokenRing { return programOf[*tokenRing](w, i) }
