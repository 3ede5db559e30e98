package algorithms

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

func neilsenMizunoMutants() []Mutant {
	mizuno := config.Config{Algorithm: "neilsen-mizuno", N: 3, Network: config.Unordered, Edges: lineOf(3), Token: 1}
	mizuno4 := mizuno
	mizuno4.N, mizuno4.Edges = 4, lineOf(4)
	return []Mutant{
		{"an idle holder does not pass the token on", "deadlock", mizuno, hooks{receive: idleHolderKeeps}},
		{"an idle holder does not pass the token on", "starvation", mizuno, hooks{receive: idleHolderKeeps}},
		{"a holder passes the token on and keeps it", "mutex", mizuno, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*neilsenMizuno)
			holding := z.holding
			z.Receive(from, m, out)
			z.holding = holding
		}}},
		{"a node leaves with the token and holds another", "token", mizuno, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			n.Exit(out)
			n.(*neilsenMizuno).holding = true
		}}},
		{"a node forwards without turning its pointer", "edge", mizuno, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*neilsenMizuno)
			next := z.next
			z.Receive(from, m, out)
			if m.Kind == request && next != 0 {
				z.next = next
			}
		}}},
		{"a node remembers for ever who follows it", "lemma-1", mizuno, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			z := n.(*neilsenMizuno)
			follow := z.follow
			z.Exit(out)
			z.follow = follow
		}}},
		{"a node that requests does not become a sink", "lemma-2", mizuno, hooks{request: func(n reference.Node, out *reference.Outbox) {
			z := n.(*neilsenMizuno)
			next := z.next
			z.Request(0, out)
			z.next = next
		}}},
		{"a node that waits answers every request itself", "follow", mizuno4, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*neilsenMizuno)
			if m.Kind == request && z.Phase != reference.Idle {
				z.follow, z.next = m.Fields[0], from
			} else {
				z.Receive(from, m, out)
			}
		}}},
		{"a node asks twice", "no-overflow", mizuno, hooks{request: func(n reference.Node, out *reference.Outbox) {
			z := n.(*neilsenMizuno)
			if !z.holding {
				out.Send(z.next, request, z.ID)
			}
			z.Request(0, out)
		}}},
		{"nobody passes the token on", "entry", mizuno, hooks{receive: idleHolderKeeps, exit: func(n reference.Node, _ *reference.Outbox) {
			n.(*neilsenMizuno).holding = true
		}}},
	}
}

// idleHolderKeeps violates no invariant, only progress.
func idleHolderKeeps(n reference.Node, from int, m event.Message, out *reference.Outbox) {
	z := n.(*neilsenMizuno)
	if m.Kind == request && z.holding && z.next == 0 {
		z.follow, z.next = m.Fields[0], from
		return
	}
	z.Receive(from, m, out)
}

func neilsenMizunoInitMutants() []Mutant {
	mizuno := config.Config{Algorithm: "neilsen-mizuno", N: 3, Network: config.Unordered, Edges: lineOf(3), Token: 1,
		Variant: config.Variant{{Name: initSwitch}}}
	back := hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
		n.Receive(from, m, out)
		if m.Kind == initialize {
			out.Send(from, initialize)
		}
	}}
	return []Mutant{
		{"a node initialises the one that has initialised it", "edge", mizuno, back},
		{"a node initialises the one that has initialised it", "no-overflow", mizuno, back},
		{"a node is initialised with a token of its own", "token", mizuno, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			n.Receive(from, m, out)
			if m.Kind == initialize {
				n.(*neilsenMizuno).holding = true
			}
		}}},
		{"a node initialises nobody", "entry", mizuno, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			z := n.(*neilsenMizuno)
			if m.Kind == initialize {
				z.next, z.initialised = from, true
			} else {
				z.Receive(from, m, out)
			}
		}}},
	}
}
