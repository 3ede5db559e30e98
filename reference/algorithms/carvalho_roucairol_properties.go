package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
)

func carvalhoRoucairolProperties(config.Config) []reference.Property {
	return []reference.Property{{Name: "authorisation", State: carvalhoRoucairolAuthorisation}}
}

// carvalhoRoucairolAuthorisation: two nodes do not have each other's
// authorisation.
func carvalhoRoucairolAuthorisation(w *reference.World) error {
	for i := range w.N() {
		for j := range carvalhoRoucairolAt(w, i+1).authorised.All() {
			if carvalhoRoucairolAt(w, j).authorised.Has(i + 1) {
				return fmt.Errorf("nodes %d and %d have each other's authorisation", i+1, j)
			}
		}
	}
	return nil
}
