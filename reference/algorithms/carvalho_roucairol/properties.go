package carvalhoroucairol

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
)

func properties(config.Config) []reference.Property {
	return []reference.Property{{Name: "authorisation", State: authorisation}}
}

// authorisation: two nodes do not have each other's
// authorisation.
func authorisation(w *reference.World) error {
	for i := range w.N() {
		for j := range nodeAt(w, i+1).authorised.All() {
			if nodeAt(w, j).authorised.Has(i + 1) {
				return fmt.Errorf("nodes %d and %d have each other's authorisation", i+1, j)
			}
		}
	}
	return nil
}
