package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Raymond's algorithm for K entries to the critical section (Raymond 1989,
// sections 4 and 5; docs/algorithms.md, A6): it differs from that of Ricart and
// Agrawala in that a node enters when all but K-1 of the others have replied.  A
// node counts outstanding replies, so that a late reply to an earlier request
// does not count for the current one.
//
// The program corrects two errors of the paper: Not_In_CS counts every other
// node, not only those with smaller numbers, and a node may enter at any time
// after enough replies, not only when a REPLY arrives.
var raymondKAlgorithm = reference.Algorithm{
	Name:              "raymond-k",
	Messages:          []string{request, reply},
	Check:             checkRaymondK,
	Programs:          each(newRaymondK),
	Normalise:         normaliseRaymondK,
	Numbers:           []string{"num", "hi"},
	SentFor:           sentForAsker(reply),
	RefinementMapping: refineRaymondK,
	Picture:           drawRaymondK,
	Properties:        raymondKProperties,
}

// raymondK is one node.
type raymondK struct {
	reference.Client
	tickets
	k          int   // number of nodes that may be inside together, constant
	replyCount []int // replyCount[j]: REPLYs that j owes to this node
	deferCount []int // deferCount[j]: REPLYs that this node owes to j
	owing      int   // other nodes that owe REPLYs to this node, by replyCount
}

func checkRaymondK(cfg config.Config) error {
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
	return rejectSwitches(cfg)
}

func newRaymondK(cfg config.Config, _ int) (reference.Node, error) {
	return &raymondK{k: max(1, cfg.K), replyCount: make([]int, cfg.N+1), deferCount: make([]int, cfg.N+1)}, nil
}

// State visits the node's variables.
func (n *raymondK) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Int("num", &n.num)
	v.Int("hi", &n.hi)
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
func (n *raymondK) Request(_ int, out *reference.Outbox) {
	n.num = n.hi + 1
	n.SendToOthers(out, request, n.num)
	for j := 1; j <= n.N; j++ {
		if j != n.ID {
			n.owe(j, 1)
		}
	}
}

// owe adds to the REPLYs that node j owes to this node.
func (n *raymondK) owe(j, replies int) {
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
func (n *raymondK) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case request:
		ticket := m.Fields[0]
		n.hi = max(n.hi, ticket)
		if n.Phase == reference.CS || n.Phase == reference.Wait && precedes(n.num, n.ID, ticket, from) {
			n.deferCount[from]++
		} else {
			out.Send(from, reply, 1)
		}
	case reply:
		n.owe(from, -m.Fields[0])
	}
}

// MayEnter holds when at most K-1 of the others can be inside (Not_In_CS).
func (n *raymondK) MayEnter() bool { return n.outside() >= n.N-n.k }

// outside returns the number of other nodes that have answered every request.
func (n *raymondK) outside() int { return n.N - 1 - n.owing }

// Exit sends each node the REPLYs that are owed to it in one message (section
// 5.4).
func (n *raymondK) Exit(out *reference.Outbox) {
	for j, owed := range n.deferCount {
		if owed > 0 {
			out.Send(j, reply, owed)
		}
		n.deferCount[j] = 0
	}
}

func raymondKAt(w *reference.World, i int) *raymondK { return programOf[*raymondK](w, i) }

// normaliseRaymondK computes the normal form of Ricart and Agrawala's algorithm.
// It exists for K = 1 only.
func normaliseRaymondK(w *reference.World) (shift int) { return lowerTickets(w, raymondKTickets, 1) }

func raymondKTickets(w *reference.World, i int) (t *tickets, live bool) {
	n := raymondKAt(w, i)
	return &n.tickets, n.Phase != reference.Idle
}
