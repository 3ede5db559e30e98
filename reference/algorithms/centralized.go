package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// The centralised coordinator (slides, "centralized"; docs/algorithms.md, A1):
// clients ask node c, the coordinator.  It grants the critical section to one
// client after the other, in the order in which their requests arrive.  The
// coordinator can be a client itself, with local calls instead of messages.
var centralizedAlgorithm = reference.Algorithm{
	Name:              "centralized",
	Messages:          []string{request, grant, release},
	Check:             checkCentralized,
	Programs:          each(newCentralized),
	SentFor:           sentForAsker(grant),
	RefinementMapping: refineCentralized,
	Picture:           drawCentralized,
	Properties:        centralizedProperties,
}

// centralized is one node.
type centralized struct {
	reference.Client
	c       int   // the coordinator, 1..N, constant
	granted bool  // the critical section is granted to this node
	busy    int   // coordinator: the node to which it is granted, 0 nobody
	queue   []int // coordinator: the nodes that wait, oldest first
}

func checkCentralized(cfg config.Config) error {
	if cfg.Coordinator < 1 || cfg.Coordinator > cfg.N {
		return fmt.Errorf("coordinator %d: want a node from 1 to %d", cfg.Coordinator, cfg.N)
	}
	return rejectSwitches(cfg)
}

func newCentralized(cfg config.Config, _ int) (reference.Node, error) {
	return &centralized{c: cfg.Coordinator}, nil
}

// State visits the node's variables.  Only the coordinator has busy and queue.
func (n *centralized) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Bool("granted", &n.granted)
	if n.ID == n.c {
		v.Int("busy", &n.busy)
		v.List("queue", &n.queue)
	}
}

// Request asks the coordinator.
func (n *centralized) Request(_ int, out *reference.Outbox) {
	if n.ID == n.c {
		n.ask(n.ID, out)
	} else {
		out.Send(n.c, request)
	}
}

// Receive handles all three classes.
func (n *centralized) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case request:
		n.ask(from, out)
	case grant:
		n.granted = true
	case release:
		n.free(out)
	}
}

// MayEnter holds once the critical section is granted.
func (n *centralized) MayEnter() bool { return n.granted }

// Exit gives the critical section back.
func (n *centralized) Exit(out *reference.Outbox) {
	n.granted = false
	if n.ID == n.c {
		n.free(out)
	} else {
		out.Send(n.c, release)
	}
}

// ask runs at the coordinator: i asks for the critical section.
func (n *centralized) ask(i int, out *reference.Outbox) {
	if n.busy == 0 {
		n.give(i, out)
	} else {
		n.queue = append(n.queue, i)
	}
}

// give runs at the coordinator: it grants the critical section to i.
func (n *centralized) give(i int, out *reference.Outbox) {
	n.busy = i
	if i == n.ID {
		n.granted = true
	} else {
		out.Send(i, grant)
	}
}

// free runs at the coordinator: the critical section is free again.
func (n *centralized) free(out *reference.Outbox) {
	n.busy = 0
	if len(n.queue) > 0 {
		var oldest int
		oldest, n.queue = pop(n.queue)
		n.give(oldest, out)
	}
}

func centralizedAt(w *reference.World, i int) *centralized { return programOf[*centralized](w, i) }
