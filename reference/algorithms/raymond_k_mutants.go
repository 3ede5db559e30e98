package algorithms

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

func raymondKMutants() []Mutant {
	one := config.Config{Algorithm: "raymond-k", N: 2, K: 1, Network: config.Unordered}
	two := config.Config{Algorithm: "raymond-k", N: 2, K: 2, Network: config.Unordered, Rounds: 2}
	three := config.Config{Algorithm: "raymond-k", N: 3, K: 2, Network: config.Unordered, Rounds: 1}
	return []Mutant{
		{"a node inside replies at once", "mutex", one, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if k := n.(*raymondK); m.Kind == request && k.Phase == reference.CS {
				k.hi = max(k.hi, m.Fields[0])
				out.Send(from, reply, 1)
			} else {
				k.Receive(from, m, out)
			}
		}}},
		{"only smaller nodes count (the text as it is printed)", "deadlock", three, hooks{enter: func(n reference.Node) bool {
			k, count := n.(*raymondK), 0
			for j := 1; j < k.ID; j++ {
				if k.replyCount[j] == 0 {
					count++
				}
			}
			return count >= k.N-k.k
		}}},
		{"a REPLY stands for one although more are owed", "conservation", two, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			k := n.(*raymondK)
			for j, owed := range k.deferCount {
				k.deferCount[j] = min(1, owed)
			}
			k.Exit(out)
		}}},
		{"a node forgets what it owes", "conservation", one, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			clear(n.(*raymondK).deferCount)
			n.Exit(out)
		}}},
		{"a node forgets what it owes", "starvation", one, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			clear(n.(*raymondK).deferCount)
			n.Exit(out)
		}}},
	}
}
