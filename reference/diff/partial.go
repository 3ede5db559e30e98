package diff

// partial reads both traces in alternation and compares the sequence of events
// of each node.  It holds only steps whose counterpart in the other trace has
// not been read yet.
//
// After the first difference it continues as long as another difference may
// precede it: until every step that was held at that time has its counterpart.
// It finds the first difference of each node.
func (p pair) partial() (found []difference, events int, err error) {
	m := &matcher{nodes: make([]queue, p[0].Config.N+1)}
	cursors := [2]*cursor{p[0].cursor(), p[1].cursor()}
	defer cursors[0].stop()
	defer cursors[1].stop()
	for !m.settled() && !(cursors[0].ended && cursors[1].ended) {
		for side, c := range cursors {
			if c.ended {
				continue
			}
			s, err := c.read()
			if err != nil {
				return nil, 0, err
			}
			if s == nil {
				m.end(side, c.position)
			} else {
				m.add(side, place{c.position, s})
			}
		}
	}
	return m.found, cursors[0].position - 1, nil
}

// matcher pairs the steps of two traces.
type matcher struct {
	nodes []queue // by node
	ends  [2]int  // position of the end of each trace, 0: not reached
	found []difference
}

// queue has the steps of one node that only one trace has reached.
type queue struct {
	side   int // which trace
	ahead  []place
	index  int  // number of pairs so far
	closed bool // no further difference at this node can precede the others
}

// settled reports whether there is a difference and every node is closed.
func (m *matcher) settled() bool {
	for i := 1; i < len(m.nodes); i++ {
		if !m.nodes[i].closed {
			return false
		}
	}
	return true
}

// add adds the next step of one trace.
func (m *matcher) add(side int, p place) {
	i := p.step.Event.Node
	q := &m.nodes[i]
	other := 1 - side
	switch {
	case q.closed:
	case len(q.ahead) > 0 && q.side == other:
		first := q.ahead[0]
		q.ahead = q.ahead[1:]
		q.index++
		both := sides(side, p, first)
		if how := compareSteps(both[0].step, both[1].step); how != "" {
			m.differ(i, how, both)
		}
	case m.ends[other] > 0:
		q.index++
		m.differ(i, ByEvent, sides(side, p, place{position: m.ends[other]}))
	default:
		q.side, q.ahead = side, append(q.ahead, p)
	}
	m.close()
}

// end ends a trace.  Every step that only the other trace has is a difference.
func (m *matcher) end(side, position int) {
	m.ends[side] = position
	other := 1 - side
	for i := range m.nodes {
		if q := &m.nodes[i]; !q.closed && len(q.ahead) > 0 && q.side == other {
			q.index++
			m.differ(i, ByEvent, sides(other, q.ahead[0], place{position: position}))
		}
	}
	m.close()
}

// sides orders the two places by trace.
func sides(side int, p, other place) [2]place {
	if side == 0 {
		return [2]place{p, other}
	}
	return [2]place{other, p}
}

// differ keeps the first difference of a node.
func (m *matcher) differ(node int, how string, both [2]place) {
	q := &m.nodes[node]
	q.closed, q.ahead = true, nil
	m.found = append(m.found, difference{node: node, index: q.index, differs: how, sides: both})
}

// close closes, after a difference, the nodes without held steps: their further
// steps come after the difference in both files.
func (m *matcher) close() {
	if len(m.found) == 0 {
		return
	}
	for i := range m.nodes {
		if len(m.nodes[i].ahead) == 0 {
			m.nodes[i].closed = true
		}
	}
}
