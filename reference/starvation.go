package reference

import (
	"bytes"
	"fmt"

	"github.com/mxgen/mxgen/reference/event"
)

// obligation is an obligation of message fairness (docs/algorithms.md, 0.4):
// the delivery of a class of messages on a link, the entry of a node, or its
// exit.
type obligation struct {
	kind       event.Kind
	node, peer int
	class      string
}

// CheckStarvation checks a counterexample of starvation: the run that executes
// stem once and cycle for ever is fair, and the node waits throughout the
// cycle.  It returns nil for such a run, and otherwise an error with the
// reason.  An empty cycle means that no event follows stem.
func (s *System) CheckStarvation(stem, cycle []event.Event, node int) error {
	w := s.World()
	for k, e := range stem {
		if _, err := w.Step(e); err != nil {
			return fmt.Errorf("event %d: %w", k+1, err)
		}
	}
	begin := w.AppendState(nil)
	open := w.obligations()
	if w.Phase(node) != Wait {
		return fmt.Errorf("node %d does not wait where the cycle begins", node)
	}
	for k, e := range cycle {
		if _, err := w.Step(e); err != nil {
			return fmt.Errorf("event %d: %w", len(stem)+k+1, err)
		}
		if w.Phase(node) != Wait {
			return fmt.Errorf("node %d no longer waits after event %d, %s", node, len(stem)+k+1, e)
		}
		still := w.obligations()
		for o := range open {
			if !still[o] {
				delete(open, o)
			}
		}
	}
	for _, e := range cycle {
		delete(open, obligationOf(e))
	}
	if !bytes.Equal(begin, w.AppendState(nil)) {
		return fmt.Errorf("the cycle does not end in the state in which it begins")
	}
	for o := range open {
		return fmt.Errorf("the cycle is not fair: %s at node %d is possible throughout and never happens", o.kind, o.node)
	}
	return nil
}

// obligations returns the obligations that an enabled event fulfils.
func (w *World) obligations() map[obligation]bool {
	open := map[obligation]bool{}
	for _, e := range w.AppendEnabled(nil) {
		if e.Kind != event.Request {
			open[obligationOf(e)] = true
		}
	}
	return open
}

func obligationOf(e event.Event) obligation {
	return obligation{e.Kind, e.Node, e.Peer, e.Msg.Kind}
}
