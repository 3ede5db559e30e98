package algorithms

import "github.com/mxgen/mxgen/reference"

// refineCarvalhoRoucairol is the refinement mapping.
func refineCarvalhoRoucairol(w *reference.World, cells *reference.Cells) {
	for i := range w.N() {
		cells.Number("num", i+1, carvalhoRoucairolAt(w, i+1).num)
	}
	for i := range w.N() {
		cells.Number("hi", i+1, carvalhoRoucairolAt(w, i+1).hi)
	}
	for i := range w.N() {
		cells.Set("deferred", i+1, carvalhoRoucairolAt(w, i+1).deferred)
	}
	for i := range w.N() {
		cells.Set("authorised", i+1, carvalhoRoucairolAt(w, i+1).authorised)
	}
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
	for j := 1; j <= w.N(); j++ {
		cells.Set("reply_to", j, replies[j])
	}
	if !w.FIFO() {
		return
	}
	for j := 1; j <= w.N(); j++ {
		cells.Set("request_behind", j, behind[j])
	}
}
