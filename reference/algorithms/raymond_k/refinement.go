package raymondk

import (
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// refine is the refinement mapping.
func refine(w *reference.World, cells *reference.Cells) {
	cells.Numbers("num", func(i int) int { return nodeAt(w, i).Num })
	cells.Numbers("hi", func(i int) int { return nodeAt(w, i).Hi })
	cells.Rows("reply_count", func(i int) []int { return nodeAt(w, i).replyCount[1:] })
	cells.Rows("defer_count", func(i int) []int { return nodeAt(w, i).deferCount[1:] })
	refineRequests(w, cells)
	refineReplies(w, cells)
	if w.FIFO() {
		refineOrder(w, cells)
	}
}

// refineRequests maps the REQUESTs: on each link their tickets in
// ascending order.  Several can have one ticket: a node that has received no
// other request draws the same ticket again, possibly before its first REQUEST
// has arrived at the slowest node.
func refineRequests(w *reference.World, cells *reference.Cells) {
	places := max(1, w.System().Config.Rounds)
	var under []int
	w.EachLink(func(j, i int, link []reference.InFlight) {
		under = under[:0]
		for _, f := range link {
			if f.Msg.Kind == common.Request {
				under = append(under, f.Msg.Fields[0])
			}
		}
		slices.Sort(under)
		if len(under) > places {
			cells.Fail("%d REQUESTs are under way from %d to %d, where %d have room", len(under), j, i, places)
			under = under[:places]
		}
		for p := range places {
			ticket := 0
			if p < len(under) {
				ticket = under[p]
			}
			cells.Place("request_net", j, i, "at", p, ticket)
		}
	})
}

// refineReplies maps the REPLYs: for each link and number of answered
// requests, the number of REPLYs under way.  In an unbounded model a REPLY
// answers one request.
func refineReplies(w *reference.World, cells *reference.Cells) {
	refineCounts(w, cells, "reply_net", common.Reply, max(1, w.System().Config.Rounds))
}

// refineOrder maps whether a link has a REQUEST behind a REPLY.
func refineOrder(w *reference.World, cells *reference.Cells) {
	var behind [reference.MaxNodes + 1]reference.Set
	w.EachLink(func(j, i int, link []reference.InFlight) {
		for k, f := range link {
			if k > 0 && f.Msg.Kind == common.Request {
				behind[j] = behind[j].With(i)
			}
		}
	})
	cells.Sets("request_behind", func(j int) reference.Set { return behind[j] })
}

// refineCounts fills name[j].to[i].by[n], for n from 1 to most: the
// number of messages of a class with the number n under way from j to i.
func refineCounts(w *reference.World, cells *reference.Cells, name, class string, most int) {
	var under []int
	w.EachLink(func(j, i int, link []reference.InFlight) {
		under = append(under[:0], make([]int, most+1)...)
		for _, f := range link {
			if f.Msg.Kind != class {
				continue
			}
			if n := f.Msg.Fields[0]; n > most {
				cells.Fail("a %s from %d to %d has the number %d, more than %d", class, j, i, n, most)
			} else {
				under[n]++
			}
		}
		for n := 1; n <= most; n++ {
			cells.Place(name, j, i, "by", n, under[n])
		}
	})
}
