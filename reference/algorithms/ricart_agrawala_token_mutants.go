package algorithms

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

func ricartAgrawalaTokenMutants() []Mutant {
	cyclic := config.Config{Algorithm: "ricart-agrawala-token", N: 3, Network: config.Unordered, Token: 1}
	numbered := cyclic
	numbered.Rounds = 2
	// Ben-Ari's listing, read by its indentation (docs/algorithms.md, section 7, B3).
	lose := hooks{exit: func(n reference.Node, out *reference.Outbox) {
		n.Exit(out)
		n.(*ricartAgrawalaToken).token = false
	}}
	return []Mutant{
		{"the token is lost where nobody wants it", "token", cyclic, lose},
		{"the token is lost where nobody wants it", "deadlock", cyclic, lose},
		{"a node does not note that it was served", "numbers", cyclic, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			a := n.(*ricartAgrawalaToken)
			a.sendToken(a.choose(), out)
		}}},
		{"a REQUEST carries a number ahead of the node's", "numbers", cyclic, hooks{request: func(n reference.Node, out *reference.Outbox) {
			a := n.(*ricartAgrawalaToken)
			a.Request(0, out)
			a.num = 0
		}}},
		{"a node that waits passes the token on", "deadlock", cyclic, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			a := n.(*ricartAgrawalaToken)
			a.Receive(from, m, out)
			if m.Kind == request && a.Phase == reference.Wait {
				a.sendToken(a.choose(), out)
			}
		}}},
		{"a node passes the token on while it is inside", "mutex", cyclic, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			a := n.(*ricartAgrawalaToken)
			a.Receive(from, m, out)
			if m.Kind == request && a.Phase == reference.CS {
				a.sendToken(a.choose(), out)
			}
		}, exit: func(n reference.Node, out *reference.Outbox) {
			if n.(*ricartAgrawalaToken).token {
				n.Exit(out)
			}
		}}},
		{"a node believes the last REQUEST instead of the highest", "deadlock", numbered, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			a := n.(*ricartAgrawalaToken)
			if m.Kind == request {
				a.requested[from-1] = 0
			}
			a.Receive(from, m, out)
		}}},
		{"the node with the lowest id is served first", "starvation", cyclic, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			to := 0
			a := n.(*ricartAgrawalaToken)
			for j := range a.pending().All() {
				if to == 0 {
					to = j
				}
			}
			a.ExitTo(to, out)
		}}},
		{"nobody hears node 3", "entry", cyclic, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if from != 3 {
				n.Receive(from, m, out)
			}
		}}},
	}
}
