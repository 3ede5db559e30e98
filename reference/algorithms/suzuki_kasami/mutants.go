package suzukikasami

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

func Mutants() []common.Mutant {
	kasami := config.Config{Algorithm: "suzuki-kasami", N: 3, Network: config.Unordered, Token: 1}
	numbered := kasami
	numbered.Rounds = 2
	return []common.Mutant{
		{Name: "a node is queued again", Property: "queue", Config: kasami, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			s := n.(*node)
			s.ln[s.ID-1] = int(s.rn.At(s.ID))
			for j := 1; j <= s.N; j++ {
				if j != s.ID && s.outstanding(j) {
					s.queue = append(s.queue, j)
				}
			}
			s.pass(out)
		}}},
		{Name: "a node does not note that it was served", Property: "deadlock", Config: kasami, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			n.(*node).pass(out)
		}}},
		{Name: "a node that waits passes the token on", Property: "deadlock", Config: kasami, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			s := n.(*node)
			s.Receive(from, m, out)
			if m.Kind == common.Request && s.token && s.Phase == reference.Wait {
				s.pass(out)
			}
		}}},
		{Name: "a node passes the token on while it is inside", Property: "mutex", Config: kasami, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			s := n.(*node)
			s.Receive(from, m, out)
			if m.Kind == common.Request && s.token && s.Phase == reference.CS {
				s.pass(out)
			}
		}, Exit: func(n reference.Node, out *reference.Outbox) {
			if n.(*node).token {
				n.Exit(out)
			}
		}}},
		{Name: "a node passes the token on and keeps it", Property: "token", Config: kasami, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			s := n.(*node)
			s.Exit(out)
			if !s.token {
				s.token, s.ln = true, make([]int, s.N)
			}
		}}},
		{Name: "a node believes the last REQUEST instead of the highest", Property: "deadlock", Config: numbered, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			s := n.(*node)
			if m.Kind == common.Request {
				s.rn.Set(from, 0)
			}
			s.Receive(from, m, out)
		}}},
		{Name: "an idle node answers outdated REQUESTs", Property: "deadlock", Config: numbered, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			s := n.(*node)
			s.Receive(from, m, out)
			if m.Kind == common.Request && s.token && s.Phase == reference.Idle {
				s.queue = append(s.queue, from)
				s.pass(out)
			}
		}}},
		{Name: "the queue does not go with the token", Property: "starvation", Config: kasami, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			s := n.(*node)
			s.Receive(from, m, out)
			s.queue = s.queue[:0]
		}}},
		{Name: "nobody hears node 3", Property: "entry", Config: kasami, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if from != 3 {
				n.Receive(from, m, out)
			}
		}}},
		{Name: "a node asks twice", Property: "no-overflow", Config: kasami, Hooks: common.Hooks{Request: func(n reference.Node, out *reference.Outbox) {
			s := n.(*node)
			s.Request(0, out)
			if !s.token {
				s.SendToOthers(out, common.Request, int(s.rn.At(s.ID)))
			}
		}}},
	}
}
