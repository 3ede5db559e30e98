package reference

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/reference/event"
)

// Property is an invariant of every world (State) or of every step (Step); one
// of the two is set.  The function returns nil if the property holds, and
// otherwise an error that describes the violation.
type Property struct {
	Name  string // as in docs/design.md and docs/algorithms.md
	State func(*World) error
	Step  func(before *World, e event.Event, after *World) error
}

// Properties returns the safety properties of the system: mutex, deadlock and
// no-overflow, which every algorithm has, and the algorithm's own.
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

// mutex: at most K nodes are in the critical section (docs/algorithms.md, 0.5).
func mutex(w *World) error {
	if in := w.InPhase(CS); in.Len() > w.sys.Entries() {
		return fmt.Errorf("%s are in the critical section at once", in.InWords())
	}
	return nil
}

// deadlock: it is a violation if a node waits, fewer than K nodes are in the
// critical section, no message is under way and no node can enter
// (docs/algorithms.md, 0.3).  An enabled request or exit does not resolve it,
// because a node need not request, and with fewer than K nodes inside an entry
// must be possible without an exit.
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
	wait := "wait"
	if waiting.Len() == 1 {
		wait = "waits"
	}
	return fmt.Errorf("%s %s, and no message and no entry can change that", waiting.InWords(), wait)
}

// arrives reports whether a message can be received.
func (w *World) arrives() bool {
	return slices.ContainsFunc(w.InFlight(), func(f InFlight) bool { return f.To != 0 })
}

// noOverflow: every value fits into its compared variable.
func noOverflow(w *World) error {
	_, err := w.Values(w.cells.values[:0])
	return err
}
