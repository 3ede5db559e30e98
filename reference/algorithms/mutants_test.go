package reference

import (
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// Mutant is an algorithm with a seeded bug and the property that must see it.
type Mutant struct {
	Name     string
	Property string
	Config   config.Config
	hooks    hooks
}

// hooks replace handlers of a node; nil leaves one as it is.
type hooks struct {
	request func(n Node, out *Outbox)
	receive func(n Node, from int, m event.Message, out *Outbox)
	enter   func(n Node) bool
	exit    func(n Node, out *Outbox)
}

// forgetTickets leaves Ricart and Agrawala's highest ticket as it was.
func forgetTickets(n Node, from int, m event.Message, out *Outbox) {
	a := n.(*ricartAgrawala)
	hi := a.hi
	a.Receive(from, m, out)
	a.hi = hi
}

// Algorithm returns the algorithm with the bug.
func (m Mutant) Algorithm() *Algorithm {
	original, _ := Lookup(m.Config.Algorithm)
	a := *original
	a.Node = func(cfg config.Config, i int) (Node, error) {
		n, err := original.Node(cfg, i)
		return &hooked{n, m.hooks}, err
	}
	return &a
}

// hooked is a node with replaced handlers.
type hooked struct {
	Node
	hooks
}

func (h *hooked) centralizedNode() *centralized       { return h.Node.(*centralized) }
func (h *hooked) ricartAgrawalaNode() *ricartAgrawala { return h.Node.(*ricartAgrawala) }
func (h *hooked) neilsenMizunoNode() *neilsenMizuno   { return h.Node.(*neilsenMizuno) }

func (h *hooked) program() Node { return h.Node }

func (h *hooked) Request(choice int, out *Outbox) {
	if h.request == nil {
		h.Node.Request(choice, out)
	} else {
		h.request(h.Node, out)
	}
}

func (h *hooked) Receive(from int, m event.Message, out *Outbox) {
	if h.receive == nil {
		h.Node.Receive(from, m, out)
	} else {
		h.receive(h.Node, from, m, out)
	}
}

func (h *hooked) MayEnter() bool {
	if h.enter == nil {
		return h.Node.MayEnter()
	}
	return h.enter(h.Node)
}

func (h *hooked) Exit(out *Outbox) {
	if h.exit == nil {
		h.Node.Exit(out)
	} else {
		h.exit(h.Node, out)
	}
}

func lineOf(n int) (edges []config.Edge) {
	for i := 1; i < n; i++ {
		edges = append(edges, config.Edge{i, i + 1})
	}
	return edges
}

// Mutants returns every seeded bug.
func Mutants() []Mutant {
	central := config.Config{Algorithm: "centralized", N: 3, Network: config.FIFO, Coordinator: 1}
	agrawala := config.Config{Algorithm: "ricart-agrawala", N: 3, Network: config.Unordered}
	mizuno := config.Config{Algorithm: "neilsen-mizuno", N: 3, Network: config.Unordered, Edges: lineOf(3), Token: 1}
	mizuno4 := mizuno
	mizuno4.N, mizuno4.Edges = 4, lineOf(4)
	return slices.Concat(tokenMutants(), permissionMutants(), maekawaMutants(), []Mutant{
		{"the coordinator grants whether it is free or not", "mutex", central, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			if c := n.(*centralized); m.Kind == request {
				c.give(from, out)
			} else {
				c.Receive(from, m, out)
			}
		}}},
		{"the coordinator forgets its queue", "deadlock", central, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			if c := n.(*centralized); m.Kind == release {
				c.busy = 0
			} else {
				c.Receive(from, m, out)
			}
		}}},
		{"a client leaves without a RELEASE", "grant", central, hooks{exit: func(n Node, out *Outbox) {
			if c := n.(*centralized); c.ID == c.c {
				c.Exit(out)
			} else {
				c.granted = false
			}
		}}},
		{"the coordinator queues whom it grants", "queue", central, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			c := n.(*centralized)
			if m.Kind == request && c.busy == 0 {
				c.queue = append(c.queue, from)
			}
			c.Receive(from, m, out)
		}}},
		{"the coordinator serves the youngest", "starvation", central, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			c := n.(*centralized)
			if last := len(c.queue) - 1; m.Kind == release && last > 0 {
				c.queue = append([]int{c.queue[last]}, c.queue[:last]...)
			}
			c.Receive(from, m, out)
		}}},
		{"the coordinator ignores node 3", "entry", central, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			if from != 3 {
				n.Receive(from, m, out)
			}
		}}},
		{"a client asks twice", "no-overflow", central, hooks{request: func(n Node, out *Outbox) {
			n.Request(0, out)
			if c := n.(*centralized); c.ID != c.c {
				c.Request(0, out)
			}
		}}},

		{"a node always replies", "mutex", agrawala, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			if m.Kind == request {
				out.Send(from, reply)
			} else {
				n.Receive(from, m, out)
			}
		}}},
		{"a node defers for ever", "deadlock", agrawala, hooks{exit: forgetDeferred}},
		{"a node defers for ever", "conservation", agrawala, hooks{exit: forgetDeferred}},
		{"a node keeps deferring after its exit", "deferral", agrawala, hooks{exit: func(n Node, out *Outbox) {
			a := n.(*ricartAgrawala)
			deferred := a.deferred
			a.Exit(out)
			a.deferred = deferred
		}}},
		{"one reply is enough", "conservation", agrawala, hooks{exit: func(n Node, out *Outbox) {
			n.Exit(out)
			n.(*ricartAgrawala).replies = 1
		}, request: func(n Node, out *Outbox) {
			a := n.(*ricartAgrawala)
			counted := a.replies
			a.Request(0, out)
			a.replies = counted
		}}},
		{"a node does not remember tickets", "ticket-order", agrawala, hooks{receive: forgetTickets}},
		{"a node does not remember tickets", "bypass", agrawala, hooks{receive: forgetTickets}},
		{"one REPLY is two", "no-overflow", agrawala, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			n.Receive(from, m, out)
			if m.Kind == request && n.client().Phase == Idle {
				out.Send(from, reply)
			}
		}}},
		{"a REQUEST carries another ticket than the node keeps", "no-overflow", agrawala, hooks{request: func(n Node, out *Outbox) {
			n.Request(0, out)
			n.(*ricartAgrawala).num++
		}}},
		{"one node never enters", "starvation", agrawala, hooks{enter: func(n Node) bool {
			return n.client().ID != 2 && n.MayEnter()
		}}},
		{"one node never enters", "entry", agrawala, hooks{enter: func(n Node) bool {
			return n.client().ID != 2 && n.MayEnter()
		}}},

		{"an idle holder does not pass the token on", "deadlock", mizuno, hooks{receive: idleHolderKeeps}},
		{"an idle holder does not pass the token on", "starvation", mizuno, hooks{receive: idleHolderKeeps}},
		{"a holder passes the token on and keeps it", "mutex", mizuno, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			z := n.(*neilsenMizuno)
			holding := z.holding
			z.Receive(from, m, out)
			z.holding = holding
		}}},
		{"a node leaves with the token and holds another", "token", mizuno, hooks{exit: func(n Node, out *Outbox) {
			n.Exit(out)
			n.(*neilsenMizuno).holding = true
		}}},
		{"a node forwards without turning its pointer", "edge", mizuno, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			z := n.(*neilsenMizuno)
			next := z.next
			z.Receive(from, m, out)
			if m.Kind == request && next != 0 {
				z.next = next
			}
		}}},
		{"a node remembers for ever who follows it", "lemma-1", mizuno, hooks{exit: func(n Node, out *Outbox) {
			z := n.(*neilsenMizuno)
			follow := z.follow
			z.Exit(out)
			z.follow = follow
		}}},
		{"a node that requests does not become a sink", "lemma-2", mizuno, hooks{request: func(n Node, out *Outbox) {
			z := n.(*neilsenMizuno)
			next := z.next
			z.Request(0, out)
			z.next = next
		}}},
		{"a node that waits answers every request itself", "follow", mizuno4, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			z := n.(*neilsenMizuno)
			if m.Kind == request && z.Phase != Idle {
				z.follow, z.next = m.Fields[0], from
			} else {
				z.Receive(from, m, out)
			}
		}}},
		{"a node asks twice", "no-overflow", mizuno, hooks{request: func(n Node, out *Outbox) {
			z := n.(*neilsenMizuno)
			if !z.holding {
				out.Send(z.next, request, z.ID)
			}
			z.Request(0, out)
		}}},
		{"nobody passes the token on", "entry", mizuno, hooks{receive: idleHolderKeeps, exit: func(n Node, _ *Outbox) {
			n.(*neilsenMizuno).holding = true
		}}},
	})
}

func forgetDeferred(n Node, out *Outbox) {
	n.(*ricartAgrawala).deferred = 0
	n.Exit(out)
}

// idleHolderKeeps leaves every invariant intact but for the progress.
func idleHolderKeeps(n Node, from int, m event.Message, out *Outbox) {
	z := n.(*neilsenMizuno)
	if m.Kind == request && z.holding && z.next == 0 {
		z.follow, z.next = m.Fields[0], from
		return
	}
	z.Receive(from, m, out)
}
