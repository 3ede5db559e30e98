package check

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
)

// program is the space of the Go program's states.  It derives the edges of a state when
// they are asked for.
type program struct {
	at     *reference.World
	states []string          // by number
	number map[string]uint32 // of a state
	edges  [][]edge          // by state, nil: not derived yet
	events []event.Event     // by label
	label  map[string]uint32 // of an event
	bytes  int64
}

func newProgram(sys *reference.System) *program {
	return &program{at: sys.World(), number: map[string]uint32{}, label: map[string]uint32{}}
}

func (s *program) start() uint32                   { return s.state(s.at.System().World().AppendState(nil)) }
func (s *program) event(label uint32) *event.Event { return &s.events[label] }
func (s *program) stutters(*trace.Line) bool       { return false }
func (s *program) size() int64                     { return s.bytes }

// state numbers a state.
func (s *program) state(key []byte) uint32 {
	n, known := s.number[string(key)]
	if !known {
		n = uint32(len(s.states))
		text := string(key)
		s.states, s.number[text], s.edges = append(s.states, text), n, append(s.edges, nil)
		s.bytes += int64(len(text)) + 100
	}
	return n
}

// edgesOf derives the edges of a state once.
func (s *program) edgesOf(state uint32) []edge {
	if s.edges[state] != nil {
		return s.edges[state]
	}
	s.at.SetState([]byte(s.states[state]))
	all := []edge{}
	for e := range s.at.Enabled() {
		if _, err := s.at.Step(e); err != nil {
			panic("check: an enabled event cannot happen: " + err.Error())
		}
		text := e.String()
		label, known := s.label[text]
		if !known {
			label = uint32(len(s.events))
			s.label[text], s.events = label, append(s.events, e)
		}
		all = append(all, edge{label, s.state(s.at.AppendState(nil))})
		s.at.Rewind()
	}
	s.edges[state] = all
	s.bytes += 8 * int64(len(all))
	return all
}

// fits tells whether the event, the sends and the state of a line are those of an edge.
func (s *program) fits(from uint32, e edge, l *trace.Line) bool {
	if !fits(l, &s.events[e.label]) {
		return false
	}
	if l.NoSends && l.NoState {
		return true
	}
	s.at.SetState([]byte(s.states[from]))
	one := search{at: s.at}
	return one.step(&s.events[e.label], l)
}
