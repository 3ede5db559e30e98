package trace

import (
	"fmt"
	"iter"
)

// Merge yields the lines of logs, one of each node, in one order: that of their times, and
// in any case one that extends happens-before, so that a message comes after the line that
// sends it.  An id says which line that is; a message without id was under way from the
// start.  The lines are numbered anew.  An error ends them.
func Merge(logs []iter.Seq2[Line, error]) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		m := merge{sent: map[string]bool{}}
		for _, log := range logs {
			next, stop := iter.Pull2(log)
			defer stop()
			m.next = append(m.next, next)
		}
		m.heads = make([]*Line, len(logs))
		for k := range logs {
			if err := m.advance(k); err != nil {
				yield(Line{}, err)
				return
			}
		}
		for seq := 1; ; seq++ {
			l, err := m.take()
			if l == nil && err == nil {
				return
			}
			if err != nil {
				yield(Line{}, err)
				return
			}
			l.Seq = seq
			if !yield(*l, nil) {
				return
			}
		}
	}
}

// merge is a merge under way.
type merge struct {
	next  []func() (Line, error, bool)
	heads []*Line         // the next line of each log, nil at its end
	sent  map[string]bool // ids of the messages under way
}

// advance reads the next line of a log.
func (m *merge) advance(k int) error {
	l, err, more := m.next[k]()
	m.heads[k] = nil
	if more && err == nil {
		m.heads[k] = &l
	}
	return err
}

// take removes the first line, nil at the end.
func (m *merge) take() (*Line, error) {
	first := -1
	var blocked *Line
	for k, l := range m.heads {
		switch {
		case l == nil:
		case l.ID != "" && !m.sent[l.ID]:
			blocked = l
		case first < 0 || l.Time < m.heads[first].Time:
			first = k
		}
	}
	if first < 0 {
		if blocked != nil {
			return nil, fmt.Errorf("%s: no line sends the message %.60q", blocked.Event, blocked.ID)
		}
		return nil, nil
	}
	l := m.heads[first]
	delete(m.sent, l.ID)
	for _, id := range l.SendIDs {
		m.sent[id] = true
	}
	return l, m.advance(first)
}
