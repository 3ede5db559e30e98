package reference

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
)

// singhalProperties are the invariants of spec A9.
func singhalProperties(config.Config) []Property {
	return []Property{
		exactlyOne(token, hasSinghalToken),
		{Name: "requester", State: singhalRequester},
	}
}

// singhalRequester: the token goes to a node that waits for it.
func singhalRequester(w *World) error {
	for _, f := range w.InFlight() {
		if f.Msg.Kind == token && w.Phase(f.To) != Wait {
			return fmt.Errorf("the token is under way from %d to %d, which does not wait for it", f.From, f.To)
		}
	}
	return nil
}
