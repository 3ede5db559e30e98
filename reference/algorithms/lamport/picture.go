package lamport

import (
	"fmt"
	"strconv"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// draw draws the queue of all requests by stamp, and what each node knows of it.
func draw(w *reference.World) reference.Picture {
	stamp := func(i int) int { return nodeAt(w, i).q.At(i) }
	before := func(i, j int) bool { return common.Precedes(stamp(i), i, stamp(j), j) }
	notes := func(i int) []string { return []string{fmt.Sprintf("stamp %d", stamp(i))} }
	known := common.ByNode(w, "q")
	known.Rows = common.Rows(w, func(i, j int) reference.Cell {
		n := nodeAt(w, i)
		text := "-"
		if n.q.At(j) != 0 {
			text = strconv.Itoa(n.q.At(j))
		}
		if n.Phase != reference.Idle && n.ok.Has(j) {
			return reference.Cell{Text: text + " ok", Mark: reference.Notable}
		}
		return reference.Cell{Text: text}
	})
	return reference.Picture{
		{Title: "virtual queue", Queue: common.QueueOf(w, common.WaitingFirst(w, before), notes)},
		{Title: "requests that each node knows (q), and later messages (ok)", Table: known},
	}
}
