package diff

import (
	"iter"

	"github.com/mxgen/mxgen/reference/trace"
)

// cursor reads one trace and counts its steps.
type cursor struct {
	next     func() (trace.Step, error, bool)
	stop     func()
	position int // of the step that was read last; at the end one more
	ended    bool
}

func (s Side) cursor() *cursor {
	next, stop := iter.Pull2(s.Steps())
	return &cursor{next: next, stop: stop}
}

// read returns the next step, nil at the end.
func (c *cursor) read() (*trace.Step, error) {
	s, err, more := c.next()
	if err != nil {
		return nil, err
	}
	c.position++
	if !more {
		c.ended = true
		return nil, nil
	}
	return &s, nil
}

// exact finds the first step that differs.
func (p pair) exact() (found []difference, events int, err error) {
	a, b := p[0].cursor(), p[1].cursor()
	defer a.stop()
	defer b.stop()
	for {
		s, err := a.read()
		if err != nil {
			return nil, 0, err
		}
		t, err := b.read()
		if err != nil {
			return nil, 0, err
		}
		d := difference{index: a.position, differs: ByEvent, sides: [2]place{{a.position, s}, {b.position, t}}}
		switch {
		case s == nil && t == nil:
			return nil, events, nil
		case s == nil:
			d.node = t.Event.Node
		case t == nil:
			d.node = s.Event.Node
		default:
			if d.differs = compareSteps(s, t); d.differs == "" {
				events++
				continue
			}
			if s.Event.Node == t.Event.Node {
				d.node = s.Event.Node
			}
		}
		return []difference{d}, 0, nil
	}
}
