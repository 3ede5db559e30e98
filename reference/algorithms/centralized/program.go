// Package centralized is the centralised coordinator (slides, "centralized"; docs/algorithms.md,
// A1): clients ask node c, the coordinator.  It grants the critical section to one client after
// the other, in the order in which their requests arrive.  The coordinator can be a client itself,
// with local calls instead of messages.
package centralized

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// Algorithm is the entry of the algorithm.
var Algorithm = reference.Algorithm{
	Name:              "centralized",
	Messages:          []string{common.Request, common.Grant, common.Release},
	Check:             check,
	Programs:          common.Each(newNode),
	SentFor:           common.SentForAsker(common.Grant),
	RefinementMapping: refine,
	Picture:           draw,
	Properties:        properties,
}

// node is one node.
type node struct {
	reference.Client
	c       int   // the coordinator, 1..N, constant
	granted bool  // the critical section is granted to this node
	busy    int   // coordinator: the node to which it is granted, 0 nobody
	queue   []int // coordinator: the nodes that wait, oldest first
}

func check(cfg config.Config) error {
	if cfg.Coordinator < 1 || cfg.Coordinator > cfg.N {
		return fmt.Errorf("coordinator %d: want a node from 1 to %d", cfg.Coordinator, cfg.N)
	}
	return common.RejectSwitches(cfg)
}

func newNode(cfg config.Config, _ int) (reference.Node, error) {
	return &node{c: cfg.Coordinator}, nil
}

// State visits the node's variables.  Only the coordinator has busy and queue.
func (n *node) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Bool("granted", &n.granted)
	if n.ID == n.c {
		v.Node("busy", &n.busy)
		v.Nodes("queue", &n.queue)
	}
}

// Request asks the coordinator.
func (n *node) Request(_ int, out *reference.Outbox) {
	if n.ID == n.c {
		n.ask(n.ID, out)
	} else {
		out.Send(n.c, common.Request)
	}
}

// Receive handles all three classes.
func (n *node) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case common.Request:
		n.ask(from, out)
	case common.Grant:
		n.granted = true
	case common.Release:
		n.free(out)
	}
}

// MayEnter holds once the critical section is granted.
func (n *node) MayEnter() bool { return n.granted }

// Exit gives the critical section back.
func (n *node) Exit(out *reference.Outbox) {
	n.granted = false
	if n.ID == n.c {
		n.free(out)
	} else {
		out.Send(n.c, common.Release)
	}
}

// ask runs at the coordinator: i asks for the critical section.
func (n *node) ask(i int, out *reference.Outbox) {
	if n.busy == 0 {
		n.give(i, out)
	} else {
		n.queue = append(n.queue, i)
	}
}

// give runs at the coordinator: it grants the critical section to i.
func (n *node) give(i int, out *reference.Outbox) {
	n.busy = i
	if i == n.ID {
		n.granted = true
	} else {
		out.Send(i, common.Grant)
	}
}

// free runs at the coordinator: the critical section is free again.
func (n *node) free(out *reference.Outbox) {
	n.busy = 0
	if len(n.queue) > 0 {
		var oldest int
		oldest, n.queue = common.Pop(n.queue)
		n.give(oldest, out)
	}
}

func nodeAt(w *reference.World, i int) *node { return common.ProgramOf[*node](w, i) }

// Lacks: the coordinator has not granted.
func (n *node) Lacks() string {
	return fmt.Sprintf("the grant of coordinator %d, has none", n.c)
}
