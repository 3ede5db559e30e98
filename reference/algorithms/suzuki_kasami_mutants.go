package algorithms

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

func suzukiKasamiMutants() []Mutant {
	kasami := config.Config{Algorithm: "suzuki-kasami", N: 3, Network: config.Unordered, Token: 1}
	numbered := kasami
	numbered.Rounds = 2
	return []Mutant{
		{"a node is queued again", "queue", kasami, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			s := n.(*suzukiKasami)
			s.ln[s.ID-1] = s.rn[s.ID-1]
			for j := 1; j <= s.N; j++ {
				if j != s.ID && s.outstanding(j) {
					s.queue = append(s.queue, j)
				}
			}
			s.pass(out)
		}}},
		{"a node does not note that it was served", "deadlock", kasami, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			n.(*suzukiKasami).pass(out)
		}}},
		{"a node that waits passes the token on", "deadlock", kasami, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			s := n.(*suzukiKasami)
			s.Receive(from, m, out)
			if m.Kind == request && s.token && s.Phase == reference.Wait {
				s.pass(out)
			}
		}}},
		{"a node passes the token on while it is inside", "mutex", kasami, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			s := n.(*suzukiKasami)
			s.Receive(from, m, out)
			if m.Kind == request && s.token && s.Phase == reference.CS {
				s.pass(out)
			}
		}, exit: func(n reference.Node, out *reference.Outbox) {
			if n.(*suzukiKasami).token {
				n.Exit(out)
			}
		}}},
		{"a node passes the token on and keeps it", "token", kasami, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			s := n.(*suzukiKasami)
			s.Exit(out)
			if !s.token {
				s.token, s.ln = true, make([]int, s.N)
			}
		}}},
		{"a node believes the last REQUEST instead of the highest", "deadlock", numbered, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			s := n.(*suzukiKasami)
			if m.Kind == request {
				s.rn[from-1] = 0
			}
			s.Receive(from, m, out)
		}}},
		{"an idle node answers outdated REQUESTs", "deadlock", numbered, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			s := n.(*suzukiKasami)
			s.Receive(from, m, out)
			if m.Kind == request && s.token && s.Phase == reference.Idle {
				s.queue = append(s.queue, from)
				s.pass(out)
			}
		}}},
		{"the queue does not go with the token", "starvation", kasami, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			s := n.(*suzukiKasami)
			s.Receive(from, m, out)
			s.queue = s.queue[:0]
		}}},
		{"nobody hears node 3", "entry", kasami, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if from != 3 {
				n.Receive(from, m, out)
			}
		}}},
		{"a node asks twice", "no-overflow", kasami, hooks{request: func(n reference.Node, out *reference.Outbox) {
			s := n.(*suzukiKasami)
			s.Request(0, out)
			if !s.token {
				s.SendToOthers(out, request, s.rn[s.ID-1])
			}
		}}},
	}
}
