package algorithms

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

func ricartAgrawalaMutants() []Mutant {
	agrawala := config.Config{Algorithm: "ricart-agrawala", N: 3, Network: config.Unordered}
	return []Mutant{
		{"a node always replies", "mutex", agrawala, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if m.Kind == request {
				out.Send(from, reply)
			} else {
				n.Receive(from, m, out)
			}
		}}},
		{"a node defers for ever", "deadlock", agrawala, hooks{exit: forgetDeferred}},
		{"a node defers for ever", "conservation", agrawala, hooks{exit: forgetDeferred}},
		{"a node keeps deferring after its exit", "deferral", agrawala, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			a := n.(*ricartAgrawala)
			deferred := a.deferred
			a.Exit(out)
			a.deferred = deferred
		}}},
		{"one reply is enough", "conservation", agrawala, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			n.Exit(out)
			n.(*ricartAgrawala).replies = 1
		}, request: func(n reference.Node, out *reference.Outbox) {
			a := n.(*ricartAgrawala)
			counted := a.replies
			a.Request(0, out)
			a.replies = counted
		}}},
		{"a node does not remember tickets", "ticket-order", agrawala, hooks{receive: forgetTickets}},
		{"a node does not remember tickets", "bypass", agrawala, hooks{receive: forgetTickets}},
		{"one REPLY is two", "no-overflow", agrawala, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			n.Receive(from, m, out)
			if m.Kind == request && n.(*ricartAgrawala).Phase == reference.Idle {
				out.Send(from, reply)
			}
		}}},
		{"a REQUEST carries another ticket than the node keeps", "no-overflow", agrawala, hooks{request: func(n reference.Node, out *reference.Outbox) {
			n.Request(0, out)
			n.(*ricartAgrawala).num++
		}}},
		{"one node never enters", "starvation", agrawala, hooks{enter: func(n reference.Node) bool {
			return n.(*ricartAgrawala).ID != 2 && n.MayEnter()
		}}},
		{"one node never enters", "entry", agrawala, hooks{enter: func(n reference.Node) bool {
			return n.(*ricartAgrawala).ID != 2 && n.MayEnter()
		}}},
	}
}

// forgetTickets leaves Ricart and Agrawala's highest ticket as it was.
func forgetTickets(n reference.Node, from int, m event.Message, out *reference.Outbox) {
	a := n.(*ricartAgrawala)
	hi := a.hi
	a.Receive(from, m, out)
	a.hi = hi
}

func forgetDeferred(n reference.Node, out *reference.Outbox) {
	n.(*ricartAgrawala).deferred.Clear()
	n.Exit(out)
}
