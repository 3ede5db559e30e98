package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// tokenRingProperties are the invariants of spec A2.
func tokenRingProperties(config.Config) []reference.Property {
	return []reference.Property{
		exactlyOne(token, func(w *reference.World, i int) bool { return tokenRingAt(w, i).token }),
		{Name: "bypass", Step: tokenRingBypass},
	}
}

// tokenRingBypass: between a node's request and its entry every other node
// enters at most once.  A world does not know who entered before, so the
// property is what it follows from step by step: the token moves to the next
// node and no further, whoever leaves gives it away, and it does not leave
// a node that waits.  Hence a node that has entered enters again only after
// the token was at every other node, and had it waited there it would have
// stayed.
func tokenRingBypass(before *reference.World, e event.Event, after *reference.World) error {
	was, is := tokenRingPlace(before), tokenRingPlace(after)
	switch {
	case was == 0 || is == 0:
		return nil // the property token sees to that
	case is == was && e.Kind == event.Exit && before.N() > 1:
		return fmt.Errorf("node %d leaves and keeps the token", e.Node)
	case is != was && is != tokenRingAt(before, was).next:
		return fmt.Errorf("the token goes from node %d to %d instead of %d", was, is, tokenRingAt(before, was).next)
	case is != was && before.Phase(was) == reference.Wait:
		return fmt.Errorf("the token passes node %d, which waits", was)
	}
	return nil
}

// tokenRingPlace is where the token is or arrives next, 0 nowhere.
func tokenRingPlace(w *reference.World) int {
	for i := range w.N() {
		if tokenRingAt(w, i+1).token {
			return i + 1
		}
	}
	if flights := w.InFlight(); len(flights) > 0 {
		return flights[0].To
	}
	return 0
}
