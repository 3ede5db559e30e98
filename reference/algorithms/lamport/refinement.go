package lamport

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// refine is the refinement mapping.
func refine(w *reference.World, cells *reference.Cells) {
	cells.Numbers("clk", func(i int) int { return nodeAt(w, i).clk })
	cells.Rows("q", func(i int) []int { return nodeAt(w, i).q.Small() })
	cells.Sets("ok", func(i int) reference.Set { return nodeAt(w, i).ok.Small() })
	refineNet(w, cells)
}

// refineNet maps the messages of each link in their canonical order: the
// oldest first on a fifo link, by class and stamp on an unordered one.  A fifo
// link holds at most five messages, as a search of all states has shown.  It can
// hold two requests: a node can enter because of a later request or a RELEASE
// of the other node, before that node has received the first request.
func refineNet(w *reference.World, cells *reference.Cells) {
	rounds := w.System().Config.Rounds
	places := 3 * rounds // each request brings one message of each class
	if w.FIFO() && (rounds == 0 || w.N() <= 2 && places > 5) {
		places = 5
	}
	w.EachLink(func(j, i int, link []reference.InFlight) {
		if len(link) > places {
			cells.Fail("%d messages are under way from %d to %d, where %d have room", len(link), j, i, places)
			link = link[:places]
		}
		for k := range places {
			kind := 0
			if k < len(link) {
				kind = kindCode(link[k].Msg.Kind)
			}
			cells.Place("net", j, i, "kind", k, kind)
		}
		for k := range places {
			stamp := 0
			if k < len(link) {
				stamp = link[k].Msg.Fields[0]
			}
			cells.Place("net", j, i, "stamp", k, stamp)
		}
	})
}

// kindCode is the number of a class in the model.
func kindCode(class string) int {
	switch class {
	case common.Request:
		return 1
	case common.Ack:
		return 2
	}
	return 3 // release
}
