package suzukikasami

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// refine is the refinement mapping.
func refine(w *reference.World, cells *reference.Cells) {
	cells.Rows("rn", func(i int) []int { return reference.Ints(nodeAt(w, i).rn.Small()) })
	t := common.FindToken(w)
	for j, number := range t.Served(w) {
		cells.Number("ln", j+1, number)
	}
	cells.Queue("queue", queue(w, t), w.N())
	common.RefineNumberedTokenNet(w, cells, t)
}

// queue returns the queue on the token.
func queue(w *reference.World, t common.TokenPlace) []int {
	if t.At > 0 {
		return nodeAt(w, t.At).queue
	}
	return t.Load[min(w.N(), len(t.Load)):]
}
