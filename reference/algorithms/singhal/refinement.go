package singhal

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// refine is the refinement mapping.  The arrays of the token are compared
// once, wherever the token is.
func refine(w *reference.World, cells *reference.Cells) {
	cells.Numbers("own", func(i int) int { return int(nodeAt(w, i).own) })
	cells.Sets("requesters", func(i int) reference.Set { return nodeAt(w, i).others.Small() })
	if nodeAt(w, 1).repaired {
		cells.Sets("asked", func(i int) reference.Set { return nodeAt(w, i).asked.Small() })
	}
	cells.Rows("sn", func(i int) []int { return reference.Ints(nodeAt(w, i).sn.Small()) })
	tsv, tsn, _, _ := token(w)
	for j, state := range tsv {
		cells.Number("tsv", j+1, state)
	}
	for j, number := range tsn {
		cells.Number("tsn", j+1, number)
	}
	common.RefineTokenUnderWay(w, cells, hasSinghalToken)
	refineRequests(w, cells)
	if w.FIFO() {
		refineOrder(w, cells)
	}
}

// token returns the arrays of the token, the first if there are several,
// and its sender and receiver, which are 0 if it is at a node.
func token(w *reference.World) (tsv, tsn []int, from, to int) {
	if at := common.HolderOf(w, hasSinghalToken); at != 0 {
		n := nodeAt(w, at)
		return n.tsv, n.tsn, 0, 0
	}
	size := w.N()
	for _, f := range w.InFlight() {
		if f.Msg.Kind == common.Token {
			return f.Msg.Load[:size], f.Msg.Load[size:], f.From, f.To
		}
	}
	none := make([]int, size)
	return none, none, 0, 0
}

// hasSinghalToken reports whether the token is at node i.
func hasSinghalToken(w *reference.World, i int) bool {
	state := nodeAt(w, i).own
	return state == executing || state == holding
}

// refineRequests maps the REQUESTs: on each link the set of their numbers.
// On a fifo link they arrive in ascending order, because they are sent so.
func refineRequests(w *reference.World, cells *reference.Cells) {
	w.EachLink(func(j, i int, link []reference.InFlight) {
		var numbers reference.Set
		youngest := 0
		for _, f := range link {
			if f.Msg.Kind != common.Request {
				continue
			}
			number := f.Msg.Fields[0]
			if number > common.MaxNumberedRounds {
				cells.Fail("a REQUEST from %d to %d has the number %d, more than %d", j, i, number, common.MaxNumberedRounds)
				continue
			}
			if w.FIFO() && number < youngest {
				cells.Fail("a REQUEST %d is behind a REQUEST %d from %d to %d", number, youngest, j, i)
			}
			youngest = number
			cells.AddOnce(&numbers, number, f)
		}
		cells.Pair("request_net", j, i, int(numbers))
	})
}

// refineOrder maps the number of the youngest REQUEST that is ahead of the
// TOKEN on its link.  It is 0 if there is no such REQUEST or no TOKEN.
func refineOrder(w *reference.World, cells *reference.Cells) {
	after := 0
	w.EachLink(func(_, _ int, link []reference.InFlight) {
		youngest := 0
		for _, f := range link {
			if f.Msg.Kind == common.Request {
				youngest = f.Msg.Fields[0]
			} else {
				after = youngest
			}
		}
	})
	cells.One("token_after", after)
}
