package algorithms

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// ricartAgrawalaProperties are the invariants of docs/algorithms.md, A4.
func ricartAgrawalaProperties(cfg config.Config) []reference.Property {
	all := []reference.Property{
		{Name: "conservation", State: ricartAgrawalaConservation},
		{Name: "deferral", State: ricartAgrawalaDeferral},
	}
	if len(cfg.Variant) == 0 || len(cfg.Variant) == 1 && cfg.Variant.Has("own-number") {
		all = append(all,
			reference.Property{Name: "ticket-order", Step: ricartAgrawalaTicketOrder},
			reference.Property{Name: "bypass", Step: ricartAgrawalaBypass})
	}
	return all
}

// ricartAgrawalaTicketOrder: a node that enters has the first ticket of all
// requests, and a node that requests later draws a higher one.  A world has no
// history of entries, so the property compares with future entries.
func ricartAgrawalaTicketOrder(before *reference.World, e event.Event, _ *reference.World) error {
	if e.Kind != event.Enter {
		return nil
	}
	n := ricartAgrawalaAt(before, e.Node)
	for j := range before.N() {
		o := ricartAgrawalaAt(before, j+1)
		ticket := o.num
		if o.Phase == reference.Idle {
			ticket = o.hi + 1
		}
		if o != n && !n.precedes(n.num, n.ID, ticket, o.ID) {
			return fmt.Errorf("node %d enters with ticket %d before node %d with ticket %d", n.ID, n.num, o.ID, ticket)
		}
	}
	return nil
}

// ricartAgrawalaBypass: a node that has received the REQUEST of a waiting node
// enters before it only with an earlier ticket.  This happens at most once,
// because its next ticket is higher.
func ricartAgrawalaBypass(before *reference.World, e event.Event, _ *reference.World) error {
	if e.Kind != event.Enter {
		return nil
	}
	n := ricartAgrawalaAt(before, e.Node)
	for i := range before.InPhase(reference.Wait).All() {
		o := ricartAgrawalaAt(before, i)
		unheard := slices.ContainsFunc(before.InFlight(), func(f reference.InFlight) bool {
			return f.From == i && f.To == n.ID && f.Msg.Kind == request
		})
		switch {
		case i == n.ID || unheard:
		case n.hi < o.num:
			return fmt.Errorf("node %d has seen no ticket as high as that of node %d, who waits, and may draw a lower one", n.ID, i)
		case !n.precedes(n.num, n.ID, o.num, i):
			return fmt.Errorf("node %d with ticket %d enters before node %d, which waits with ticket %d", n.ID, n.num, i, o.num)
		}
	}
	return nil
}

// ricartAgrawalaConservation: for a waiting node i and another node j exactly
// one of these holds: the REQUEST is under way, i is deferred at j, the REPLY is
// under way, or i has counted the REPLY.  The count does not name nodes, so it
// must equal the number of nodes for which none of the first three holds.
func ricartAgrawalaConservation(w *reference.World) error {
	var open [reference.MaxNodes + 1]reference.Set // open[i]: the nodes that owe i a reply
	owe := func(i, j int) error {
		if open[i].Has(j) {
			return fmt.Errorf("the request of %d to %d exists twice", i, j)
		}
		open[i] = open[i].With(j)
		return nil
	}
	for _, f := range w.InFlight() {
		i, j := f.From, f.To
		if f.Msg.Kind == reply {
			i, j = j, i
		}
		if err := owe(i, j); err != nil {
			return err
		}
	}
	for j := range w.N() {
		for i := range ricartAgrawalaAt(w, j+1).deferred.All() {
			if err := owe(i, j+1); err != nil {
				return err
			}
		}
	}
	for i := range w.N() {
		n := ricartAgrawalaAt(w, i+1)
		if owing := open[n.ID].Len(); n.Phase == reference.Wait && owing+n.replies != n.N-1 {
			return fmt.Errorf("node %d waits with %d replies while %d of %d nodes owe it one", n.ID, n.replies, owing, n.N-1)
		}
	}
	return nil
}

// ricartAgrawalaDeferral: a node that defers is not idle, and its own request
// precedes the deferred one.  Hence at least one node defers nobody, and two
// nodes do not defer each other.
func ricartAgrawalaDeferral(w *reference.World) error {
	deferring := 0
	for j := range w.N() {
		n := ricartAgrawalaAt(w, j+1)
		if n.deferred.Len() > 0 {
			deferring++
		}
		for i := range n.deferred.All() {
			o := ricartAgrawalaAt(w, i)
			switch {
			case n.Phase == reference.Idle:
				return fmt.Errorf("node %d is idle and defers node %d", n.ID, i)
			case !n.precedes(n.num, n.ID, o.num, i):
				return fmt.Errorf("node %d with ticket %d defers node %d with ticket %d", n.ID, n.num, i, o.num)
			case o.deferred.Has(n.ID):
				return fmt.Errorf("nodes %d and %d defer each other", n.ID, i)
			}
		}
	}
	if deferring == w.N() {
		return fmt.Errorf("all %d nodes defer somebody", deferring)
	}
	return nil
}
