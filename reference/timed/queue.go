package timed

// item is something that will happen: 40 bytes, because there can be a hundred
// million.
type item struct {
	at    float64 // when
	seq   uint64  // order of those at the same time: that in which they were planned
	field int64   // a message: its field if it has one at most, otherwise its place among the bodies
	node  int32   // where, 1..N
	peer  int32   // a message: its sender
	what  what
	class uint8 // a message: its class
	body  body
}

// what happens.
type what uint8

const (
	request what = iota
	receive
	exit
)

// body is where the content of a message is.
type body uint8

const (
	empty    body = iota
	oneField      // in the item
	stored        // among the bodies
)

const itemBytes = 40

func (x *item) before(y *item) bool { return x.at < y.at || x.at == y.at && x.seq < y.seq }

// queue has the items in order of time.  Items that are planned in that order,
// such as messages with a constant delay, wait in a lane, a ring buffer; others
// in a heap, in which each item is before its four children.
type queue struct {
	heap []item

	lane        []item // its length is a power of two, or 0
	first, size int
}

func (q *queue) len() int { return len(q.heap) + q.size }

// follow adds an item to the lane, where no item is later.
func (q *queue) follow(x item) {
	if q.size == len(q.lane) {
		longer := make([]item, max(64, 2*len(q.lane)))
		n := copy(longer, q.lane[q.first:])
		copy(longer[n:], q.lane[:q.first])
		q.lane, q.first = longer, 0
	}
	q.lane[(q.first+q.size)&(len(q.lane)-1)] = x
	q.size++
}

// push adds an item to the heap.
func (q *queue) push(x item) {
	q.heap = append(q.heap, x)
	k := len(q.heap) - 1
	for k > 0 {
		parent := (k - 1) / 4
		if !x.before(&q.heap[parent]) {
			break
		}
		q.heap[k] = q.heap[parent]
		k = parent
	}
	q.heap[k] = x
}

// pop removes the earliest item.  There is at least one.
func (q *queue) pop() item {
	if q.size > 0 && (len(q.heap) == 0 || q.lane[q.first].before(&q.heap[0])) {
		x := q.lane[q.first]
		q.first = (q.first + 1) & (len(q.lane) - 1)
		q.size--
		return x
	}
	top := q.heap[0]
	n := len(q.heap) - 1
	x := q.heap[n]
	q.heap = q.heap[:n]
	k := 0
	for {
		child := 4*k + 1
		if child >= n {
			break
		}
		least := child
		for c := child + 1; c < min(child+4, n); c++ {
			if q.heap[c].before(&q.heap[least]) {
				least = c
			}
		}
		if !q.heap[least].before(&x) {
			break
		}
		q.heap[k] = q.heap[least]
		k = least
	}
	if n > 0 {
		q.heap[k] = x
	}
	return top
}
