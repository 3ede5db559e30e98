package raymondk

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

func Mutants() []common.Mutant {
	one := config.Config{Algorithm: "raymond-k", N: 2, K: 1, Network: config.Unordered}
	two := config.Config{Algorithm: "raymond-k", N: 2, K: 2, Network: config.Unordered, Rounds: 2}
	three := config.Config{Algorithm: "raymond-k", N: 3, K: 2, Network: config.Unordered, Rounds: 1}
	return []common.Mutant{
		{Name: "equal tickets are compared without the nodes", Property: "mutex", Config: one, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			k := n.(*node)
			own := k.ID
			k.ID = k.N + 1 // behind every other node
			k.Receive(from, m, out)
			k.ID = own
		}}},
		{Name: "a node inside replies at once", Property: "mutex", Config: one, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if k := n.(*node); m.Kind == common.Request && k.Phase == reference.CS {
				k.Hi = max(k.Hi, m.Fields[0])
				out.Send(from, common.Reply, 1)
			} else {
				k.Receive(from, m, out)
			}
		}}},
		{Name: "only smaller nodes count (the text as it is printed)", Property: "deadlock", Config: three, Hooks: common.Hooks{Enter: func(n reference.Node) bool {
			k, count := n.(*node), 0
			for j := 1; j < k.ID; j++ {
				if k.replyCount[j] == 0 {
					count++
				}
			}
			return count >= k.N-k.k
		}}},
		{Name: "a REPLY stands for one although more are owed", Property: "conservation", Config: two, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			k := n.(*node)
			for j, owed := range k.deferCount {
				k.deferCount[j] = min(1, owed)
			}
			k.Exit(out)
		}}},
		{Name: "a node forgets what it owes", Property: "conservation", Config: one, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			clear(n.(*node).deferCount)
			n.Exit(out)
		}}},
		{Name: "a node forgets what it owes", Property: "starvation", Config: one, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			clear(n.(*node).deferCount)
			n.Exit(out)
		}}},
	}
}
