package reference

import "github.com/mxgen/mxgen/reference/event"

// maekawa is one node of Maekawa's algorithm, its repairs and its readings.
// The steps are those of section 4 of the paper.
type maekawa struct {
	quorumNode
	rules   maekawaRules // constant
	reading reading      // constant

	ts   int // number of our request, 0 while idle
	clk  int // highest number of a REQUEST sent or received
	got  Set // members that are locked for us
	fail Set // members that have failed us
	rel  Set // members that we have relinquished and that have not locked since
	pend Set // members whose INQUIRE is not answered yet

	// As an arbiter:
	lock  int   // for whose request we are locked, 0 nobody's
	asked []int // asked[j]: number of the request of j that is here, 0 none
	told  Set   // waiting nodes that cannot think that they come next
	inq   bool  // an INQUIRE about the lock is out
}

// State visits the node's variables, those that the variant reads.
func (n *maekawa) State(v *Visitor) {
	n.Client.State(v)
	v.Int("ts", &n.ts)
	v.Int("clk", &n.clk)
	v.Set("members_locked", &n.got)
	if n.reading != eagerReading {
		v.Set("failed", &n.fail)
		v.Set("deferred", &n.pend)
	}
	if n.reading == thesisReading {
		v.Set("relinquished", &n.rel)
	}
	v.Int("lock", &n.lock)
	asked := n.asked[1:]
	v.List("asked", &asked)
	if n.rules.overtake {
		v.Set("preceded", &n.told)
	}
	v.Bool("inquired", &n.inq)
}

// Request asks every member, with a number above all REQUESTs that this node
// has sent or received (step 1).
func (n *maekawa) Request(_ int, out *Outbox) {
	n.clk++
	n.ts = n.clk
	for m := range n.members.All() {
		n.send(out, m, request, n.ts)
	}
	n.settleSelf(out)
}

// MayEnter holds when every member is locked for us (step 5).
func (n *maekawa) MayEnter() bool { return n.got == n.members }

// Exit releases every member (step 6).
func (n *maekawa) Exit(out *Outbox) {
	n.ts, n.got, n.fail, n.rel, n.pend = 0, 0, 0, 0, 0
	for m := range n.members.All() {
		n.send(out, m, release)
	}
	n.settleSelf(out)
}

// Receive handles all six classes.
func (n *maekawa) Receive(from int, m event.Message, out *Outbox) {
	n.handle(from, m.Kind, numberIn(m), out)
	n.settleSelf(out)
}

func (n *maekawa) settleSelf(out *Outbox) {
	n.settle(func(from int, kind string, number int) { n.handle(from, kind, number, out) })
}

func (n *maekawa) handle(from int, kind string, number int, out *Outbox) {
	switch kind {
	case request:
		n.receiveRequest(from, number, out)
	case relinquish:
		n.receiveRelinquish(from, out)
	case release:
		n.receiveRelease(out)
	}
	if n.Phase == Idle {
		return // what is late for an attempt; only links without order bring it, or an INQUIRE
	}
	switch kind {
	case locked:
		n.receiveLocked(from)
	case failed:
		n.receiveFailed(from, out)
	case inquire:
		n.receiveInquire(from, out)
	}
}

// receiveLocked notes that a member is locked for us.
func (n *maekawa) receiveLocked(m int) {
	n.got = n.got.With(m)
	n.rel = n.rel.Without(m)
	if n.reading != stickyReading {
		n.fail = n.fail.Without(m)
	}
}

// receiveFailed notes that a member is locked for a request that precedes
// ours, and answers the INQUIREs that were waiting for such a decision
// (step 3).  A node that has succeeded gives nothing back any more; only links
// without order bring it one.
func (n *maekawa) receiveFailed(m int, out *Outbox) {
	if n.Phase != Wait || n.MayEnter() {
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

// receiveInquire gives a member back if it is known that we will not succeed,
// and lets it wait for the answer if that is not known (step 3).  Nothing is
// to be done if we have succeeded, as our RELEASE is the answer, or if the
// member is no longer locked for us.
func (n *maekawa) receiveInquire(m int, out *Outbox) {
	switch {
	case n.Phase != Wait || !n.got.Has(m) || n.MayEnter():
	case n.doomed():
		n.relinquishTo(m, out)
	default:
		n.pend = n.pend.With(m)
	}
}

// doomed is what step 3 means by knowing that we will not succeed.
func (n *maekawa) doomed() bool {
	switch n.reading {
	case eagerReading:
		return true
	case thesisReading:
		return n.fail != 0 || n.rel != 0
	}
	return n.fail != 0
}

// relinquishTo cancels the LOCKED of a member.
func (n *maekawa) relinquishTo(m int, out *Outbox) {
	n.got = n.got.Without(m)
	if n.reading == thesisReading {
		n.rel = n.rel.With(m)
	}
	n.send(out, m, relinquish)
}

// One arbiter, for all variants with numbers.

// receiveRequest locks for the request, or has it wait (step 2).  One that is
// preceded is told so; one that precedes all others makes us inquire whether
// the node that we are locked for will succeed.
func (n *maekawa) receiveRequest(j, number int, out *Outbox) {
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
			n.tell(w, out) // Sanders: w was the next one and is not any more
		}
	}
	if preceded {
		n.tell(j, out)
	} else if !n.inq {
		n.inq = true
		n.send(out, n.lock, inquire)
	}
}

// receiveRelinquish has the request that we were locked for wait with the
// others (step 4).
func (n *maekawa) receiveRelinquish(j int, out *Outbox) {
	n.told = n.told.With(j)
	n.lock = 0
	n.lockNext(out)
}

// receiveRelease deletes the request that we were locked for (step 7).
func (n *maekawa) receiveRelease(out *Outbox) {
	n.asked[n.lock] = 0
	n.lock = 0
	n.lockNext(out)
}

// lockNext locks for the request that precedes all that wait, if there is one
// (steps 4 and 7).
func (n *maekawa) lockNext(out *Outbox) {
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

// lockFor locks for a request that is here.
func (n *maekawa) lockFor(j int, out *Outbox) {
	n.lock = j
	n.told = n.told.Without(j)
	n.send(out, j, locked)
}

// tell sends FAILED.
func (n *maekawa) tell(j int, out *Outbox) {
	n.told = n.told.With(j)
	n.send(out, j, failed)
}

// waiting is the nodes whose requests are here without the lock.
func (n *maekawa) waiting() (s Set) {
	for j, number := range n.asked {
		if number != 0 && j != n.lock {
			s = s.With(j)
		}
	}
	return s
}

// precedes reports whether the request of j that is here precedes that of i.
func (n *maekawa) precedes(j, i int) bool { return precedes(n.asked[j], j, n.asked[i], i) }

func (n *maekawa) lockedMembers() Set { return n.got }

func (n *maekawa) lockedFor() int { return n.lock }

func maekawaAt(w *World, i int) *maekawa { return programOf[*maekawa](w, i) }
