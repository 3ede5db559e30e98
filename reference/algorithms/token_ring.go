package reference

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// The token ring (slides, "token-based algorithms"; spec A2): the nodes form
// a logical ring, in any order, and the token goes round.  Whoever waits when
// it comes by takes it and passes it on when it leaves; the others pass it on
// at once.  Initially it is under way from the last of the order to the first.

func init() {
	register(&Algorithm{
		Name:       "token-ring",
		Messages:   []string{token},
		Check:      checkTokenRing,
		Node:       newTokenRing,
		Serves:     servesWaiting,
		Map:        mapTokenRing,
		Properties: tokenRingProperties,
	})
}

// tokenRing is one node of it.
type tokenRing struct {
	Client
	next  int  // who comes after us on the ring, constant
	first int  // who comes first in the order, constant
	token bool // we have taken the token
}

func checkTokenRing(cfg config.Config) error {
	var seen Set
	for _, i := range cfg.Order {
		if i < 1 || i > cfg.N || seen.Has(i) {
			return fmt.Errorf("order %v: want every node from 1 to %d once", cfg.Order, cfg.N)
		}
		seen = seen.With(i)
	}
	if n := len(cfg.Order); n != 0 && n != cfg.N {
		return fmt.Errorf("order %v: has %d of %d nodes", cfg.Order, n, cfg.N)
	}
	return rejectSwitches(cfg)
}

func newTokenRing(cfg config.Config, i int) (Node, error) {
	order := ringOrder(cfg)
	for k := range order {
		if order[k] == i {
			return &tokenRing{next: order[(k+1)%len(order)], first: order[0]}, nil
		}
	}
	return nil, fmt.Errorf("order %v: node %d is not in it", order, i)
}

// ringOrder is the order of the nodes on the ring, 1..N if none is given.
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
func (n *tokenRing) State(v *Visitor) {
	n.Client.State(v)
	v.Bool("token", &n.token)
}

// Start has the last node give the token to the first.
func (n *tokenRing) Start(out *Outbox) {
	if n.next == n.first {
		out.Send(n.first, token)
	}
}

// Request does nothing: the token will come.
func (n *tokenRing) Request(int, *Outbox) {}

// Receive takes the token or passes it on.
func (n *tokenRing) Receive(_ int, _ event.Message, out *Outbox) {
	if n.Phase == Wait {
		n.token = true
	} else {
		out.Send(n.next, token)
	}
}

// MayEnter holds once the token is taken.
func (n *tokenRing) MayEnter() bool { return n.token }

// Exit passes the token on, so that nobody enters twice in a row while others
// wait.
func (n *tokenRing) Exit(out *Outbox) {
	n.token = false
	out.Send(n.next, token)
}

func tokenRingAt(w *World, i int) *tokenRing { return programOf[*tokenRing](w, i) }

// mapTokenRing is the map to the model's variables: who has taken the token,
// and who has sent it to its successor.
func mapTokenRing(w *World, cells *Cells) {
	for i := range w.nodes {
		cells.Bool("token", i+1, tokenRingAt(w, i+1).token)
	}
	var senders Set
	for _, f := range w.InFlight() {
		cells.mark(&senders, f.From, f)
		if next := tokenRingAt(w, f.From).next; f.To != next {
			cells.fail("a TOKEN is under way from %d to %d, but after %d comes %d", f.From, f.To, f.From, next)
		}
	}
	for j := range w.nodes {
		cells.Bool("token_net", j+1, senders.Has(j+1))
	}
}

// tokenRingProperties are the invariants of spec A2.
func tokenRingProperties(config.Config) []Property {
	return []Property{
		exactlyOne(token, func(w *World, i int) bool { return tokenRingAt(w, i).token }),
		{Name: "bypass", Step: tokenRingBypass},
	}
}

// tokenRingBypass: between a node's request and its entry every other node
// enters at most once.  A world does not know who entered before, so the
// property is what it follows from step by step: the token moves to the next
// node and no further, whoever leaves gives it away, and it does not leave
// a node that waits.  Hence a node that has entered enters again only after
// the token was at every other node, and had it waited there it would have
// stayed.
func tokenRingBypass(before *World, e event.Event, after *World) error {
	was, is := tokenRingPlace(before), tokenRingPlace(after)
	switch {
	case was == 0 || is == 0:
		return nil // the property token sees to that
	case is == was && e.Kind == event.Exit && len(before.nodes) > 1:
		return fmt.Errorf("node %d leaves and keeps the token", e.Node)
	case is != was && is != tokenRingAt(before, was).next:
		return fmt.Errorf("the token goes from node %d to %d instead of %d", was, is, tokenRingAt(before, was).next)
	case is != was && before.Phase(was) == Wait:
		return fmt.Errorf("the token passes node %d, which waits", was)
	}
	return nil
}

// tokenRingPlace is where the token is or arrives next, 0 nowhere.
func tokenRingPlace(w *World) int {
	for i := range w.nodes {
		if tokenRingAt(w, i+1).token {
			return i + 1
		}
	}
	if flights := w.InFlight(); len(flights) > 0 {
		return flights[0].To
	}
	return 0
}
