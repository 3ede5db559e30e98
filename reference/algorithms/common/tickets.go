package common

import "github.com/mxgen/mxgen/reference"

// Tickets are the two numbers of a node in an algorithm that orders requests by
// ticket.
type Tickets struct {
	Num int // ticket of the last request, kept while idle
	Hi  int // highest ticket received
}

// ticketed returns the numbers of node i, and whether num is live: whether it
// may be compared before the node draws its next ticket.
type ticketed func(w *reference.World, i int) (t *Tickets, live bool)

// LowerTickets computes the normal form of docs/algorithms.md, section 0.6, and
// returns the number that it has subtracted.  Programs only compare, maximise
// and increment tickets, so the smallest live ticket may be subtracted from
// all.
//
// The live tickets are hi of every node, those in REQUESTs under way, and num
// where at says so; any other num becomes 0.  No live num and no ticket under
// way becomes less than floor: in some models a smaller number in its place has
// another meaning.
func LowerTickets(w *reference.World, at ticketed, floor int) (shift int) {
	first, _ := at(w, 1)
	least := first.Hi
	for i := range w.N() {
		t, live := at(w, i+1)
		least = min(least, t.Hi)
		if live {
			least = min(least, t.Num-floor)
		} else {
			t.Num = 0
		}
	}
	if least == 0 {
		return 0
	}
	for _, f := range w.InFlight() {
		if f.Msg.Kind == Request {
			least = min(least, f.Msg.Fields[0]-floor)
		}
	}
	if least == 0 {
		return 0
	}
	for i := range w.N() {
		t, live := at(w, i+1)
		t.Hi -= least
		if live {
			t.Num -= least
		}
	}
	w.RewriteMessages(func(f *reference.InFlight) {
		if f.Msg.Kind == Request {
			f.Msg.Fields[0] -= least
		}
	})
	return least
}

// Precedes is the order of requests (ticket, node): by ticket, then by node.
func Precedes(t, i, u, j int) bool { return t < u || t == u && i < j }
