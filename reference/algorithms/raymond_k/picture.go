package raymondk

import (
	"fmt"
	"strconv"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// draw draws who is inside, the virtual queue of the others, and the REPLYs that nodes owe each
// other.
func draw(w *reference.World) reference.Picture {
	before := func(i, j int) bool { return common.Precedes(nodeAt(w, i).Num, i, nodeAt(w, j).Num, j) }
	var waiting []int
	for _, i := range common.WaitingFirst(w, before) {
		if w.Phase(i) == reference.Wait {
			waiting = append(waiting, i)
		}
	}
	notes := func(i int) []string {
		n := nodeAt(w, i)
		return []string{fmt.Sprintf("ticket %d", n.Num), fmt.Sprintf("%d of %d outside", n.outside(), n.N-n.k)}
	}
	owed := common.ByNode(w, "of")
	owed.Rows = common.Rows(w, func(i, j int) reference.Cell {
		n := nodeAt(w, i)
		switch {
		case n.replyCount[j] > 0 && n.deferCount[j] > 0:
			return reference.Cell{Text: fmt.Sprintf("%d, owes %d", n.replyCount[j], n.deferCount[j]), Mark: reference.Alarm}
		case n.deferCount[j] > 0:
			return reference.Cell{Text: fmt.Sprintf("owes %d", n.deferCount[j]), Mark: reference.Alarm}
		case i == j:
			return reference.Cell{}
		}
		return common.Marked(strconv.Itoa(n.replyCount[j]), reference.Notable, n.replyCount[j] > 0)
	})
	return reference.Picture{
		common.Insiders(w),
		{Title: "virtual queue", Queue: common.QueueOf(w, waiting, notes)},
		{Title: "outstanding replies (reply_count), and those owed (defer_count)", Table: owed},
	}
}
