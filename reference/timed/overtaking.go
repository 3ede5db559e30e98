package timed

import (
	"math/bits"
	"slices"
)

// overtaking counts, for each waiting request, the entries for requests that were
// made later.  Requests have places in the order in which they were made.  Two
// Fenwick trees over the places answer in logarithmic time how many earlier
// requests wait, and how often a request was overtaken.
type overtaking struct {
	waits tree // at a place: 1 if its request waits
	times tree // the sum up to a place: how often its request was overtaken
	next  int  // the next free place

	place  []int32 // of the request of each node, -1 if it does not wait
	before []int32 // how often it was overtaken before the places were renewed
}

func newOvertaking(n int) *overtaking {
	size := 1 << bits.Len(uint(4*n+64))
	o := &overtaking{waits: make(tree, size), times: make(tree, size), place: make([]int32, n+1), before: make([]int32, n+1)}
	for i := range o.place {
		o.place[i] = -1
	}
	return o
}

// request: node i makes a request.
func (o *overtaking) request(i int) {
	if o.next == len(o.waits)-1 {
		o.renew()
	}
	o.next++
	o.place[i], o.before[i] = int32(o.next), 0
	o.waits.add(o.next, 1)
}

// enter: node i enters.  It returns how many waiting requests the entry has
// overtaken, and how often its request was overtaken.
func (o *overtaking) enter(i int) (overtakes, overtaken int) {
	p := int(o.place[i])
	o.place[i] = -1
	o.waits.add(p, -1)
	overtakes = o.waits.sum(p - 1)
	overtaken = int(o.before[i]) + o.times.sum(p)
	if overtakes > 0 { // everything up to p-1 once more
		o.times.add(1, 1)
		o.times.add(p, -1)
	}
	return overtakes, overtaken
}

// renew gives the waiting requests the first places, in the same order.
func (o *overtaking) renew() {
	var waiting []int
	for i, p := range o.place {
		if p >= 0 {
			o.before[i] += int32(o.times.sum(int(p)))
			waiting = append(waiting, i)
		}
	}
	slices.SortFunc(waiting, func(i, j int) int { return int(o.place[i] - o.place[j]) })
	clear(o.waits)
	clear(o.times)
	o.next = 0
	for _, i := range waiting {
		o.next++
		o.place[i] = int32(o.next)
		o.waits.add(o.next, 1)
	}
}

// tree is a Fenwick tree: numbers at the places 1, 2, ..., of which it adds up
// the first ones.
type tree []int32

func (t tree) add(place int, n int32) {
	for ; place < len(t); place += place & -place {
		t[place] += n
	}
}

func (t tree) sum(place int) (sum int) {
	for ; place > 0; place -= place & -place {
		sum += int(t[place])
	}
	return sum
}
