package ricartagrawalatoken

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

func Mutants() []common.Mutant {
	cyclic := config.Config{Algorithm: "ricart-agrawala-token", N: 3, Network: config.Unordered, Token: 1}
	numbered := cyclic
	numbered.Rounds = 2
	// Ben-Ari's listing, read by its indentation (docs/algorithms.md, section 7, B3).
	lose := common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
		n.Exit(out)
		n.(*node).token = false
	}}
	return []common.Mutant{
		{Name: "the token is lost where nobody wants it", Property: "token", Config: cyclic, Hooks: lose},
		{Name: "the token is lost where nobody wants it", Property: "deadlock", Config: cyclic, Hooks: lose},
		{Name: "a node does not note that it was served", Property: "numbers", Config: cyclic, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			a := n.(*node)
			a.sendToken(a.choose(), out)
		}}},
		{Name: "a REQUEST carries a number ahead of the node's", Property: "numbers", Config: cyclic, Hooks: common.Hooks{Request: func(n reference.Node, out *reference.Outbox) {
			a := n.(*node)
			a.Request(0, out)
			a.num = 0
		}}},
		{Name: "a node that waits passes the token on", Property: "deadlock", Config: cyclic, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			a := n.(*node)
			a.Receive(from, m, out)
			if m.Kind == common.Request && a.Phase == reference.Wait {
				a.sendToken(a.choose(), out)
			}
		}}},
		{Name: "a node passes the token on while it is inside", Property: "mutex", Config: cyclic, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			a := n.(*node)
			a.Receive(from, m, out)
			if m.Kind == common.Request && a.Phase == reference.CS {
				a.sendToken(a.choose(), out)
			}
		}, Exit: func(n reference.Node, out *reference.Outbox) {
			if n.(*node).token {
				n.Exit(out)
			}
		}}},
		{Name: "a node believes the last REQUEST instead of the highest", Property: "deadlock", Config: numbered, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			a := n.(*node)
			if m.Kind == common.Request {
				a.requested.Set(from, 0)
			}
			a.Receive(from, m, out)
		}}},
		{Name: "the node with the lowest id is served first", Property: "starvation", Config: cyclic, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			to := 0
			a := n.(*node)
			for j := range a.pending().All() {
				if to == 0 {
					to = j
				}
			}
			a.ExitTo(to, out)
		}}},
		{Name: "nobody hears node 3", Property: "entry", Config: cyclic, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if from != 3 {
				n.Receive(from, m, out)
			}
		}}},
	}
}
