package reference

import "github.com/mxgen/mxgen/reference/event"

// maekawaQueued is one node of the algorithms without numbers: the basic one of
// the slides, the slides' own steps, and the variations of section 10 of
// Maekawa's paper.  Every arbiter serves in the order of arrival, and nobody
// is asked to give a lock back.
type maekawaQueued struct {
	quorumNode
	way  way   // constant
	sets []Set // everybody's members, constant

	got Set // members that are locked for us

	// As an arbiter:
	lock  int   // for whose request we are locked, 0 nobody's
	queue []int // who waits, oldest first
}

// State visits the node's variables.
func (n *maekawaQueued) State(v *Visitor) {
	n.Client.State(v)
	v.Set("members_locked", &n.got)
	v.Int("lock", &n.lock)
	v.List("queue", &n.queue)
}

// Request asks all members, or the first one.
func (n *maekawaQueued) Request(_ int, out *Outbox) {
	switch n.way {
	case askAll, askOthers:
		for m := range n.members.All() {
			n.send(out, m, request)
		}
	case askCirculating:
		n.send(out, n.members.first(0), request, n.ID)
	default:
		n.askNext(0, out)
	}
	n.settleSelf(out)
}

// MayEnter holds when every member is locked for us.
func (n *maekawaQueued) MayEnter() bool { return n.got == n.members }

// Exit releases every member.  An arbiter that was inside and did not serve
// meanwhile does now.
func (n *maekawaQueued) Exit(out *Outbox) {
	n.got = 0
	for m := range n.members.All() {
		n.send(out, m, release)
	}
	n.settleSelf(out)
	if n.way == askOthers {
		n.serve(out)
	}
}

// Receive handles the three classes that there are.
func (n *maekawaQueued) Receive(from int, m event.Message, out *Outbox) {
	n.handle(from, m.Kind, numberIn(m), out)
	n.settleSelf(out)
}

func (n *maekawaQueued) settleSelf(out *Outbox) {
	n.settle(func(from int, kind string, number int) { n.handle(from, kind, number, out) })
}

func (n *maekawaQueued) handle(from int, kind string, originator int, out *Outbox) {
	switch kind {
	case request:
		if n.way != askCirculating {
			originator = from
		}
		n.queue = append(n.queue, originator)
		n.serve(out)
	case locked:
		n.receiveLocked(from, out)
	case release:
		n.lock = 0
		n.serve(out)
	}
}

// receiveLocked notes that a member is locked for us and asks the next.  If
// the REQUEST circulates, it is the last member that says so, for all.
func (n *maekawaQueued) receiveLocked(m int, out *Outbox) {
	switch n.way {
	case askCirculating:
		n.got = n.members
	case askInOrder, askOwnFirst:
		n.got = n.got.With(m)
		n.askNext(m, out)
	default:
		n.got = n.got.With(m)
	}
}

// askNext asks the member that is the next one after m in our order, 0 being
// before the first.
func (n *maekawaQueued) askNext(m int, out *Outbox) {
	members := n.members
	if n.way == askOwnFirst && members.Has(n.ID) {
		switch m {
		case 0:
			n.send(out, n.ID, request)
			return
		case n.ID:
			m = 0
		}
		members = members.Without(n.ID)
	}
	if next := members.first(m); next != 0 {
		n.send(out, next, request)
	}
}

// One arbiter, for all ways of asking.

// serve locks for whoever has waited longest, if we are not locked.  In the
// slides' own steps an arbiter serves nobody while it is inside itself.
func (n *maekawaQueued) serve(out *Outbox) {
	if n.lock != 0 || len(n.queue) == 0 || n.way == askOthers && n.Phase == CS {
		return
	}
	n.lock = n.queue[0]
	n.queue = append(n.queue[:0], n.queue[1:]...)
	if n.way == askCirculating {
		if next := n.sets[n.lock-1].first(n.ID); next != 0 {
			n.send(out, next, request, n.lock)
			return
		}
	}
	n.send(out, n.lock, locked)
}

func (n *maekawaQueued) lockedMembers() Set { return n.got }

func (n *maekawaQueued) lockedFor() int { return n.lock }

func maekawaQueuedAt(w *World, i int) *maekawaQueued { return programOf[*maekawaQueued](w, i) }
