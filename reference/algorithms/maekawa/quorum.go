package maekawa

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// This file has what the programs of the Maekawa family share: a node asks the
// members of its quorum.  As a member of other quorums it is an arbiter, which
// is locked for one node at a time.

// quorumNode has the part of a node that every program of the family has.
type quorumNode struct {
	reference.Client
	members  reference.Set // S[i], the nodes that this node asks, constant
	requests bool          // the node requests at all, constant
	toSelf   []selfMessage
}

func (n *quorumNode) asks() reference.Set { return n.members }

// selfMessage is a message that a node sends to itself as a member of its own
// quorum.  The node handles it within the same event, in the order of sending;
// the message is never under way.
type selfMessage struct {
	kind   string
	number int
}

// quorumOf makes the quorumNode of node i.
func quorumOf(cfg config.Config, i int) quorumNode {
	return quorumNode{members: setOf(cfg.Quorums[i-1]), requests: cfg.Requests(i)}
}

// MayRequest reports whether the node requests at all.
func (n *quorumNode) MayRequest() bool { return n.requests }

// send sends a message to a node, which may be this node.
func (n *quorumNode) send(out *reference.Outbox, to int, kind string, fields ...int) {
	if to != n.ID {
		out.Send(to, kind, fields...)
		return
	}
	m := selfMessage{kind: kind}
	if len(fields) > 0 {
		m.number = fields[0]
	}
	n.toSelf = append(n.toSelf, m)
}

// settle handles the messages that the node has sent to itself, including those
// that their handlers send to it, in the order of sending.
func (n *quorumNode) settle(handle func(from int, kind string, number int)) {
	for k := 0; k < len(n.toSelf); k++ {
		handle(n.ID, n.toSelf[k].kind, n.toSelf[k].number)
	}
	n.toSelf = n.toSelf[:0]
}

// numberIn returns the number that a message carries, 0 if there is none.
func numberIn(m event.Message) int {
	if len(m.Fields) == 0 {
		return 0
	}
	return m.Fields[0]
}

func setOf(nodes []int) (s reference.Set) {
	for _, i := range nodes {
		s = s.With(i)
	}
	return s
}

// checkQuorums checks that every node has a set and that the nodes of a set are
// in ascending order.  The sets need not intersect; the properties show the
// consequences.
func checkQuorums(cfg config.Config) error {
	if cfg.N > reference.MaxNodes {
		return fmt.Errorf("n %d: want at most %d, because sets of nodes are bit masks", cfg.N, reference.MaxNodes)
	}
	if len(cfg.Quorums) != cfg.N {
		return fmt.Errorf("quorums: %d sets for %d nodes; want one for each", len(cfg.Quorums), cfg.N)
	}
	for i, set := range cfg.Quorums {
		if len(set) == 0 {
			return fmt.Errorf("quorums: the set of node %d is empty; want at least one member", i+1)
		}
		if err := checkAscending(set, cfg.N); err != nil {
			return fmt.Errorf("quorums: the set %v of node %d: %w", set, i+1, err)
		}
	}
	if err := checkAscending(cfg.Requesters, cfg.N); err != nil {
		return fmt.Errorf("requesters %v: %w", cfg.Requesters, err)
	}
	return nil
}

func checkAscending(nodes []int, n int) error {
	last := 0
	for _, i := range nodes {
		if i < 1 || i > n {
			return fmt.Errorf("node %d: want nodes from 1 to %d", i, n)
		}
		if i <= last {
			return fmt.Errorf("node %d is after node %d: want each node once, in ascending order", i, last)
		}
		last = i
	}
	return nil
}
