package tokenring

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

func Mutants() []common.Mutant {
	ring := config.Config{Algorithm: "token-ring", N: 3, Network: config.FIFO}
	lose := common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
		if n.(*node).Phase == reference.Wait {
			n.Receive(from, m, out)
		}
	}}
	pass := common.Hooks{Receive: func(n reference.Node, _ int, _ event.Message, out *reference.Outbox) {
		out.Send(n.(*node).next, common.Token)
	}}
	return []common.Mutant{
		{Name: "an idle node loses the token", Property: "token", Config: ring, Hooks: lose},
		{Name: "an idle node loses the token", Property: "deadlock", Config: ring, Hooks: lose},
		{Name: "a node keeps the token when it leaves", Property: "bypass", Config: ring, Hooks: common.Hooks{Exit: func(reference.Node, *reference.Outbox) {}}},
		{Name: "a node that waits passes the token on", Property: "bypass", Config: ring, Hooks: pass},
		{Name: "a node that waits passes the token on", Property: "entry", Config: ring, Hooks: pass},
		{Name: "a node that waits passes the token on", Property: "starvation", Config: ring, Hooks: pass},
		{Name: "a node takes the token and passes it on", Property: "mutex", Config: ring, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			n.Receive(from, m, out)
			if r := n.(*node); r.token {
				out.Send(r.next, common.Token)
			}
		}}},
		{Name: "the token skips a node", Property: "no-overflow", Config: ring, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			r := n.(*node)
			r.token = false
			out.Send(r.next%r.N+1, common.Token)
		}}},
	}
}
