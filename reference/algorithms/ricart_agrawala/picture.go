package ricartagrawala

import (
	"fmt"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// draw draws the virtual queue (Ben-Ari, section 10.3): the nodes that have requested in
// the order of their tickets, each with the nodes that it defers.
func draw(w *reference.World) reference.Picture {
	before := func(i, j int) bool {
		a, b := nodeAt(w, i), nodeAt(w, j)
		return a.precedes(a.Num, i, b.Num, j)
	}
	notes := func(i int) []string {
		n := nodeAt(w, i)
		return []string{fmt.Sprintf("ticket %d", n.Num), fmt.Sprintf("%d of %d replies", n.replies, n.N-1)}
	}
	deferred := common.ByNode(w, "defers")
	deferred.Rows = common.Rows(w, func(i, j int) reference.Cell {
		if !nodeAt(w, i).deferred.Has(j) {
			return reference.Cell{}
		}
		return reference.Cell{Text: "•", Mark: reference.Notable}
	})
	return reference.Picture{
		{Title: "virtual queue", Queue: common.QueueOf(w, common.WaitingFirst(w, before), notes)},
		{Title: "deferred replies", Table: deferred},
	}
}
