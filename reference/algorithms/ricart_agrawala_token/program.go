// Package ricartagrawalatoken is the token-passing algorithm of Ricart and Agrawala (Ben-Ari,
// Algorithm 10.3; thesis, section 2.4; docs/algorithms.md, A7): a node that requests sends the
// number of its request to every other node.  The token carries the number of each node's last
// granted request, so that the node that has it knows which nodes wait.
//
// The variant is the policy that chooses among the waiting nodes: arbitrary chooses any (Ben-Ari),
// cyclic the next one in the order of nodes (Ricart and Agrawala), minnumber the one with the
// smallest number (thesis).
package ricartagrawalatoken

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// Algorithm is the entry of the algorithm.
var Algorithm = reference.Algorithm{
	Name:              "ricart-agrawala-token",
	Messages:          []string{common.Request, common.Token},
	Check:             check,
	Programs:          common.Each(newNode),
	Normalise:         common.NormaliseNumberedToken,
	SentFor:           common.SentForAsker(common.Token),
	RefinementMapping: refine,
	Picture:           draw,
	Properties:        properties,
}

// node is one node.  In granted, node j is element j-1.
type node struct {
	reference.Client
	policy    string                   // how the next node is chosen, constant
	num       int                      // number of our last request
	requested reference.Numbers[int32] // highest number received from each other node; ours stays 0
	token     bool                     // the token is here
	granted   []int                    // on the token: number of each node's last request granted
}

func check(cfg config.Config) error {
	if err := common.CheckNumberedToken(cfg); err != nil {
		return err
	}
	if err := common.RejectSwitches(cfg, common.ArbitraryPolicy, common.CyclicPolicy, common.MinNumberPolicy); err != nil {
		return err
	}
	if len(cfg.Variant) > 1 {
		return fmt.Errorf("variant %s: want one policy", cfg.Variant)
	}
	if err := common.CheckArbitrary(cfg); err != nil {
		return err
	}
	if common.PolicyOf(cfg) == common.MinNumberPolicy && cfg.Rounds == 0 {
		return fmt.Errorf("variant %s: needs rounds, because it reads the numbers themselves, which grow", common.MinNumberPolicy)
	}
	return nil
}

func newNode(cfg config.Config, i int) (reference.Node, error) {
	n := &node{policy: common.PolicyOf(cfg), requested: reference.NewNumbers[int32](cfg.N)}
	if i == cfg.Token {
		n.token, n.granted = true, make([]int, cfg.N)
	}
	return n, nil
}

// State visits the node's variables.
func (n *node) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Int("num", &n.num)
	n.requested.Visit(v, "requested")
	v.Bool("token", &n.token)
	v.List("granted", &n.granted)
}

// Request asks every other node, unless the token is here (Main, p2 to p5).
func (n *node) Request(_ int, out *reference.Outbox) {
	if n.token {
		return
	}
	n.num++
	n.SendToOthers(out, common.Request, n.num)
}

// Receive handles a REQUEST (task Receive) or takes the token (Main, p6).
// A node with the token that has requested keeps it until it leaves.
func (n *node) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case common.Request:
		n.requested.Set(from, max(n.requested.At(from), int32(m.Fields[0])))
		if n.token && n.Phase == reference.Idle {
			n.sendToken(n.choose(), out)
		}
	case common.Token:
		n.token = true
		n.granted = append(n.granted[:0], m.Load...)
	}
}

// MayEnter holds while the token is here.
func (n *node) MayEnter() bool { return n.token }

// Exit notes on the token that the request is granted, and sends the token to
// the node that the policy chooses (Main, p10 to p12).
func (n *node) Exit(out *reference.Outbox) { n.ExitTo(n.choose(), out) }

// ExitTo is Exit with the policy arbitrary: target is any waiting node.
func (n *node) ExitTo(target int, out *reference.Outbox) {
	n.granted[n.ID-1] = n.num
	n.sendToken(target, out)
}

// Targets returns the nodes among which the policy arbitrary chooses.
func (n *node) Targets() reference.Set {
	if n.policy != common.ArbitraryPolicy {
		return 0
	}
	return n.pending()
}

// sendToken sends the token to a node; to 0 it sends nothing, so that the token
// is not lost (docs/algorithms.md, section 7, B3).
func (n *node) sendToken(to int, out *reference.Outbox) {
	if to == 0 {
		return
	}
	out.SendLoad(to, common.Token, n.granted...)
	n.token, n.granted = false, nil
}

// pending returns the nodes whose known requests are not granted.  It is empty
// if the token is not here.
func (n *node) pending() (p reference.Set) {
	for j := 1; j <= len(n.granted); j++ {
		if n.waits(j) {
			p = p.With(j)
		}
	}
	return p
}

// waits reports whether node j is among the pending nodes.
func (n *node) waits(j int) bool {
	return len(n.granted) > 0 && j != n.ID && int(n.requested.At(j)) > n.granted[j-1]
}

// choose returns one of the pending nodes, 0 if there is none.  With the policy
// arbitrary there is at most one here, because Targets chooses among more.
func (n *node) choose() (chosen int) {
	for k := range n.N - 1 {
		j := (n.ID+k)%n.N + 1 // in cyclic order, from the next node on
		switch {
		case !n.waits(j):
		case chosen == 0:
			chosen = j
		case n.policy == common.MinNumberPolicy && common.Precedes(int(n.requested.At(j)), j, int(n.requested.At(chosen)), chosen):
			chosen = j
		}
	}
	return chosen
}

// Served returns the numbers on the token, nil if it is not here.
func (n *node) Served() []int {
	if !n.token {
		return nil
	}
	return n.granted
}

// Lower subtracts the numbers of granted requests, by node.
func (n *node) Lower(granted []int) {
	common.LowerAll(n.requested.Small(), granted)
	n.num = max(0, n.num-granted[n.ID-1])
}

// MostBytes is the memory that requested takes at most.
func (n *node) MostBytes() int64 { return n.requested.MostBytes() }

func nodeAt(w *reference.World, i int) *node {
	return common.ProgramOf[*node](w, i)
}

// Lacks: the token is elsewhere.
func (n *node) Lacks() string { return common.NoToken }
