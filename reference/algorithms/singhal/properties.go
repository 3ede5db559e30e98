package singhal

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// properties are the invariants of docs/algorithms.md, A9.
func properties(config.Config) []reference.Property {
	return []reference.Property{
		common.ExactlyOne(common.Token, hasSinghalToken),
		{Name: "requester", State: requester},
	}
}

// requester: the receiver of a TOKEN under way waits.
func requester(w *reference.World) error {
	for _, f := range w.InFlight() {
		if f.Msg.Kind == common.Token && w.Phase(f.To) != reference.Wait {
			return fmt.Errorf("the token is under way from %d to %d, which does not wait for it", f.From, f.To)
		}
	}
	return nil
}
