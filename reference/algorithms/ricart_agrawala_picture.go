package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/reference"
)

// drawRicartAgrawala draws the virtual queue (Ben-Ari, section 10.3): the nodes that have requested in
// the order of their tickets, each with the nodes that it defers.
func drawRicartAgrawala(w *reference.World) reference.Picture {
	before := func(i, j int) bool {
		a, b := ricartAgrawalaAt(w, i), ricartAgrawalaAt(w, j)
		return a.precedes(a.num, i, b.num, j)
	}
	notes := func(i int) []string {
		n := ricartAgrawalaAt(w, i)
		return []string{fmt.Sprintf("ticket %d", n.num), fmt.Sprintf("%d of %d replies", n.replies, n.N-1)}
	}
	deferred := byNode(w, "defers")
	deferred.Rows = rows(w, func(i, j int) reference.Cell {
		if !ricartAgrawalaAt(w, i).deferred.Has(j) {
			return reference.Cell{}
		}
		return reference.Cell{Text: "•", Mark: reference.Notable}
	})
	return reference.Picture{
		{Title: "virtual queue", Queue: queueOf(w, waitingFirst(w, before), notes)},
		{Title: "deferred replies", Table: deferred},
	}
}
