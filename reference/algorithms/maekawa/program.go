package maekawa

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// node is one node of Maekawa's algorithm, its repairs and its readings.
// The steps are those of section 4 of the paper.
type node struct {
	quorumNode
	rules   rules   // constant
	reading reading // constant

	ts   int           // number of our request, 0 while idle
	clk  int           // highest number of a REQUEST sent or received
	got  reference.Set // members that are locked for us
	fail reference.Set // members that have failed us
	rel  reference.Set // members that we have relinquished and that have not locked since
	pend reference.Set // members whose INQUIRE is not answered yet

	// As an arbiter:
	lock  int           // for whose request we are locked, 0 nobody's
	asked []int         // asked[j]: number of the request of j that is here, 0 none
	told  reference.Set // waiting nodes that cannot think that they come next
	inq   bool          // an INQUIRE about the lock is out
}

// State visits the variables that the variant reads.
func (n *node) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Int("ts", &n.ts)
	v.Int("clk", &n.clk)
	v.Subset("members_locked", &n.got, n.members)
	if n.reading != eagerReading {
		v.Subset("failed", &n.fail, n.members)
		v.Subset("deferred", &n.pend, n.members)
	}
	if n.reading == thesisReading {
		v.Subset("relinquished", &n.rel, n.members)
	}
	v.Enum("lock", &n.lock)
	asked := n.asked[1:]
	v.List("asked", &asked)
	if n.rules.overtake {
		v.Set("preceded", &n.told)
	}
	v.Bool("inquired", &n.inq)
}

// Request asks every member, with a number above all REQUESTs that this node
// has sent or received (step 1).
func (n *node) Request(_ int, out *reference.Outbox) {
	n.clk++
	n.ts = n.clk
	for m := range n.members.All() {
		n.send(out, m, common.Request, n.ts)
	}
	n.settleSelf(out)
}

// MayEnter holds when every member is locked for us (step 5).
func (n *node) MayEnter() bool { return n.got == n.members }

// Exit releases every member (step 6).
func (n *node) Exit(out *reference.Outbox) {
	n.ts, n.got, n.fail, n.rel, n.pend = 0, 0, 0, 0, 0
	for m := range n.members.All() {
		n.send(out, m, common.Release)
	}
	n.settleSelf(out)
}

// Receive handles all six classes.
func (n *node) Receive(from int, m event.Message, out *reference.Outbox) {
	n.handle(from, m.Kind, numberIn(m), out)
	n.settleSelf(out)
}

func (n *node) settleSelf(out *reference.Outbox) {
	n.settle(func(from int, kind string, number int) { n.handle(from, kind, number, out) })
}

func (n *node) handle(from int, kind string, number int, out *reference.Outbox) {
	switch kind {
	case common.Request:
		n.receiveRequest(from, number, out)
	case common.Relinquish:
		n.receiveRelinquish(from, out)
	case common.Release:
		n.receiveRelease(out)
	}
	if n.Phase == reference.Idle {
		return // too late for the request: on unordered links, or an INQUIRE
	}
	switch kind {
	case common.Locked:
		n.receiveLocked(from)
	case common.Failed:
		n.receiveFailed(from, out)
	case common.Inquire:
		n.receiveInquire(from, out)
	}
}

// receiveLocked stores that a member is locked for us.
func (n *node) receiveLocked(m int) {
	n.got = n.got.With(m)
	n.rel = n.rel.Without(m)
	if n.reading != stickyReading {
		n.fail = n.fail.Without(m)
	}
}

// receiveFailed stores that a member is locked for a request that precedes ours,
// and answers the pending INQUIREs with RELINQUISH (step 3).  A node that has
// succeeded ignores a FAILED, which it receives on unordered links only.
func (n *node) receiveFailed(m int, out *reference.Outbox) {
	if n.Phase != reference.Wait || n.MayEnter() {
		return
	}
	if n.reading != eagerReading {
		n.fail = n.fail.With(m)
	}
	for x := range n.pend.All() {
		n.relinquishTo(x, out)
	}
	n.pend = 0
}

