package tokenring

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// properties are the invariants of docs/algorithms.md, A2.
func properties(config.Config) []reference.Property {
	return []reference.Property{
		common.ExactlyOne(common.Token, func(w *reference.World, i int) bool { return nodeAt(w, i).token }),
		{Name: "bypass", Step: bypass},
	}
}

// bypass: between the request and the entry of a node every other node
// enters at most once.  A world has no history of entries, so the property
// checks three conditions on steps that imply the bound: the token moves to the
// successor only, a node that leaves passes it on, and the token does not leave
// a waiting node.  A node then enters again only after the token was at every
// other node, and the token stays at a node that waits.
func bypass(before *reference.World, e event.Event, after *reference.World) error {
	was, is := place(before), place(after)
	switch {
	case was == 0 || is == 0:
		return nil // the property token sees to that
	case is == was && e.Kind == event.Exit && before.N() > 1:
		return fmt.Errorf("node %d leaves and keeps the token", e.Node)
	case is != was && is != nodeAt(before, was).next:
		return fmt.Errorf("the token goes from node %d to %d instead of %d", was, is, nodeAt(before, was).next)
	case is != was && before.Phase(was) == reference.Wait:
		return fmt.Errorf("the token passes node %d, which waits", was)
	}
	return nil
}

// place returns the node that has the token or receives it next, 0 if
// there is no token.
func place(w *reference.World) int {
	for i := range w.N() {
		if nodeAt(w, i+1).token {
			return i + 1
		}
	}
	if flights := w.InFlight(); len(flights) > 0 {
		return flights[0].To
	}
	return 0
}
