// Package raymondk is Raymond's algorithm for K entries to the critical section (Raymond 1989,
// sections 4 and 5; docs/algorithms.md, A6): it differs from that of Ricart and Agrawala in that a
// node enters when all but K-1 of the others have replied.  A node counts outstanding replies, so
// that a late reply to an earlier request does not count for the current one.
//
// The program corrects two errors of the paper: Not_In_CS counts every other node, not only those
// with smaller numbers, and a node may enter at any time after enough replies, not only when a
// REPLY arrives.
package raymondk

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// Algorithm is the entry of the algorithm.
var Algorithm = reference.Algorithm{
	Name:              "raymond-k",
	Messages:          []string{common.Request, common.Reply},
	Check:             check,
	Programs:          common.Each(newNode),
	Normalise:         normalise,
	Numbers:           []string{"num", "hi"},
	SentFor:           common.SentForAsker(common.Reply),
	RefinementMapping: refine,
	Picture:           draw,
	Properties:        properties,
}

// node is one node.
type node struct {
	reference.Client
	common.Tickets
	k          int   // number of nodes that may be inside together, constant
	replyCount []int // replyCount[j]: REPLYs that j owes to this node
	deferCount []int // deferCount[j]: REPLYs that this node owes to j
	owing      int   // other nodes that owe REPLYs to this node, by replyCount
}

func check(cfg config.Config) error {
	k := max(1, cfg.K)
	if k > cfg.N {
		return fmt.Errorf("k %d: want 1 to n, which is %d", k, cfg.N)
	}
	for _, i := range cfg.NeverExit {
		if i < 1 || i > cfg.N {
			return fmt.Errorf("never-exit %d: want nodes from 1 to %d", i, cfg.N)
		}
	}
	if k > 1 && cfg.Rounds == 0 {
		return fmt.Errorf("k %d, rounds 0: the number of REPLYs owed has no bound; want at least 1", k)
	}
	if k > 1 && cfg.Network != config.Unordered {
		return fmt.Errorf("k %d, network %s: want %s, on which the model counts messages", k, cfg.Network, config.Unordered)
	}
	return common.RejectSwitches(cfg)
}

func newNode(cfg config.Config, _ int) (reference.Node, error) {
	return &node{k: max(1, cfg.K), replyCount: make([]int, cfg.N+1), deferCount: make([]int, cfg.N+1)}, nil
}

// State visits the node's variables.
func (n *node) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Int("num", &n.Num)
	v.Int("hi", &n.Hi)
	replies, deferred := n.replyCount[1:], n.deferCount[1:]
	v.List("reply_count", &replies)
	v.List("defer_count", &deferred)
	n.owing = 0 // the visitor may have changed replyCount
	for j, owed := range replies {
		if j+1 != n.ID && owed != 0 {
			n.owing++
		}
	}
}

// Request draws a ticket and asks every other node (section 5.1).
func (n *node) Request(_ int, out *reference.Outbox) {
	n.Num = n.Hi + 1
	n.SendToOthers(out, common.Request, n.Num)
	for j := 1; j <= n.N; j++ {
		if j != n.ID {
			n.owe(j, 1)
		}
	}
}

// owe adds to the REPLYs that node j owes to this node.
func (n *node) owe(j, replies int) {
	if n.replyCount[j] != 0 {
		n.owing--
	}
	n.replyCount[j] += replies
	if n.replyCount[j] != 0 {
		n.owing++
	}
}

// Receive handles a REQUEST (section 5.2) or counts a REPLY, which may answer
// several requests (section 5.3).
func (n *node) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case common.Request:
		ticket := m.Fields[0]
		n.Hi = max(n.Hi, ticket)
		if n.Phase == reference.CS || n.Phase == reference.Wait && common.Precedes(n.Num, n.ID, ticket, from) {
			n.deferCount[from]++
		} else {
			out.Send(from, common.Reply, 1)
		}
	case common.Reply:
		n.owe(from, -m.Fields[0])
	}
}

// MayEnter holds when at most K-1 of the others can be inside (Not_In_CS).
func (n *node) MayEnter() bool { return n.outside() >= n.N-n.k }

// outside returns the number of other nodes that have answered every request.
func (n *node) outside() int { return n.N - 1 - n.owing }

// Exit sends each node the REPLYs that are owed to it in one message (section
// 5.4).
func (n *node) Exit(out *reference.Outbox) {
	for j, owed := range n.deferCount {
		if owed > 0 {
			out.Send(j, common.Reply, owed)
		}
		n.deferCount[j] = 0
	}
}

func nodeAt(w *reference.World, i int) *node { return common.ProgramOf[*node](w, i) }

// normalise computes the normal form of Ricart and Agrawala's algorithm.
// It exists for K = 1 only.
func normalise(w *reference.World) (shift int) { return common.LowerTickets(w, tickets, 1) }

func tickets(w *reference.World, i int) (t *common.Tickets, live bool) {
	n := nodeAt(w, i)
	return &n.Tickets, n.Phase != reference.Idle
}

// Lacks counts the nodes that may be inside.
func (n *node) Lacks() string {
	return fmt.Sprintf("N-K = %d other nodes that have answered every request, has %d", n.N-n.k, n.outside())
}