// receiveInquire relinquishes a member if the node knows that it will not
// succeed; otherwise the answer stays pending (step 3).  It does nothing if the
// node has succeeded, because its RELEASE is the answer, or if the member is no
// longer locked for us.
func (n *node) receiveInquire(m int, out *reference.Outbox) {
	switch {
	case n.Phase != reference.Wait || !n.got.Has(m) || n.MayEnter():
	case n.cannotSucceed():
		n.relinquishTo(m, out)
	default:
		n.pend = n.pend.With(m)
	}
}

// cannotSucceed reports whether the node knows that it will not succeed (step 3), by
// the reading of the variant.
func (n *node) cannotSucceed() bool {
	switch n.reading {
	case eagerReading:
		return true
	case thesisReading:
		return n.fail != 0 || n.rel != 0
	}
	return n.fail != 0
}

// relinquishTo gives the lock of a member back.
func (n *node) relinquishTo(m int, out *reference.Outbox) {
	n.got = n.got.Without(m)
	if n.reading == thesisReading {
		n.rel = n.rel.With(m)
	}
	n.send(out, m, common.Relinquish)
}

// One arbiter, for all variants with numbers.

// receiveRequest locks for the request or queues it (step 2).  If another request
// precedes it, the arbiter answers FAILED.  If it precedes all others, the
// arbiter sends INQUIRE to the node for which it is locked.
func (n *node) receiveRequest(j, number int, out *reference.Outbox) {
	n.clk = max(n.clk, number)
	n.asked[j] = number
	if n.lock == 0 {
		n.lockFor(j, out)
		return
	}
	preceded := n.precedes(n.lock, j)
	for w := range n.waiting().Without(j).All() {
		if !n.precedes(j, w) {
			preceded = preceded || !n.rules.lockOnly
		} else if n.rules.overtake && !n.told.Has(w) {
			n.sendFailed(w, out) // Sanders: w is no longer the next one
		}
	}
	if preceded {
		n.sendFailed(j, out)
	} else if !n.inq {
		n.inq = true
		n.send(out, n.lock, common.Inquire)
	}
}

// receiveRelinquish queues the request for which the arbiter was locked, and
// locks for the next one (step 4).
func (n *node) receiveRelinquish(j int, out *reference.Outbox) {
	n.told = n.told.With(j)
	n.lock = 0
	n.lockNext(out)
}

// receiveRelease deletes the request for which the arbiter was locked, and locks
// for the next one (step 7).
func (n *node) receiveRelease(out *reference.Outbox) {
	n.asked[n.lock] = 0
	n.lock = 0
	n.lockNext(out)
}

// lockNext locks for the first of the waiting requests, if there is one (steps 4
// and 7).
func (n *node) lockNext(out *reference.Outbox) {
	n.inq = false
	next := 0
	for w := range n.waiting().All() {
		if next == 0 || n.precedes(w, next) {
			next = w
		}
	}
	if next != 0 {
		n.lockFor(next, out)
	}
}

// lockFor locks for a known request.
func (n *node) lockFor(j int, out *reference.Outbox) {
	n.lock = j
	n.told = n.told.Without(j)
	n.send(out, j, common.Locked)
}

// sendFailed sends FAILED to a waiting node.
func (n *node) sendFailed(j int, out *reference.Outbox) {
	n.told = n.told.With(j)
	n.send(out, j, common.Failed)
}

// waiting returns the nodes whose requests wait for the lock.
func (n *node) waiting() (s reference.Set) {
	for j, number := range n.asked {
		if number != 0 && j != n.lock {
			s = s.With(j)
		}
	}
	return s
}

// precedes reports whether the request of j at this arbiter precedes that of i.
func (n *node) precedes(j, i int) bool { return common.Precedes(n.asked[j], j, n.asked[i], i) }

func (n *node) lockedMembers() reference.Set { return n.got }

func (n *node) lockedFor() int { return n.lock }

func nodeAt(w *reference.World, i int) *node { return common.ProgramOf[*node](w, i) }

// Lacks names the members that are not locked.
func (n *node) Lacks() string { return lockedFor(n.members, n.got) }

func lockedFor(members, got reference.Set) string {
	return fmt.Sprintf("every member of its set %v locked for it, has not that of %v", slices.Collect(members.All()), slices.Collect((members &^ got).All()))
}
