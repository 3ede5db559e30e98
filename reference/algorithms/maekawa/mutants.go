package maekawa

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// Mutants are the seeded bugs of the Maekawa family.
func Mutants() []common.Mutant {
	cfg := config.Config{Algorithm: "maekawa", N: 3, Network: config.FIFO, Rounds: 1, Quorums: [][]int{{1, 2}, {2, 3}, {1, 3}}}
	cfg4 := config.Config{Algorithm: "maekawa", N: 4, Network: config.FIFO, Rounds: 1, Quorums: [][]int{{1, 2, 4}, {1, 2, 3}, {2, 3, 4}, {1, 3, 4}}}
	queued := cfg
	queued.Variant = config.Variant{{Name: "ordered"}}
	return []common.Mutant{
		{Name: "an arbiter locks for everybody", Property: "mutex", Config: cfg, Hooks: common.Hooks{Receive: lockForAll}},
		{Name: "an arbiter locks for everybody", Property: "arbiter", Config: cfg, Hooks: common.Hooks{Receive: lockForAll}},
		{Name: "an arbiter locks for everybody", Property: "one-got", Config: cfg, Hooks: common.Hooks{Receive: lockForAll}},
		{Name: "an arbiter locks for everybody", Property: "lock-holder", Config: cfg, Hooks: common.Hooks{Receive: lockForAll}},
		{Name: "a node takes no notice of a FAILED", Property: "deadlock", Config: cfg, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if m.Kind != common.Failed {
				n.Receive(from, m, out)
			}
		}}},
		{Name: "a node that relinquishes keeps the lock", Property: "arbiter", Config: cfg4, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*node)
			got := z.got
			z.Receive(from, m, out)
			z.got |= got
		}}},
		{Name: "a node forgets an INQUIRE", Property: "inquire-answered", Config: cfg, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*node)
			z.Receive(from, m, out)
			z.pend = 0
		}}},
		{Name: "a node answers an INQUIRE twice", Property: "inquire-answered", Config: cfg4, Hooks: common.Hooks{Receive: answerTwice}},
		{Name: "a node answers an INQUIRE twice", Property: "lock-holder", Config: cfg4, Hooks: common.Hooks{Receive: answerTwice}},
		{Name: "an arbiter tells nobody that it is overtaken", Property: "told", Config: cfg4, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*node)
			z.rules.overtake = false
			z.Receive(from, m, out)
			z.rules.overtake = true
		}}},
		{Name: "equal numbers are compared without the nodes", Property: "deadlock", Config: cfg, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*node)
			if m.Kind == common.Request && z.lock != 0 && z.asked[z.lock] == m.Fields[0] {
				z.asked[from] = m.Fields[0]
				if !z.inq {
					z.inq = true
					z.send(out, z.lock, common.Inquire)
				}
				z.settleSelf(out)
			} else {
				z.Receive(from, m, out)
			}
		}}},
		{Name: "an arbiter does not inquire", Property: "told", Config: cfg, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*node)
			if m.Kind == common.Request && z.lock != 0 && from < z.lock {
				z.asked[from] = m.Fields[0]
			} else {
				z.Receive(from, m, out)
			}
		}}},
		{Name: "a REQUEST carries another number than the node keeps", Property: "no-overflow", Config: cfg, Hooks: common.Hooks{Request: func(n reference.Node, out *reference.Outbox) {
			n.Request(0, out)
			n.(*node).ts++
		}}},
		{Name: "an arbiter that is released serves nobody", Property: "deadlock", Config: queued, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if q := n.(*queuedNode); m.Kind == common.Release {
				q.lock = 0
			} else {
				q.Receive(from, m, out)
			}
		}}},
		{Name: "one member is enough", Property: "mutex", Config: queued, Hooks: common.Hooks{Enter: func(n reference.Node) bool { return n.(*queuedNode).got != 0 }}},
		{Name: "a node keeps a lock that it releases", Property: "one-got", Config: queued, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			q := n.(*queuedNode)
			got := q.got
			q.Exit(out)
			q.got = got
		}}},
	}
}

// lockForAll answers every REQUEST at once.
func lockForAll(n reference.Node, from int, m event.Message, out *reference.Outbox) {
	if z := n.(*node); m.Kind == common.Request {
		z.asked[from] = m.Fields[0]
		z.lockFor(from, out)
	} else {
		z.Receive(from, m, out)
	}
}

func answerTwice(n reference.Node, from int, m event.Message, out *reference.Outbox) {
	z := n.(*node)
	got := z.got
	z.Receive(from, m, out)
	if m.Kind == common.Inquire && got.Has(from) && !z.got.Has(from) {
		out.Send(from, common.Relinquish)
	}
}
