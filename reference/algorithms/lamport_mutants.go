package algorithms

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

func lamportMutants() []Mutant {
	cfg := config.Config{Algorithm: "lamport", N: 2, Network: config.FIFO}
	once := cfg
	once.Rounds = 1
	ignoresQueue := hooks{enter: func(n reference.Node) bool { return n.(*lamport).ok.Len() == n.(*lamport).N-1 }}
	return []Mutant{
		{"a node does not look at the requests that it knows", "mutex", cfg, ignoresQueue},
		{"a node does not look at the requests that it knows", "ticket-order", cfg, ignoresQueue},
		{"any message will do, however early its stamp", "mutex", cfg, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			l := n.(*lamport)
			l.Receive(from, m, out)
			if l.Phase == reference.Wait {
				l.ok.Add(from)
			}
		}}},
		{"a RELEASE takes no request back", "deadlock", cfg, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			l := n.(*lamport)
			stamp := l.q[from]
			l.Receive(from, m, out)
			if m.Kind == release {
				l.q[from] = stamp
			}
		}}},
		{"an idle node does not note a REQUEST", "request-known", cfg, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			l := n.(*lamport)
			l.Receive(from, m, out)
			if m.Kind == request && l.Phase == reference.Idle {
				l.q[from] = 0
			}
		}}},
		{"a node never acknowledges", "starvation", once, hooks{receive: func(n reference.Node, from int, m event.Message, _ *reference.Outbox) {
			n.Receive(from, m, &reference.Outbox{})
		}}},
		{"the clock does not jump", "deadlock", cfg, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			l := n.(*lamport)
			clk := l.clk
			l.Receive(from, event.Message{Kind: m.Kind, Fields: m.Fields}, &reference.Outbox{})
			l.clk = clk + 1
			if m.Kind == request {
				out.Send(from, ack, l.clk)
			}
		}}},
	}
}
