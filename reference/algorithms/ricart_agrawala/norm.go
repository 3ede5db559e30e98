package ricartagrawala

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// normalise computes the normal form of docs/algorithms.md, section
// 0.6.  The ticket of an idle node becomes 0, because the node draws a new one
// before it compares again.  With no-request-flag an idle node compares its
// ticket, which therefore stays.
//
// With arbitrary-number and modulo the normal form subtracts nothing: the range
// of the choice, or the wrap-around, is absolute, and no number grows.
func normalise(w *reference.World) (shift int) {
	if s := &nodeAt(w, 1).switches; s.largest == 0 && s.modulo == 0 {
		return common.LowerTickets(w, tickets, 0)
	}
	for i := range w.N() {
		if n := nodeAt(w, i+1); !n.ticketIsLive() {
			n.Num = 0
		}
	}
	return 0
}

func tickets(w *reference.World, i int) (t *common.Tickets, live bool) {
	n := nodeAt(w, i)
	return &n.Tickets, n.ticketIsLive()
}

// ticketIsLive reports whether the node may compare num before it draws the next
// ticket.
func (n *node) ticketIsLive() bool { return n.Phase != reference.Idle || n.noFlag }
