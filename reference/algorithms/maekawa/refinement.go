package maekawa

import (
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// refine is the refinement mapping.
func refine(w *reference.World, cells *reference.Cells) {
	v, _ := variantOf(w.System().Config) // Check has read it before
	if v.numbered {
		refineNumbered(w, cells, v)
	} else {
		refineQueued(w, cells)
	}
	if w.FIFO() {
		refineOrder(w, cells)
	} else {
		refineCounts(w, cells)
	}
	if v.numbered {
		checkNumbers(w, cells)
	}
	if !v.numbered && v.way == askCirculating {
		refineOrigins(w, cells)
	}
}

// refineNumbered maps the nodes of the variants with numbers.
func refineNumbered(w *reference.World, cells *reference.Cells, v variant) {
	n := w.N()
	number := func(name string, of func(*node) int) {
		for i := 1; i <= n; i++ {
			cells.Number(name, i, of(nodeAt(w, i)))
		}
	}
	set := func(name string, of func(*node) reference.Set) {
		for i := 1; i <= n; i++ {
			cells.Set(name, i, of(nodeAt(w, i)))
		}
	}
	number("ts", func(n *node) int { return n.ts })
	number("clk", func(n *node) int { return n.clk })
	set("members_locked", func(n *node) reference.Set { return n.got })
	if v.reading != eagerReading {
		set("failed", func(n *node) reference.Set { return n.fail })
		set("deferred", func(n *node) reference.Set { return n.pend })
	}
	if v.reading == thesisReading {
		set("relinquished", func(n *node) reference.Set { return n.rel })
	}
	number("lock", func(n *node) int { return n.lock })
	for m := 1; m <= n; m++ {
		for j, asked := range nodeAt(w, m).asked[1:] {
			cells.Row("asked", m, j+1, asked)
		}
	}
	if v.rules.overtake {
		set("preceded", func(n *node) reference.Set { return n.told })
	}
	for m := 1; m <= n; m++ {
		cells.Bool("inquired", m, nodeAt(w, m).inq)
	}
}

// refineQueued maps the nodes of the variants without numbers.
func refineQueued(w *reference.World, cells *reference.Cells) {
	n := w.N()
	for i := 1; i <= n; i++ {
		cells.Set("members_locked", i, queuedAt(w, i).got)
	}
	for m := 1; m <= n; m++ {
		cells.Number("lock", m, queuedAt(w, m).lock)
	}
	for m := 1; m <= n; m++ {
		cells.QueueOf("queue", m, queuedAt(w, m).queue, n)
	}
	for _, f := range w.InFlight() {
		switch f.Msg.Kind {
		case common.Request, common.Locked, common.Release:
		default:
			cells.Fail("%s is under way from %d to %d, where arbiters only grant", f.Msg, f.From, f.To)
		}
	}
}

// digits is the largest number of messages on a link: the number of octal
// digits of a number of 31 bits.
const digits = 10

// refineOrder maps the messages on each link to one number: each message is
// an octal digit, the oldest the lowest.
func refineOrder(w *reference.World, cells *reference.Cells) {
	w.EachLink(func(j, i int, link []reference.InFlight) {
		if len(link) > digits {
			cells.Fail("%d messages are under way from %d to %d, where %d have room", len(link), j, i, digits)
			link = link[:digits]
		}
		value := 0
		for _, f := range slices.Backward(link) {
			value = value<<3 | code(w, f)
		}
		cells.Pair("net", j, i, value)
	})
}

// refineCounts maps the number of messages of each class on each link, with
// two bits for a class.
func refineCounts(w *reference.World, cells *reference.Cells) {
	w.EachLink(func(j, i int, link []reference.InFlight) {
		value := 0
		for _, f := range link {
			shift := 2 * (code(w, f) - 1)
			if value>>shift&3 == 3 {
				cells.Fail("a fourth %s is under way from %d to %d", f.Msg.Kind, j, i)
				continue
			}
			value += 1 << shift
		}
		cells.Pair("net", j, i, value)
	})
}

// code is the number of a class in the model.
func code(w *reference.World, f reference.InFlight) int {
	return slices.Index(w.System().Algorithm.Messages, f.Msg.Kind) + 1
}

// checkNumbers checks assumptions of the model.  It omits the number of a REQUEST under way: it is the number of its
// sender's request.  In every step it looks whether an arbiter without a lock can lock: between steps none can.
func checkNumbers(w *reference.World, cells *reference.Cells) {
	for m := 1; m <= w.N(); m++ {
		if a := nodeAt(w, m); a.lock == 0 && a.waiting() != 0 {
			cells.Fail("node %d is not locked, and nodes %v wait there", m, slices.Collect(a.waiting().All()))
		}
	}
	for _, f := range w.InFlight() {
		if f.Msg.Kind != common.Request {
			continue
		}
		if number, ts := f.Msg.Fields[0], nodeAt(w, f.From).ts; number != ts {
			cells.Fail("a REQUEST from %d to %d has the number %d, where its sender's is %d", f.From, f.To, number, ts)
		}
	}
}

// refineOrigins maps the originator of the REQUEST on each link.
func refineOrigins(w *reference.World, cells *reference.Cells) {
	w.EachLink(func(j, i int, link []reference.InFlight) {
		origin := 0
		for _, f := range link {
			if f.Msg.Kind != common.Request {
				continue
			}
			if origin != 0 {
				cells.Fail("a second REQUEST is under way from %d to %d", j, i)
			}
			origin = f.Msg.Fields[0]
		}
		cells.Pair("origin", j, i, origin)
	})
}
