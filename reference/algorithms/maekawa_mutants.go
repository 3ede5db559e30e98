package algorithms

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// maekawaMutants are the seeded bugs of the Maekawa family.
func maekawaMutants() []Mutant {
	cfg := config.Config{Algorithm: "maekawa", N: 3, Network: config.FIFO, Rounds: 1, Quorums: [][]int{{1, 2}, {2, 3}, {1, 3}}}
	cfg4 := config.Config{Algorithm: "maekawa", N: 4, Network: config.FIFO, Rounds: 1, Quorums: [][]int{{1, 2, 4}, {1, 2, 3}, {2, 3, 4}, {1, 3, 4}}}
	queued := cfg
	queued.Variant = config.Variant{{Name: "ordered"}}
	return []Mutant{
		{"an arbiter locks for everybody", "mutex", cfg, hooks{receive: lockForAll}},
		{"an arbiter locks for everybody", "arbiter", cfg, hooks{receive: lockForAll}},
		{"an arbiter locks for everybody", "one-got", cfg, hooks{receive: lockForAll}},
		{"an arbiter locks for everybody", "lock-holder", cfg, hooks{receive: lockForAll}},
		{"a node takes no notice of a FAILED", "deadlock", cfg, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if m.Kind != failed {
				n.Receive(from, m, out)
			}
		}}},
		{"a node that relinquishes keeps the lock", "arbiter", cfg4, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*maekawa)
			got := z.got
			z.Receive(from, m, out)
			z.got |= got
		}}},
		{"a node forgets an INQUIRE", "inquire-answered", cfg, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*maekawa)
			z.Receive(from, m, out)
			z.pend = 0
		}}},
		{"a node answers an INQUIRE twice", "inquire-answered", cfg4, hooks{receive: answerTwice}},
		{"a node answers an INQUIRE twice", "lock-holder", cfg4, hooks{receive: answerTwice}},
		{"an arbiter tells nobody that it is overtaken", "told", cfg4, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*maekawa)
			z.rules.overtake = false
			z.Receive(from, m, out)
			z.rules.overtake = true
		}}},
		{"an arbiter does not inquire", "told", cfg, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*maekawa)
			if m.Kind == request && z.lock != 0 && from < z.lock {
				z.asked[from] = m.Fields[0]
			} else {
				z.Receive(from, m, out)
			}
		}}},
		{"a REQUEST carries another number than the node keeps", "no-overflow", cfg, hooks{request: func(n reference.Node, out *reference.Outbox) {
			n.Request(0, out)
			n.(*maekawa).ts++
		}}},
		{"an arbiter that is released serves nobody", "deadlock", queued, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if q := n.(*maekawaQueued); m.Kind == release {
				q.lock = 0
			} else {
				q.Receive(from, m, out)
			}
		}}},
		{"one member is enough", "mutex", queued, hooks{enter: func(n reference.Node) bool { return n.(*maekawaQueued).got != 0 }}},
		{"a node keeps a lock that it releases", "one-got", queued, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			q := n.(*maekawaQueued)
			got := q.got
			q.Exit(out)
			q.got = got
		}}},
	}
}

// lockForAll answers every REQUEST at once.
func lockForAll(n reference.Node, from int, m event.Message, out *reference.Outbox) {
	if z := n.(*maekawa); m.Kind == request {
		z.asked[from] = m.Fields[0]
		z.lockFor(from, out)
	} else {
		z.Receive(from, m, out)
	}
}

func answerTwice(n reference.Node, from int, m event.Message, out *reference.Outbox) {
	z := n.(*maekawa)
	got := z.got
	z.Receive(from, m, out)
	if m.Kind == inquire && got.Has(from) && !z.got.Has(from) {
		out.Send(from, relinquish)
	}
}
