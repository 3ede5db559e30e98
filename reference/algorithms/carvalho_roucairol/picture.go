package carvalhoroucairol

import (
	"fmt"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// draw draws the virtual queue, as of Ricart and Agrawala's algorithm, and who has whose
// authorisation.
func draw(w *reference.World) reference.Picture {
	before := func(i, j int) bool {
		return common.Precedes(nodeAt(w, i).Num, i, nodeAt(w, j).Num, j)
	}
	notes := func(i int) []string {
		n := nodeAt(w, i)
		return []string{fmt.Sprintf("ticket %d", n.Num), fmt.Sprintf("%d of %d", n.authorised.Len(), n.N-1)}
	}
	authorised := common.ByNode(w, "of")
	authorised.Rows = common.Rows(w, func(i, j int) reference.Cell {
		switch n := nodeAt(w, i); {
		case n.authorised.Has(j):
			return reference.Cell{Text: "has", Mark: reference.Notable}
		case n.deferred.Has(j):
			return reference.Cell{Text: "defers", Mark: reference.Alarm}
		}
		return reference.Cell{}
	})
	return reference.Picture{
		{Title: "virtual queue", Queue: common.QueueOf(w, common.WaitingFirst(w, before), notes)},
		{Title: "authorisations that a node has, and nodes that it defers", Table: authorised},
	}
}
