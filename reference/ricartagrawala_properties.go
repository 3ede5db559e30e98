package reference

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
)

// ricartAgrawalaProperties are the invariants of spec A4.
func ricartAgrawalaProperties(config.Config) []Property {
	return []Property{
		{Name: "conservation", State: ricartAgrawalaConservation},
		{Name: "deferral", State: ricartAgrawalaDeferral},
	}
}

// ricartAgrawalaConservation: of the request of a waiting node i to j there
// is exactly one thing: the REQUEST under way, i deferred at j, the REPLY
// under way, or the REPLY counted.  A count has no names in it, so it must
// equal the number of nodes at which none of the first three is.
func ricartAgrawalaConservation(w *World) error {
	var open [MaxNodes + 1]Set // open[i]: the nodes that owe i a reply
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
	for j := range w.nodes {
		for i := range ricartAgrawalaAt(w, j+1).deferred.All() {
			if err := owe(i, j+1); err != nil {
				return err
			}
		}
	}
	for i := range w.nodes {
		n := ricartAgrawalaAt(w, i+1)
		if owing := open[n.ID].Len(); n.Phase == Wait && owing+n.replies != n.N-1 {
			return fmt.Errorf("node %d waits with %d replies while %d of %d nodes owe it one", n.ID, n.replies, owing, n.N-1)
		}
	}
	return nil
}

// ricartAgrawalaDeferral: a node defers only while it wants to enter, and
// only requests that its own precedes, so never do all nodes defer, and each
// pair has at most one deferral.
func ricartAgrawalaDeferral(w *World) error {
	deferring := 0
	for j := range w.nodes {
		n := ricartAgrawalaAt(w, j+1)
		if n.deferred != 0 {
			deferring++
		}
		for i := range n.deferred.All() {
			o := ricartAgrawalaAt(w, i)
			switch {
			case n.Phase == Idle:
				return fmt.Errorf("node %d is idle and defers node %d", n.ID, i)
			case !n.precedes(n.num, n.ID, o.num, i):
				return fmt.Errorf("node %d with ticket %d defers node %d with ticket %d", n.ID, n.num, i, o.num)
			case o.deferred.Has(n.ID):
				return fmt.Errorf("nodes %d and %d defer each other", n.ID, i)
			}
		}
	}
	if deferring == len(w.nodes) {
		return fmt.Errorf("all %d nodes defer somebody", deferring)
	}
	return nil
}
