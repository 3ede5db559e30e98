package ricartagrawalatoken

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// refine is the refinement mapping.
func refine(w *reference.World, cells *reference.Cells) {
	cells.Numbers("num", func(i int) int { return nodeAt(w, i).num })
	cells.Rows("requested", func(i int) []int { return reference.Ints(nodeAt(w, i).requested.Small()) })
	t := common.FindToken(w)
	for j, number := range t.Served(w) {
		cells.Number("granted", j+1, number)
	}
	common.RefineNumberedTokenNet(w, cells, t)
}
