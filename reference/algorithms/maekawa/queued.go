package maekawa

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// queuedNode is one node of the algorithms without numbers: the basic one of
// the slides, the steps of the slides as written, and the variations of section
// 10 of Maekawa's paper.  Every arbiter serves in the order of arrival and never
// asks for a lock back.
type queuedNode struct {
	quorumNode
	way  way             // constant
	sets []reference.Set // the quorums of all nodes, constant

	got reference.Set // members that are locked for us

	// As an arbiter:
	lock  int   // for whose request we are locked, 0 nobody's
	queue []int // who waits, oldest first
}

// State visits the node's variables.
func (n *queuedNode) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Subset("members_locked", &n.got, n.members)
	v.Enum("lock", &n.lock)
	v.Nodes("queue", &n.queue)
}

// Request asks all members, or the first one.
func (n *queuedNode) Request(_ int, out *reference.Outbox) {
	switch n.way {
	case askAll, askOthers:
		for m := range n.members.All() {
			n.send(out, m, common.Request)
		}
	case askCirculating:
		n.send(out, n.members.After(0), common.Request, n.ID)
	default:
		n.askNext(0, out)
	}
	n.settleSelf(out)
}

// MayEnter holds when every member is locked for us.
func (n *queuedNode) MayEnter() bool { return n.got == n.members }

// Exit releases every member.  With askOthers an arbiter does not serve while it
// is in its critical section; it does so now.
func (n *queuedNode) Exit(out *reference.Outbox) {
	n.got = 0
	for m := range n.members.All() {
		n.send(out, m, common.Release)
	}
	n.settleSelf(out)
	if n.way == askOthers {
		n.serve(out)
	}
}

// Receive handles the three classes that the algorithms have.
func (n *queuedNode) Receive(from int, m event.Message, out *reference.Outbox) {
	n.handle(from, m.Kind, numberIn(m), out)
	n.settleSelf(out)
}

func (n *queuedNode) settleSelf(out *reference.Outbox) {
	n.settle(func(from int, kind string, number int) { n.handle(from, kind, number, out) })
}

func (n *queuedNode) handle(from int, kind string, originator int, out *reference.Outbox) {
	switch kind {
	case common.Request:
		if n.way != askCirculating {
			originator = from
		}
		n.queue = append(n.queue, originator)
		n.serve(out)
	case common.Locked:
		n.receiveLocked(from, out)
	case common.Release:
		n.lock = 0
		n.serve(out)
	}
}

// receiveLocked stores that a member is locked for us and asks the next one.  If
// the REQUEST circulates, the LOCKED of the last member stands for all members.
func (n *queuedNode) receiveLocked(m int, out *reference.Outbox) {
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

// askNext asks the member after m in the order of the variant; m is 0 before the
// first.
func (n *queuedNode) askNext(m int, out *reference.Outbox) {
	members := n.members
	if n.way == askOwnFirst && members.Has(n.ID) {
		switch m {
		case 0:
			n.send(out, n.ID, common.Request)
			return
		case n.ID:
			m = 0
		}
		members = members.Without(n.ID)
	}
	if next := members.After(m); next != 0 {
		n.send(out, next, common.Request)
	}
}

// One arbiter, for all ways of asking.

// serve locks for the oldest request if the arbiter is not locked.  In the steps
// of the slides an arbiter serves nobody while it is in its critical section.
func (n *queuedNode) serve(out *reference.Outbox) {
	if n.lock != 0 || len(n.queue) == 0 || n.way == askOthers && n.Phase == reference.CS {
		return
	}
	n.lock, n.queue = common.Pop(n.queue)
	if n.way == askCirculating {
		if next := n.sets[n.lock-1].After(n.ID); next != 0 {
			n.send(out, next, common.Request, n.lock)
			return
		}
	}
	n.send(out, n.lock, common.Locked)
}

func (n *queuedNode) lockedMembers() reference.Set { return n.got }

func (n *queuedNode) lockedFor() int { return n.lock }

func queuedAt(w *reference.World, i int) *queuedNode {
	return common.ProgramOf[*queuedNode](w, i)
}

// Lacks names the members that are not locked.
func (n *queuedNode) Lacks() string { return lockedFor(n.members, n.got) }
