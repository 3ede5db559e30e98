package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/reference"
)

// drawCarvalhoRoucairol draws the virtual queue, as of Ricart and Agrawala's algorithm, and who has whose
// authorisation.
func drawCarvalhoRoucairol(w *reference.World) reference.Picture {
	before := func(i, j int) bool {
		return precedes(carvalhoRoucairolAt(w, i).num, i, carvalhoRoucairolAt(w, j).num, j)
	}
	notes := func(i int) []string {
		n := carvalhoRoucairolAt(w, i)
		return []string{fmt.Sprintf("ticket %d", n.num), fmt.Sprintf("%d of %d", n.authorised.Len(), n.N-1)}
	}
	authorised := byNode(w, "of")
	authorised.Rows = rows(w, func(i, j int) reference.Cell {
		switch n := carvalhoRoucairolAt(w, i); {
		case n.authorised.Has(j):
			return reference.Cell{Text: "has", Mark: reference.Notable}
		case n.deferred.Has(j):
			return reference.Cell{Text: "defers", Mark: reference.Alarm}
		}
		return reference.Cell{}
	})
	return reference.Picture{
		{Title: "virtual queue", Queue: queueOf(w, waitingFirst(w, before), notes)},
		{Title: "authorisations that a node has, and nodes that it defers", Table: authorised},
	}
}
