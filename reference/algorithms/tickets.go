package algorithms

import "github.com/mxgen/mxgen/reference"

// tickets are the two numbers of a node that orders requests by ticket.
type tickets struct {
	num int // ticket of the last request, kept while idle
	hi  int // highest ticket received
}

// ticketed is how lowerTickets sees node i: its numbers, and whether num may
// still be compared before it is drawn anew.
type ticketed func(w *reference.World, i int) (t *tickets, live bool)

// lowerTickets is the normal form of spec section 0.6.  Tickets are compared,
// maximised and incremented, never read otherwise, so the least of all live
// ones may be subtracted from all.
//
// Live are hi of every node, tickets in REQUESTs under way, and num where the
// algorithm says so; elsewhere num is masked.  No live ticket becomes less than
// floor, for models in which smaller numbers in its place mean something else.
func lowerTickets(w *reference.World, at ticketed, floor int) (shift int) {
	first, _ := at(w, 1)
	least := first.hi
	for i := range w.N() {
		t, live := at(w, i+1)
		least = min(least, t.hi)
		if live {
			least = min(least, t.num-floor)
		} else {
			t.num = 0
		}
	}
	if least == 0 {
		return 0
	}
	for _, f := range w.InFlight() {
		if f.Msg.Kind == request {
			least = min(least, f.Msg.Fields[0]-floor)
		}
	}
	if least == 0 {
		return 0
	}
	for i := range w.N() {
		t, live := at(w, i+1)
		t.hi -= least
		if live {
			t.num -= least
		}
	}
	w.RewriteMessages(func(f *reference.InFlight) {
		if f.Msg.Kind == request {
			f.Msg.Fields[0] -= least
		}
	})
	return least
}

// precedes is the order of requests with tickets that are never drawn again.
func precedes(t, i, u, j int) bool { return t < u || t == u && i < j }
