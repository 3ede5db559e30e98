package ricartagrawala

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// refine is the refinement mapping.  The model omits the ticket of
// a REQUEST under way, because it equals num of the sender; the mapping checks
// this.
func refine(w *reference.World, cells *reference.Cells) {
	cells.Numbers("num", func(i int) int { return nodeAt(w, i).Num })
	cells.Numbers("hi", func(i int) int { return nodeAt(w, i).Hi })
	cells.Numbers("replies", func(i int) int { return nodeAt(w, i).replies })
	cells.Sets("deferred", func(i int) reference.Set { return nodeAt(w, i).deferred.Small() })
	var requests, replies, behind [reference.MaxNodes + 1]reference.Set
	for _, f := range w.InFlight() {
		switch f.Msg.Kind {
		case common.Request:
			cells.AddOnce(&requests[f.From], f.To, f)
			if replies[f.From].Has(f.To) {
				behind[f.From] = behind[f.From].With(f.To)
			}
			if num := nodeAt(w, f.From).Num; f.Msg.Fields[0] != num {
				cells.Fail("the REQUEST from %d to %d has ticket %d, but num[%d] is %d", f.From, f.To, f.Msg.Fields[0], f.From, num)
			}
		case common.Reply:
			cells.AddOnce(&replies[f.From], f.To, f)
		}
	}
	cells.Sets("request_to", func(j int) reference.Set { return requests[j] })
	cells.Sets("reply_to", func(j int) reference.Set { return replies[j] })
	if !w.FIFO() {
		return
	}
	cells.Sets("request_behind", func(j int) reference.Set { return behind[j] })
}
