package reference

import (
	"math/rand/v2"
	"slices"

	"github.com/mxgen/mxgen/reference/event"
)

// OwnEvent returns an enabled event of the node's client, with a random choice where the
// algorithm leaves one.  It enters and leaves before it requests; requests says whether the
// client wants anything more.
func OwnEvent(n Node, requests bool, random *rand.Rand) (event.Event, bool) {
	for _, kind := range []event.Kind{event.Enter, event.Exit, event.Request} {
		e := event.Event{Kind: kind, Node: n.client().ID}
		if kind == event.Request {
			if !requests {
				continue
			}
			if k := n.Choices(); k > 0 {
				e.Choice = 1 + random.IntN(k)
			}
		}
		if kind == event.Exit {
			if targets := slices.Collect(n.Targets().All()); len(targets) > 0 {
				e.Choice = targets[random.IntN(len(targets))]
			}
		}
		if Enabled(n, e) {
			return e, true
		}
	}
	return event.Event{}, false
}

// PhaseOf returns where the node's client is.
func PhaseOf(n Node) Phase { return n.client().Phase }
