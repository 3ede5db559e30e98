package ricartagrawala

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

func Mutants() []common.Mutant {
	agrawala := config.Config{Algorithm: "ricart-agrawala", N: 3, Network: config.Unordered}
	return []common.Mutant{
		{Name: "a node always replies", Property: "mutex", Config: agrawala, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if m.Kind == common.Request {
				out.Send(from, common.Reply)
			} else {
				n.Receive(from, m, out)
			}
		}}},
		{Name: "a node defers for ever", Property: "deadlock", Config: agrawala, Hooks: common.Hooks{Exit: forgetDeferred}},
		{Name: "a node defers for ever", Property: "conservation", Config: agrawala, Hooks: common.Hooks{Exit: forgetDeferred}},
		{Name: "a node keeps deferring after its exit", Property: "deferral", Config: agrawala, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			a := n.(*node)
			deferred := a.deferred
			a.Exit(out)
			a.deferred = deferred
		}}},
		{Name: "one reply is enough", Property: "conservation", Config: agrawala, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			n.Exit(out)
			n.(*node).replies = 1
		}, Request: func(n reference.Node, out *reference.Outbox) {
			a := n.(*node)
			counted := a.replies
			a.Request(0, out)
			a.replies = counted
		}}},
		{Name: "a node does not remember tickets", Property: "ticket-order", Config: agrawala, Hooks: common.Hooks{Receive: forgetTickets}},
		{Name: "a node does not remember tickets", Property: "bypass", Config: agrawala, Hooks: common.Hooks{Receive: forgetTickets}},
		{Name: "one REPLY is two", Property: "no-overflow", Config: agrawala, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			n.Receive(from, m, out)
			if m.Kind == common.Request && n.(*node).Phase == reference.Idle {
				out.Send(from, common.Reply)
			}
		}}},
		{Name: "a REQUEST carries another ticket than the node keeps", Property: "no-overflow", Config: agrawala, Hooks: common.Hooks{Request: func(n reference.Node, out *reference.Outbox) {
			n.Request(0, out)
			n.(*node).Num++
		}}},
		{Name: "one node never enters", Property: "starvation", Config: agrawala, Hooks: common.Hooks{Enter: func(n reference.Node) bool {
			return n.(*node).ID != 2 && n.MayEnter()
		}}},
		{Name: "one node never enters", Property: "entry", Config: agrawala, Hooks: common.Hooks{Enter: func(n reference.Node) bool {
			return n.(*node).ID != 2 && n.MayEnter()
		}}},
	}
}

// forgetTickets leaves Ricart and Agrawala's highest ticket as it was.
func forgetTickets(n reference.Node, from int, m event.Message, out *reference.Outbox) {
	a := n.(*node)
	hi := a.Hi
	a.Receive(from, m, out)
	a.Hi = hi
}

func forgetDeferred(n reference.Node, out *reference.Outbox) {
	n.(*node).deferred.Clear()
	n.Exit(out)
}
