package algorithms

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

func centralizedMutants() []Mutant {
	central := config.Config{Algorithm: "centralized", N: 3, Network: config.FIFO, Coordinator: 1}
	return []Mutant{
		{"the coordinator grants whether it is free or not", "mutex", central, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if c := n.(*centralized); m.Kind == request {
				c.give(from, out)
			} else {
				c.Receive(from, m, out)
			}
		}}},
		{"the coordinator forgets its queue", "deadlock", central, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if c := n.(*centralized); m.Kind == release {
				c.busy = 0
			} else {
				c.Receive(from, m, out)
			}
		}}},
		{"a client leaves without a RELEASE", "grant", central, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			if c := n.(*centralized); c.ID == c.c {
				c.Exit(out)
			} else {
				c.granted = false
			}
		}}},
		{"the coordinator queues whom it grants", "queue", central, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			c := n.(*centralized)
			if m.Kind == request && c.busy == 0 {
				c.queue = append(c.queue, from)
			}
			c.Receive(from, m, out)
		}}},
		{"the coordinator serves the youngest", "starvation", central, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			c := n.(*centralized)
			if last := len(c.queue) - 1; m.Kind == release && last > 0 {
				c.queue = append([]int{c.queue[last]}, c.queue[:last]...)
			}
			c.Receive(from, m, out)
		}}},
		{"the coordinator ignores node 3", "entry", central, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if from != 3 {
				n.Receive(from, m, out)
			}
		}}},
		{"a client asks twice", "no-overflow", central, hooks{request: func(n reference.Node, out *reference.Outbox) {
			n.Request(0, out)
			if c := n.(*centralized); c.ID != c.c {
				c.Request(0, out)
			}
		}}},
	}
}
