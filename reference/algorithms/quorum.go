package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// What the programs of the Maekawa family share: a node asks the members of
// its set, and as a member it is an arbiter, locked for one node at a time.

// quorumNode is a node in a quorum system.
type quorumNode struct {
	reference.Client
	members  reference.Set // S[i], whom the node asks, constant
	requests bool          // the node is one of those that request, constant
	toSelf   []selfMessage
}

// selfMessage is what a node sends to itself as a member of its own set.  It
// is handled within the same event, after what was sent to itself before, and
// never under way.
type selfMessage struct {
	kind   string
	number int
}

// quorumOf makes node i.
func quorumOf(cfg config.Config, i int) quorumNode {
	return quorumNode{members: setOf(cfg.Quorums[i-1]), requests: cfg.Requests(i)}
}

// MayRequest holds at the nodes that request at all.
func (n *quorumNode) MayRequest() bool { return n.requests }

// send sends a message to a member or an originator, which may be the node
// itself.
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

// settle handles what the node has sent to itself, and what that sends to it
// again, in order.
func (n *quorumNode) settle(handle func(from int, kind string, number int)) {
	for k := 0; k < len(n.toSelf); k++ {
		handle(n.ID, n.toSelf[k].kind, n.toSelf[k].number)
	}
	n.toSelf = n.toSelf[:0]
}

// numberIn is the number that a message carries, 0 if none.
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

// checkQuorums wants a set for every node and nodes in ascending order.  Sets
// need not intersect: what follows from that is for a property to say.
func checkQuorums(cfg config.Config) error {
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
