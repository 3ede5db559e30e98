package reference

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/reference/event"
)

// Property is a claim about every world (State) or every step (Step); one of
// the two is set.  The error says what is wrong, nil that nothing is.
type Property struct {
	Name  string // by the names of DESIGN.md section 9 and of the spec
	State func(*World) error
	Step  func(before *World, e event.Event, after *World) error
}

// Properties returns the safety properties of the system: mutex, deadlock and
// no-overflow, which all have, and the algorithm's own.
func (s *System) Properties() []Property {
	return append([]Property{
		{Name: "mutex", State: mutex},
		{Name: "deadlock", State: deadlock},
		{Name: "no-overflow", State: noOverflow},
	}, s.Algorithm.Properties(s.Config)...)
}

// InPhase returns the nodes in a phase.
func (w *World) InPhase(p Phase) (s Set) {
	for i, n := range w.nodes {
		if n.client().Phase == p {
			s = s.With(i + 1)
		}
	}
	return s
}

// mutex: at most K nodes are in the critical section (spec 0.5, ME).
func mutex(w *World) error {
	if in := w.InPhase(CS); in.Len() > w.sys.Entries() {
		return fmt.Errorf("nodes %v are in the critical section at once", slices.Collect(in.All()))
	}
	return nil
}

// deadlock: nobody waits while fewer than K are inside, nothing is under way
// and nobody can enter (spec 0.3, DL).  A request that somebody could make
// does not count, because nobody has to make it; neither does an exit.
func deadlock(w *World) error {
	waiting := w.InPhase(Wait)
	if waiting == 0 || w.arrives() || w.InPhase(CS).Len() >= w.sys.Entries() {
		return nil
	}
	for i := range waiting.All() {
		if w.Node(i).MayEnter() {
			return nil
		}
	}
	return fmt.Errorf("nodes %v wait, and no message and no entry can change that", slices.Collect(waiting.All()))
}

// arrives reports whether a message can arrive.
func (w *World) arrives() bool {
	return slices.ContainsFunc(w.InFlight(), func(f InFlight) bool { return f.To != 0 })
}

// noOverflow: the compared state fits the model's variables.
func noOverflow(w *World) error {
	_, err := w.Values(w.cells.values[:0])
	return err
}
