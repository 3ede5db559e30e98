package ricartagrawala

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// properties are the invariants of docs/algorithms.md, A4.
func properties(cfg config.Config) []reference.Property {
	all := []reference.Property{
		{Name: "conservation", State: conservation},
		{Name: "deferral", State: deferral},
	}
	if len(cfg.Variant) == 0 || len(cfg.Variant) == 1 && cfg.Variant.Has("own-number") {
		all = append(all,
			reference.Property{Name: "ticket-order", Step: ticketOrder},
			reference.Property{Name: "bypass", Step: bypass})
	}
	return all
}

// ticketOrder: a node that enters has the first ticket of all
// requests, and a node that requests later draws a higher one.  A world has no
// history of entries, so the property compares with future entries.
func ticketOrder(before *reference.World, e event.Event, _ *reference.World) error {
	if e.Kind != event.Enter {
		return nil
	}
	n := nodeAt(before, e.Node)
	for j := range before.N() {
		o := nodeAt(before, j+1)
		ticket := o.Num
		if o.Phase == reference.Idle {
			ticket = o.Hi + 1
		}
		if o != n && !n.precedes(n.Num, n.ID, ticket, o.ID) {
			return fmt.Errorf("node %d enters with ticket %d before node %d with ticket %d", n.ID, n.Num, o.ID, ticket)
		}
	}
	return nil
}

// bypass: a node that has received the REQUEST of a waiting node
// enters before it only with an earlier ticket.  This happens at most once,
// because its next ticket is higher.
func bypass(before *reference.World, e event.Event, _ *reference.World) error {
	if e.Kind != event.Enter {
		return nil
	}
	n := nodeAt(before, e.Node)
	for i := range before.InPhase(reference.Wait).All() {
		o := nodeAt(before, i)
		unheard := slices.ContainsFunc(before.InFlight(), func(f reference.InFlight) bool {
			return f.From == i && f.To == n.ID && f.Msg.Kind == common.Request
		})
		switch {
		case i == n.ID || unheard:
		case n.Hi < o.Num:
			return fmt.Errorf("node %d has seen no ticket as high as that of node %d, who waits, and may draw a lower one", n.ID, i)
		case !n.precedes(n.Num, n.ID, o.Num, i):
			return fmt.Errorf("node %d with ticket %d enters before node %d, which waits with ticket %d", n.ID, n.Num, i, o.Num)
		}
	}
	return nil
}

// conservation: for a waiting node i and another node j exactly
// one of these holds: the REQUEST is under way, i is deferred at j, the REPLY is
// under way, or i has counted the REPLY.  The count does not name nodes, so it
// must equal the number of nodes for which none of the first three holds.
func conservation(w *reference.World) error {
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
		if f.Msg.Kind == common.Reply {
			i, j = j, i
		}
		if err := owe(i, j); err != nil {
			return err
		}
	}
	for j := range w.N() {
		for i := range nodeAt(w, j+1).deferred.All() {
			if err := owe(i, j+1); err != nil {
				return err
			}
		}
	}
	for i := range w.N() {
		n := nodeAt(w, i+1)
		if owing := open[n.ID].Len(); n.Phase == reference.Wait && owing+n.replies != n.N-1 {
			return fmt.Errorf("node %d waits with %d replies while %d of %d nodes owe it one", n.ID, n.replies, owing, n.N-1)
		}
	}
	return nil
}

// deferral: a node that defers is not idle, and its own request
// precedes the deferred one.  Hence at least one node defers nobody, and two
// nodes do not defer each other.
func deferral(w *reference.World) error {
	deferring := 0
	for j := range w.N() {
		n := nodeAt(w, j+1)
		if n.deferred.Len() > 0 {
			deferring++
		}
		for i := range n.deferred.All() {
			o := nodeAt(w, i)
			switch {
			case n.Phase == reference.Idle:
				return fmt.Errorf("node %d is idle and defers node %d", n.ID, i)
			case !n.precedes(n.Num, n.ID, o.Num, i):
				return fmt.Errorf("node %d with ticket %d defers node %d with ticket %d", n.ID, n.Num, i, o.Num)
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
