package algorithms

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

func tokenRingMutants() []Mutant {
	ring := config.Config{Algorithm: "token-ring", N: 3, Network: config.FIFO}
	lose := hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
		if n.(*tokenRing).Phase == reference.Wait {
			n.Receive(from, m, out)
		}
	}}
	pass := hooks{receive: func(n reference.Node, _ int, _ event.Message, out *reference.Outbox) {
		out.Send(n.(*tokenRing).next, token)
	}}
	return []Mutant{
		{"an idle node loses the token", "token", ring, lose},
		{"an idle node loses the token", "deadlock", ring, lose},
		{"a node keeps the token when it leaves", "bypass", ring, hooks{exit: func(reference.Node, *reference.Outbox) {}}},
		{"a node that waits passes the token on", "bypass", ring, pass},
		{"a node that waits passes the token on", "entry", ring, pass},
		{"a node that waits passes the token on", "starvation", ring, pass},
		{"a node takes the token and passes it on", "mutex", ring, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			n.Receive(from, m, out)
			if r := n.(*tokenRing); r.token {
				out.Send(r.next, token)
			}
		}}},
		{"the token skips a node", "no-overflow", ring, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			r := n.(*tokenRing)
			r.token = false
			out.Send(r.next%r.N+1, token)
		}}},
	}
}
