package algorithms

import (
	"fmt"
	"strconv"

	"github.com/mxgen/mxgen/reference"
)

// drawLamport draws the queue of all requests by stamp, and what each node knows of it.
func drawLamport(w *reference.World) reference.Picture {
	stamp := func(i int) int { return lamportAt(w, i).q[i] }
	before := func(i, j int) bool { return precedes(stamp(i), i, stamp(j), j) }
	notes := func(i int) []string { return []string{fmt.Sprintf("stamp %d", stamp(i))} }
	known := byNode(w, "q")
	known.Rows = rows(w, func(i, j int) reference.Cell {
		n := lamportAt(w, i)
		text := "-"
		if n.q[j] != 0 {
			text = strconv.Itoa(n.q[j])
		}
		if n.Phase != reference.Idle && n.ok.Has(j) {
			return reference.Cell{Text: text + " ok", Mark: reference.Notable}
		}
		return reference.Cell{Text: text}
	})
	return reference.Picture{
		{Title: "virtual queue", Queue: queueOf(w, waitingFirst(w, before), notes)},
		{Title: "requests that each node knows (q), and later messages (ok)", Table: known},
	}
}
