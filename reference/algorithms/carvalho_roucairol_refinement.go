package algorithms

import "github.com/mxgen/mxgen/reference"

// refineCarvalhoRoucairol is the refinement mapping.
func refineCarvalhoRoucairol(w *reference.World, cells *reference.Cells) {
	cells.Numbers("num", func(i int) int { return carvalhoRoucairolAt(w, i).num })
	cells.Numbers("hi", func(i int) int { return carvalhoRoucairolAt(w, i).hi })
	cells.Sets("deferred", func(i int) reference.Set { return carvalhoRoucairolAt(w, i).deferred.Small() })
	cells.Sets("authorised", func(i int) reference.Set { return carvalhoRoucairolAt(w, i).authorised.Small() })
	refineCarvalhoRoucairolNet(w, cells)
}

// refineCarvalhoRoucairolNet maps the messages: the ticket of the REQUEST on
// each link, the set of nodes to which each has sent a REPLY, and with fifo
// whether a REQUEST is behind a REPLY.
func refineCarvalhoRoucairolNet(w *reference.World, cells *reference.Cells) {
	var replies, behind [reference.MaxNodes + 1]reference.Set
	w.EachLink(func(j, i int, link []reference.InFlight) {
		ticket := 0
		for _, f := range link {
			switch {
			case f.Msg.Kind == reply:
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
