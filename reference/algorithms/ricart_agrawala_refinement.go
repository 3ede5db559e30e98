package algorithms

import "github.com/mxgen/mxgen/reference"

// refineRicartAgrawala is the refinement mapping.  The model omits the ticket of
// a REQUEST under way, because it equals num of the sender; the mapping checks
// this.
func refineRicartAgrawala(w *reference.World, cells *reference.Cells) {
	for i := range w.N() {
		cells.Number("num", i+1, ricartAgrawalaAt(w, i+1).num)
	}
	for i := range w.N() {
		cells.Number("hi", i+1, ricartAgrawalaAt(w, i+1).hi)
	}
	for i := range w.N() {
		cells.Number("replies", i+1, ricartAgrawalaAt(w, i+1).replies)
	}
	for i := range w.N() {
		cells.Set("deferred", i+1, ricartAgrawalaAt(w, i+1).deferred)
	}
	var requests, replies, behind [reference.MaxNodes + 1]reference.Set
	for _, f := range w.InFlight() {
		switch f.Msg.Kind {
		case request:
			cells.AddOnce(&requests[f.From], f.To, f)
			if replies[f.From].Has(f.To) {
				behind[f.From] = behind[f.From].With(f.To)
			}
			if num := ricartAgrawalaAt(w, f.From).num; f.Msg.Fields[0] != num {
				cells.Fail("the REQUEST from %d to %d has ticket %d, but num[%d] is %d", f.From, f.To, f.Msg.Fields[0], f.From, num)
			}
		case reply:
			cells.AddOnce(&replies[f.From], f.To, f)
		}
	}
	for j := 1; j <= w.N(); j++ {
		cells.Set("request_to", j, requests[j])
	}
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
