package reference

// normaliseRicartAgrawala is the normal form of spec section 0.6.  Tickets
// are compared, maximised and incremented, never read otherwise, so the least
// of all live ones may be subtracted from all.
//
// Live are hi of every node, tickets in REQUESTs under way, and num of every
// node that is not idle: an idle node draws a new ticket before it compares
// again, so its old one is masked.  With no-request-flag it does compare
// while idle; then every num is live and none may be masked.  With tickets
// chosen at will nothing is shifted, because the choice is absolute, and
// nothing grows.
func normaliseRicartAgrawala(w *World) (shift int) {
	switches := ricartAgrawalaAt(w, 1).ricartAgrawalaSwitches
	least := ricartAgrawalaAt(w, 1).hi
	for i := range w.nodes {
		n := ricartAgrawalaAt(w, i+1)
		least = min(least, n.hi)
		if n.ticketIsLive() {
			least = min(least, n.num)
		} else {
			n.num = 0
		}
	}
	if least == 0 || switches.tickets > 0 {
		return 0
	}
	for _, f := range w.InFlight() {
		if f.Msg.Kind == request {
			least = min(least, f.Msg.Fields[0])
		}
	}
	for i := range w.nodes {
		n := ricartAgrawalaAt(w, i+1)
		n.hi -= least
		if n.ticketIsLive() {
			n.num -= least
		}
	}
	w.rewrite(func(f *InFlight) {
		if f.Msg.Kind == request {
			f.Msg.Fields[0] -= least
		}
	})
	return least
}

// ticketIsLive reports whether num may still be compared before it is drawn
// anew.
func (n *ricartAgrawala) ticketIsLive() bool { return n.Phase != Idle || n.noFlag }
