package suzukikasami

import (
	"strconv"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// draw draws RN of each node, and the token with LN and its queue.  A request that the
// token has not served is marked.
func draw(w *reference.World) reference.Picture {
	place := common.FindToken(w)
	ln := place.Served(w)
	var queue []int
	if place.At != 0 {
		queue = nodeAt(w, place.At).queue
	} else if len(place.Load) > w.N() {
		queue = place.Load[w.N():]
	}
	t := common.ByNode(w, "RN")
	t.Rows = common.Rows(w, func(i, j int) reference.Cell {
		number := int(nodeAt(w, i).rn.At(j))
		return common.Marked(strconv.Itoa(number), reference.Notable, number > ln[j-1])
	})
	return reference.Picture{
		{Title: "highest known requests (rn)", Table: t},
		{Title: "token, " + common.TokenIs(place.At, place.From, place.To), Table: common.TokenRow(w, "LN", ln)},
		{Title: "queue of the token", Queue: common.QueueOf(w, queue, nil)},
	}
}
