package algorithms

import "github.com/mxgen/mxgen/reference"

// normaliseRicartAgrawala computes the normal form of docs/algorithms.md, section
// 0.6.  The ticket of an idle node becomes 0, because the node draws a new one
// before it compares again.  With no-request-flag an idle node compares its
// ticket, which therefore stays.
//
// With arbitrary-number and modulo the normal form subtracts nothing: the range
// of the choice, or the wrap-around, is absolute, and no number grows.
func normaliseRicartAgrawala(w *reference.World) (shift int) {
	if s := &ricartAgrawalaAt(w, 1).ricartAgrawalaSwitches; s.largest == 0 && s.modulo == 0 {
		return lowerTickets(w, ricartAgrawalaTickets, 0)
	}
	for i := range w.N() {
		if n := ricartAgrawalaAt(w, i+1); !n.ticketIsLive() {
			n.num = 0
		}
	}
	return 0
}

func ricartAgrawalaTickets(w *reference.World, i int) (t *tickets, live bool) {
	n := ricartAgrawalaAt(w, i)
	return &n.tickets, n.ticketIsLive()
}

// ticketIsLive reports whether the node may compare num before it draws the next
// ticket.
func (n *ricartAgrawala) ticketIsLive() bool { return n.Phase != reference.Idle || n.noFlag }
