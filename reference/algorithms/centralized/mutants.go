package centralized

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

func Mutants() []common.Mutant {
	central := config.Config{Algorithm: "centralized", N: 3, Network: config.FIFO, Coordinator: 1}
	return []common.Mutant{
		{Name: "the coordinator grants whether it is free or not", Property: "mutex", Config: central, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if c := n.(*node); m.Kind == common.Request {
				c.give(from, out)
			} else {
				c.Receive(from, m, out)
			}
		}}},
		{Name: "the coordinator forgets its queue", Property: "deadlock", Config: central, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if c := n.(*node); m.Kind == common.Release {
				c.busy = 0
			} else {
				c.Receive(from, m, out)
			}
		}}},
		{Name: "a client leaves without a RELEASE", Property: "grant", Config: central, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			if c := n.(*node); c.ID == c.c {
				c.Exit(out)
			} else {
				c.granted = false
			}
		}}},
		{Name: "the coordinator queues whom it grants", Property: "queue", Config: central, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			c := n.(*node)
			if m.Kind == common.Request && c.busy == 0 {
				c.queue = append(c.queue, from)
			}
			c.Receive(from, m, out)
		}}},
		{Name: "the coordinator serves the youngest", Property: "starvation", Config: central, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			c := n.(*node)
			if last := len(c.queue) - 1; m.Kind == common.Release && last > 0 {
				c.queue = append([]int{c.queue[last]}, c.queue[:last]...)
			}
			c.Receive(from, m, out)
		}}},
		{Name: "the coordinator ignores node 3", Property: "entry", Config: central, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if from != 3 {
				n.Receive(from, m, out)
			}
		}}},
		{Name: "a client asks twice", Property: "no-overflow", Config: central, Hooks: common.Hooks{Request: func(n reference.Node, out *reference.Outbox) {
			n.Request(0, out)
			if c := n.(*node); c.ID != c.c {
				c.Request(0, out)
			}
		}}},
	}
}
