package timed

import "github.com/mxgen/mxgen/reference"

// queueChanges adds to the number of waiting nodes.
func (r *run) queueChanges(by int) {
	r.countQueue()
	r.waiting += by
	r.measured.MostWaiting = max(r.measured.MostWaiting, r.waiting)
}

// countQueue completes the integral of the number of waiting nodes.
func (r *run) countQueue() {
	r.batch.Queue += float64(r.waiting) * (r.now - r.counted)
	r.counted = r.now
}

// beginBatch begins an empty batch now.
func (r *run) beginBatch() {
	messages := make([]int, len(r.classes))
	r.batch = Batch{Messages: messages}
	r.begun, r.counted = r.now, r.now
}

// endBatch ends the batch and begins the next one.
func (r *run) endBatch() {
	r.countQueue()
	r.batch.Time = r.now - r.begun
	r.measured.Batches = append(r.measured.Batches, r.batch)
	r.beginBatch()
}

// forget forgets what was measured during the warm-up.
func (r *run) forget() {
	r.measured = Measured{Events: r.measured.Events, MostWaiting: r.waiting}
	clear(r.entries)
	clear(r.handled)
	r.traffic = linkCounts{}
	if r.cost != nil {
		r.cost.recorded = 0
	}
	r.beginBatch()
}

// finish returns what was measured.
func (r *run) finish() Measured {
	m := r.measured
	m.Time = r.now
	for i, n := range r.entries {
		m.Squares += float64(n) * float64(n)
		if h := int(r.handled[i]); h > m.BusiestMessages {
			m.Busiest, m.BusiestMessages = i, h
		}
	}
	for i, n := range r.nodes {
		if reference.PhaseOf(n) == reference.Wait {
			m.OldestWait = max(m.OldestWait, r.now-r.since[i+1])
		}
	}
	from, to, count := r.traffic.busiest()
	m.From, m.To, m.LinkMessages = from, to, int(count)
	return m
}
