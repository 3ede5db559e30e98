package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
)

// singhalProperties are the invariants of docs/algorithms.md, A9.
func singhalProperties(config.Config) []reference.Property {
	return []reference.Property{
		exactlyOne(token, hasSinghalToken),
		{Name: "requester", State: singhalRequester},
	}
}

// singhalRequester: the receiver of a TOKEN under way waits.
func singhalRequester(w *reference.World) error {
	for _, f := range w.InFlight() {
		if f.Msg.Kind == token && w.Phase(f.To) != reference.Wait {
			return fmt.Errorf("the token is under way from %d to %d, which does not wait for it", f.From, f.To)
		}
	}
	return nil
}
