package maekawa

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// properties are the invariants of docs/algorithms.md, A10.
func properties(cfg config.Config) []reference.Property {
	v, err := variantOf(cfg)
	if err != nil {
		return nil
	}
	properties := []reference.Property{
		{Name: "arbiter", State: arbiter},
		{Name: "one-got", State: oneGot},
		{Name: "lock-holder", Step: lockHolder},
	}
	if v.numbered && cfg.Network == config.FIFO {
		// On an unordered link an INQUIRE may overtake its LOCKED and has no answer.
		properties = append(properties, reference.Property{Name: "inquire-answered", State: inquireAnswered})
	}
	if v.numbered && v.rules.overtake && !v.rules.lockOnly {
		properties = append(properties, reference.Property{Name: "told", State: told})
	}
	return properties
}

// member is the part of a node of either program that the properties use.
type member interface {
	reference.Node
	lockedMembers() reference.Set // for us
	lockedFor() int               // for whom we are locked
	asks() reference.Set          // S, constant
}

func memberAt(w *reference.World, i int) member { return common.ProgramOf[member](w, i) }

// arbiter: if a node assumes that a member is locked for it, the member is
// locked for it.
func arbiter(w *reference.World) error {
	for i := 1; i <= w.N(); i++ {
		for m := range memberAt(w, i).lockedMembers().All() {
			if j := memberAt(w, m).lockedFor(); j != i {
				return fmt.Errorf("node %d takes node %d to be locked for it, which is locked for node %d", i, m, j)
			}
			if err := number(w, i, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// number: a member that is locked for i has the number of its request.
func number(w *reference.World, i, m int) error {
	if _, numbered := memberAt(w, i).(*node); !numbered {
		return nil
	}
	if number, ts := nodeAt(w, m).asked[i], nodeAt(w, i).ts; number != ts {
		return fmt.Errorf("node %d is locked for request %d of node %d, whose request is %d", m, number, i, ts)
	}
	return nil
}

// oneGot: no two nodes assume that one member is locked for them.
func oneGot(w *reference.World) error {
	var all reference.Set
	for i := 1; i <= w.N(); i++ {
		got := memberAt(w, i).lockedMembers()
		if twice := slices.Collect((all & got).All()); len(twice) > 0 {
			return fmt.Errorf("nodes %v are taken to be locked by node %d and by another node before it", twice, i)
		}
		all |= got
	}
	return nil
}

// lockHolder: a RELEASE or RELINQUISH comes from the node for which the
// arbiter is locked.  This includes the RELEASE of an arbiter to itself when it
// leaves its critical section, and its RELINQUISH to itself, which answers an INQUIRE that was pending.
func lockHolder(before *reference.World, e event.Event, after *reference.World) error {
	m, j := e.Node, e.Peer
	switch {
	case e.Kind == event.Receive && (e.Msg.Kind == common.Release || e.Msg.Kind == common.Relinquish):
	case e.Kind == event.Exit && memberAt(before, m).asks().Has(m):
		j = m
	case e.Kind != event.Exit && answersItself(before, after, m):
		j = m
	default:
		return nil
	}
	if lock := memberAt(before, m).lockedFor(); lock != j {
		return fmt.Errorf("node %d, locked for node %d, is to give up a lock for node %d", m, lock, j)
	}
	return nil
}

// answersItself tells whether a node answers an INQUIRE of itself that was pending.
func answersItself(before, after *reference.World, m int) bool {
	was, numbered := memberAt(before, m).(*node)
	return numbered && was.pend.Has(m) && !memberAt(after, m).(*node).pend.Has(m)
}

// inquireAnswered: each INQUIRE is answered by one RELINQUISH or RELEASE.
// A lock is in one place: in a LOCKED under way, at the node that has received
// it, or in a RELINQUISH or RELEASE under way.  Until the node answers, the
// INQUIRE about the lock is under way to it, is pending there, or was ignored
// because the node has succeeded and will answer by its RELEASE.
func inquireAnswered(w *reference.World) error {
	for m := 1; m <= w.N(); m++ {
		a := nodeAt(w, m)
		if a.lock == 0 {
			if a.inq {
				return fmt.Errorf("node %d, not locked, has inquired", m)
			}
			continue
		}
		if err := questionOf(w, m, a.lock).check(a.inq); err != nil {
			return fmt.Errorf("node %d, locked for node %d: %w", m, a.lock, err)
		}
	}
	return pending(w)
}

// pending: a pending INQUIRE is about a current lock, and the arbiter
// waits for the answer.
func pending(w *reference.World) error {
	for j := 1; j <= w.N(); j++ {
		n := nodeAt(w, j)
		for m := range n.pend.All() {
			if a := nodeAt(w, m); !n.got.Has(m) || a.lock != j || !a.inq {
				return fmt.Errorf("node %d has an answer to node %d pending, which waits for none", j, m)
			}
		}
	}
	return nil
}

// question has the places of a lock and of the INQUIRE about it.
type question struct {
	granted   int  // LOCKEDs under way
	held      bool // the node has the lock
	returned  int  // RELINQUISHs and RELEASEs under way
	released  int  // RELEASEs among them
	asked     int  // INQUIREs under way that are about this lock
	pending   bool // the node owes the answer
	succeeded bool // the node has all its locks
}

// questionOf finds the lock of m for j.  An INQUIRE ahead of the LOCKED is about
// the previous lock.
func questionOf(w *reference.World, m, j int) (q question) {
	n := nodeAt(w, j)
	q.held, q.pending, q.succeeded = n.got.Has(m), n.pend.Has(m), n.MayEnter()
	for _, f := range w.InFlight() {
		switch {
		case f.From == m && f.To == j && f.Msg.Kind == common.Locked:
			q.granted, q.asked = q.granted+1, 0
		case f.From == m && f.To == j && f.Msg.Kind == common.Inquire:
			q.asked++
		case f.From == j && f.To == m && f.Msg.Kind == common.Relinquish:
			q.returned++
		case f.From == j && f.To == m && f.Msg.Kind == common.Release:
			q.returned, q.released = q.returned+1, q.released+1
		}
	}
	return q
}

// check checks a question; inquired says whether the arbiter has sent INQUIRE.
func (q question) check(inquired bool) error {
	places := q.granted + q.returned
	if q.held {
		places++
	}
	open := q.asked
	if q.pending {
		open++
	}
	dropped := q.held && q.succeeded || q.released > 0
	switch {
	case places != 1:
		return fmt.Errorf("the lock is in %d places", places)
	case !inquired && open > 0:
		return fmt.Errorf("%d questions that the arbiter has not asked are open", open)
	case inquired && open > 1:
		return fmt.Errorf("%d questions are open", open)
	case inquired && open == 0 && q.returned == 0 && !dropped:
		return fmt.Errorf("nobody will answer the question")
	case open > 0 && q.returned > q.released:
		return fmt.Errorf("a question is open whose answer is under way")
	}
	return nil
}

// told: at most one of the nodes that wait at a member has received no
// FAILED, and if there is one, the member has sent INQUIRE.
func told(w *reference.World) error {
	for m := 1; m <= w.N(); m++ {
		a := nodeAt(w, m)
		untold := a.waiting() &^ a.told
		if untold.Len() > 1 || untold != 0 && !a.inq {
			return fmt.Errorf("nodes %v wait at node %d and were not told that they fail (inquired: %t)", slices.Collect(untold.All()), m, a.inq)
		}
	}
	return nil
}
