package timed

import (
	"math/rand/v2"
	"testing"

	"github.com/mxgen/mxgen/reference/event"
)

// TestQueue: items leave in the order of time, those of one time in the order in
// which they were planned, whether they waited in the heap or in the lane.
func TestQueue(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var q queue
	now, seq, left := 0.0, uint64(0), 0
	var last item
	for k := range 20_000 {
		if left > 0 && (k > 15_000 || random.IntN(5) < 2) {
			x := q.pop()
			if x.before(&last) {
				t.Fatalf("%+v after %+v", x, last)
			}
			last, now = x, x.at
			left--
			continue
		}
		seq++
		left++
		if x := (item{seq: seq}); random.IntN(2) == 0 {
			x.at = now + 10
			q.follow(x)
		} else {
			x.at = now + float64(random.IntN(20)) // some at the same time
			q.push(x)
		}
	}
	if q.len() != left {
		t.Errorf("%d left, not %d", q.len(), left)
	}
}

// TestOvertaking: the counts are those of a list of the waiting requests.
func TestOvertaking(t *testing.T) {
	const n = 7
	random := rand.New(rand.NewPCG(1, 1))
	o := newOvertaking(n)
	var list []int // nodes that wait, by age
	passed := map[int]int{}
	for range 5000 {
		i := 1 + random.IntN(n)
		at := -1
		for k, j := range list {
			if j == i {
				at = k
			}
		}
		if at < 0 {
			o.request(i)
			list, passed[i] = append(list, i), 0
			continue
		}
		overtakes, overtaken := o.enter(i)
		if overtakes != at || overtaken != passed[i] {
			t.Fatalf("node %d: overtakes %d, not %d; was overtaken %d times, not %d", i, overtakes, at, overtaken, passed[i])
		}
		for _, j := range list[:at] {
			passed[j]++
		}
		list = append(list[:at], list[at+1:]...)
	}
}

// TestLinks: the counts are those of a map.
func TestLinks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var l linkCounts
	counts := map[[2]int32]uint32{}
	for k := range 3000 {
		from, to := 1+random.Int32N(20), 1+random.Int32N(20)
		if k%50 > 0 {
			l.add(from, to)
			counts[[2]int32{from, to}]++
			continue
		}
		var sends []event.Send
		for to := range int32(20) {
			if to+1 != from {
				sends = append(sends, event.Send{To: int(to + 1)})
				counts[[2]int32{from, to + 1}]++
			}
		}
		if !l.addAll(int(from), sends, 20) || l.addAll(int(from), sends[1:], 20) {
			t.Fatal("a broadcast is no broadcast, or what is none is one")
		}
		if sends[7].To = int(from); l.addAll(int(from), sends, 20) {
			t.Fatal("a broadcast leaves one out")
		}
	}
	from, to, count := l.busiest()
	for link, c := range counts {
		if c > count || c == count && (int(link[0]) < from || int(link[0]) == from && int(link[1]) < to) {
			t.Errorf("%v has %d messages, the busiest is %d->%d with %d", link, c, from, to, count)
		}
	}
	if counts[[2]int32{int32(from), int32(to)}] != count || l.used > len(counts) {
		t.Errorf("%d->%d has %d messages; %d links of %d", from, to, count, l.used, len(counts))
	}
	only := linkCounts{}
	only.addAll(1, []event.Send{{To: 2}, {To: 3}}, 3)
	if from, to, count := only.busiest(); from != 1 || to != 2 || count != 1 {
		t.Errorf("of a broadcast alone: %d->%d with %d", from, to, count)
	}
	full := linkCounts{links: make([]uint64, 2*maxLinks), counts: make([]uint32, 2*maxLinks), used: maxLinks}
	full.add(1, 2)
	full.add(1, 2)
	if from, to, count := full.busiest(); !full.full || from != 0 || to != 0 || count != 0 {
		t.Errorf("of too many links: %d->%d with %d", from, to, count)
	}
}
