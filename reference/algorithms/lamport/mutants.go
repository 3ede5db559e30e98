package lamport

import (
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

func Mutants() []common.Mutant {
	cfg := config.Config{Algorithm: "lamport", N: 2, Network: config.FIFO}
	once := cfg
	once.Rounds = 1
	ignoresQueue := common.Hooks{Enter: func(n reference.Node) bool { return n.(*node).ok.Len() == n.(*node).N-1 }}
	return []common.Mutant{
		{Name: "equal stamps are compared without the nodes", Property: "deadlock", Config: cfg, Hooks: common.Hooks{Enter: func(n reference.Node) bool {
			l := n.(*node)
			others := slices.Clone(l.q.Small())
			others[l.ID-1] = 0
			return l.MayEnter() && !slices.Contains(others, l.q.At(l.ID))
		}}},
		{Name: "a node does not look at the requests that it knows", Property: "mutex", Config: cfg, Hooks: ignoresQueue},
		{Name: "a node does not look at the requests that it knows", Property: "ticket-order", Config: cfg, Hooks: ignoresQueue},
		{Name: "any message will do, however early its stamp", Property: "mutex", Config: cfg, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			l := n.(*node)
			l.Receive(from, m, out)
			if l.Phase == reference.Wait {
				l.ok.Add(from)
			}
		}}},
		{Name: "a RELEASE takes no request back", Property: "deadlock", Config: cfg, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			l := n.(*node)
			stamp := l.q.At(from)
			l.Receive(from, m, out)
			if m.Kind == common.Release {
				l.q.Set(from, stamp)
			}
		}}},
		{Name: "an idle node does not note a REQUEST", Property: "request-known", Config: cfg, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			l := n.(*node)
			l.Receive(from, m, out)
			if m.Kind == common.Request && l.Phase == reference.Idle {
				l.q.Set(from, 0)
			}
		}}},
		{Name: "a node never acknowledges", Property: "starvation", Config: once, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, _ *reference.Outbox) {
			n.Receive(from, m, &reference.Outbox{})
		}}},
		{Name: "the clock does not jump", Property: "deadlock", Config: cfg, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			l := n.(*node)
			clk := l.clk
			l.Receive(from, event.Message{Kind: m.Kind, Fields: m.Fields}, &reference.Outbox{})
			l.clk = clk + 1
			if m.Kind == common.Request {
				out.Send(from, common.Ack, l.clk)
			}
		}}},
	}
}
