package carvalhoroucairol

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

func Mutants() []common.Mutant {
	cfg := config.Config{Algorithm: "carvalho-roucairol", N: 2, Network: config.Unordered, Rounds: 2}
	return []common.Mutant{
		{Name: "equal tickets are compared without the nodes", Property: "authorisation", Config: cfg, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			c := n.(*node)
			own := c.ID
			c.ID = c.N + 1 // behind every other node
			c.Receive(from, m, out)
			c.ID = own
		}}},
		{Name: "a node does not ask again for what it gives away", Property: "deadlock", Config: cfg, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			c := n.(*node)
			authorised := c.authorised
			c.authorised.Remove(from)
			c.Receive(from, m, out)
			if m.Kind == common.Request && c.deferred.Has(from) {
				c.authorised = authorised
			}
		}}},
		{Name: "a node asks again for what it never had", Property: "authorisation", Config: cfg, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			c := n.(*node)
			had := c.authorised.Has(from)
			c.Receive(from, m, out)
			if m.Kind == common.Request && c.Phase == reference.Wait && !had && !c.deferred.Has(from) {
				out.Send(from, common.Request, c.Num)
			}
		}}},
		{Name: "a node keeps an authorisation that it gives away on leaving", Property: "authorisation", Config: cfg, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			c := n.(*node)
			authorised := c.authorised
			c.Exit(out)
			c.authorised = authorised
		}}},
		{Name: "a node inside gives its authorisation away", Property: "mutex", Config: cfg, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			c := n.(*node)
			c.Receive(from, m, out)
			if m.Kind == common.Request && c.Phase == reference.CS {
				c.deferred.Remove(from)
				c.give(from, out)
			}
		}}},
		{Name: "a node forgets whom it has deferred", Property: "starvation", Config: cfg, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			n.(*node).deferred.Clear()
			n.Exit(out)
		}}},
	}
}
