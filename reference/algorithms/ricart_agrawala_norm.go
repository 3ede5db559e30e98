package algorithms

import "github.com/mxgen/mxgen/reference"

// normaliseRicartAgrawala is the normal form of docs/algorithms.md, section 0.6.  The ticket
// of an idle node is masked, because it draws a new one before it compares
// again; with no-request-flag it does compare while idle, and no ticket may
// be masked.
//
// Tickets chosen at will and tickets modulo M are masked but never lowered:
// the choice, or the point at which numbers begin anew, is absolute, and
// nothing grows.
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

// ticketIsLive reports whether num may still be compared before it is drawn
// anew.
func (n *ricartAgrawala) ticketIsLive() bool { return n.Phase != reference.Idle || n.noFlag }
