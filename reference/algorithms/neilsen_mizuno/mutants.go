package neilsenmizuno

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// Mutants are the seeded bugs, with and without the switch init.
func Mutants() []common.Mutant { return append(mutants(), initMutants()...) }

func mutants() []common.Mutant {
	mizuno := config.Config{Algorithm: "neilsen-mizuno", N: 3, Network: config.Unordered, Edges: common.LineOf(3), Token: 1}
	mizuno4 := mizuno
	mizuno4.N, mizuno4.Edges = 4, common.LineOf(4)
	return []common.Mutant{
		{Name: "an idle holder does not pass the token on", Property: "deadlock", Config: mizuno, Hooks: common.Hooks{Receive: idleHolderKeeps}},
		{Name: "an idle holder does not pass the token on", Property: "starvation", Config: mizuno, Hooks: common.Hooks{Receive: idleHolderKeeps}},
		{Name: "a holder passes the token on and keeps it", Property: "mutex", Config: mizuno, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*node)
			holding := z.holding
			z.Receive(from, m, out)
			z.holding = holding
		}}},
		{Name: "a node leaves with the token and holds another", Property: "token", Config: mizuno, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			n.Exit(out)
			n.(*node).holding = true
		}}},
		{Name: "a node forwards without turning its pointer", Property: "edge", Config: mizuno, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*node)
			next := z.next
			z.Receive(from, m, out)
			if m.Kind == common.Request && next != 0 {
				z.next = next
			}
		}}},
		{Name: "a node remembers for ever who follows it", Property: "lemma-1", Config: mizuno, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			z := n.(*node)
			follow := z.follow
			z.Exit(out)
			z.follow = follow
		}}},
		{Name: "a node that requests does not become a sink", Property: "lemma-2", Config: mizuno, Hooks: common.Hooks{Request: func(n reference.Node, out *reference.Outbox) {
			z := n.(*node)
			next := z.next
			z.Request(0, out)
			z.next = next
		}}},
		{Name: "a node that waits answers every request itself", Property: "follow", Config: mizuno4, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*node)
			if m.Kind == common.Request && z.Phase != reference.Idle {
				z.follow, z.next = m.Fields[0], from
			} else {
				z.Receive(from, m, out)
			}
		}}},
		{Name: "a node asks twice", Property: "no-overflow", Config: mizuno, Hooks: common.Hooks{Request: func(n reference.Node, out *reference.Outbox) {
			z := n.(*node)
			if !z.holding {
				out.Send(z.next, common.Request, z.ID)
			}
			z.Request(0, out)
		}}},
		{Name: "nobody passes the token on", Property: "entry", Config: mizuno, Hooks: common.Hooks{Receive: idleHolderKeeps, Exit: func(n reference.Node, _ *reference.Outbox) {
			n.(*node).holding = true
		}}},
	}
}

// idleHolderKeeps violates no invariant, only progress.
func idleHolderKeeps(n reference.Node, from int, m event.Message, out *reference.Outbox) {
	z := n.(*node)
	if m.Kind == common.Request && z.holding && z.next == 0 {
		z.follow, z.next = m.Fields[0], from
		return
	}
	z.Receive(from, m, out)
}

func initMutants() []common.Mutant {
	mizuno := config.Config{Algorithm: "neilsen-mizuno", N: 3, Network: config.Unordered, Edges: common.LineOf(3), Token: 1,
		Variant: config.Variant{{Name: initSwitch}}}
	back := common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
		n.Receive(from, m, out)
		if m.Kind == common.Initialize {
			out.Send(from, common.Initialize)
		}
	}}
	return []common.Mutant{
		{Name: "a node initialises the one that has initialised it", Property: "edge", Config: mizuno, Hooks: back},
		{Name: "a node initialises the one that has initialised it", Property: "no-overflow", Config: mizuno, Hooks: back},
		{Name: "a node is initialised with a token of its own", Property: "token", Config: mizuno, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			n.Receive(from, m, out)
			if m.Kind == common.Initialize {
				n.(*node).holding = true
			}
		}}},
		{Name: "a node initialises nobody", Property: "entry", Config: mizuno, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*node)
			if m.Kind == common.Initialize {
				z.next, z.initialised = from, true
			} else {
				z.Receive(from, m, out)
			}
		}}},
	}
}
