package carvalhoroucairol

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// refine is the refinement mapping.
func refine(w *reference.World, cells *reference.Cells) {
	cells.Numbers("num", func(i int) int { return nodeAt(w, i).Num })
	cells.Numbers("hi", func(i int) int { return nodeAt(w, i).Hi })
	cells.Sets("deferred", func(i int) reference.Set { return nodeAt(w, i).deferred.Small() })
	cells.Sets("authorised", func(i int) reference.Set { return nodeAt(w, i).authorised.Small() })
	refineNet(w, cells)
}

// refineNet maps the messages: the ticket of the REQUEST on
// each link, the set of nodes to which each has sent a REPLY, and with fifo
// whether a REQUEST is behind a REPLY.
func refineNet(w *reference.World, cells *reference.Cells) {
	var replies, behind [reference.MaxNodes + 1]reference.Set
	w.EachLink(func(j, i int, link []reference.InFlight) {
		ticket := 0
		for _, f := range link {
			switch {
			case f.Msg.Kind == common.Reply:
				cells.AddOnce(&replies[j], i, f)
			case ticket != 0:
				cells.Fail("a second REQUEST is under way from %d to %d", j, i)
			default:
				ticket = f.Msg.Fields[0]
				if replies[j].Has(i) {
					behind[j] = behind[j].With(i)
				}
			}
		}
		cells.Pair("request_net", j, i, ticket)
	})
	cells.Sets("reply_to", func(j int) reference.Set { return replies[j] })
	if !w.FIFO() {
		return
	}
	cells.Sets("request_behind", func(j int) reference.Set { return behind[j] })
}
