package algorithms

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

func carvalhoRoucairolMutants() []Mutant {
	cfg := config.Config{Algorithm: "carvalho-roucairol", N: 2, Network: config.Unordered, Rounds: 2}
	return []Mutant{
		{"a node does not ask again for what it gives away", "deadlock", cfg, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			c := n.(*carvalhoRoucairol)
			authorised := c.authorised
			c.authorised.Remove(from)
			c.Receive(from, m, out)
			if m.Kind == request && c.deferred.Has(from) {
				c.authorised = authorised
			}
		}}},
		{"a node asks again for what it never had", "authorisation", cfg, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			c := n.(*carvalhoRoucairol)
			had := c.authorised.Has(from)
			c.Receive(from, m, out)
			if m.Kind == request && c.Phase == reference.Wait && !had && !c.deferred.Has(from) {
				out.Send(from, request, c.num)
			}
		}}},
		{"a node keeps an authorisation that it gives away on leaving", "authorisation", cfg, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			c := n.(*carvalhoRoucairol)
			authorised := c.authorised
			c.Exit(out)
			c.authorised = authorised
		}}},
		{"a node inside gives its authorisation away", "mutex", cfg, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			c := n.(*carvalhoRoucairol)
			c.Receive(from, m, out)
			if m.Kind == request && c.Phase == reference.CS {
				c.deferred.Remove(from)
				c.give(from, out)
			}
		}}},
		{"a node forgets whom it has deferred", "starvation", cfg, hooks{exit: func(n reference.Node, out *reference.Outbox) {
			n.(*carvalhoRoucairol).deferred.Clear()
			n.Exit(out)
		}}},
	}
}
