package algorithms

import (
	"fmt"
	"strconv"

	"github.com/mxgen/mxgen/reference"
)

// drawRaymondK draws who is inside, the virtual queue of the others, and the REPLYs that nodes owe each
// other.
func drawRaymondK(w *reference.World) reference.Picture {
	before := func(i, j int) bool { return precedes(raymondKAt(w, i).num, i, raymondKAt(w, j).num, j) }
	var waiting []int
	for _, i := range waitingFirst(w, before) {
		if w.Phase(i) == reference.Wait {
			waiting = append(waiting, i)
		}
	}
	notes := func(i int) []string {
		n := raymondKAt(w, i)
		return []string{fmt.Sprintf("ticket %d", n.num), fmt.Sprintf("%d of %d outside", n.outside(), n.N-n.k)}
	}
	owed := byNode(w, "of")
	owed.Rows = rows(w, func(i, j int) reference.Cell {
		n := raymondKAt(w, i)
		switch {
		case n.replyCount[j] > 0 && n.deferCount[j] > 0:
			return reference.Cell{Text: fmt.Sprintf("%d, owes %d", n.replyCount[j], n.deferCount[j]), Mark: reference.Alarm}
		case n.deferCount[j] > 0:
			return reference.Cell{Text: fmt.Sprintf("owes %d", n.deferCount[j]), Mark: reference.Alarm}
		case i == j:
			return reference.Cell{}
		}
		return marked(strconv.Itoa(n.replyCount[j]), reference.Notable, n.replyCount[j] > 0)
	})
	return reference.Picture{
		insiders(w),
		{Title: "virtual queue", Queue: queueOf(w, waiting, notes)},
		{Title: "outstanding replies (reply_count), and those owed (defer_count)", Table: owed},
	}
}
