package algorithms

import (
	"slices"

	"github.com/mxgen/mxgen/reference"
)

// refineMaekawa is the refinement mapping.
func refineMaekawa(w *reference.World, cells *reference.Cells) {
	v, _ := maekawaVariantOf(w.System().Config) // Check has read it before
	if v.numbered {
		refineMaekawaNumbered(w, cells, v)
	} else {
		refineMaekawaQueued(w, cells)
	}
	if w.FIFO() {
		refineMaekawaOrder(w, cells)
	} else {
		refineMaekawaCounts(w, cells)
	}
	if v.numbered {
		checkMaekawaNumbers(w, cells)
	}
	if !v.numbered && v.way == askCirculating {
		refineMaekawaOrigins(w, cells)
	}
}

// refineMaekawaNumbered maps the nodes of the variants with numbers.
func refineMaekawaNumbered(w *reference.World, cells *reference.Cells, v maekawaVariant) {
	n := w.N()
	number := func(name string, of func(*maekawa) int) {
		for i := 1; i <= n; i++ {
			cells.Number(name, i, of(maekawaAt(w, i)))
		}
	}
	set := func(name string, of func(*maekawa) reference.Set) {
		for i := 1; i <= n; i++ {
			cells.Set(name, i, of(maekawaAt(w, i)))
		}
	}
	number("ts", func(n *maekawa) int { return n.ts })
	number("clk", func(n *maekawa) int { return n.clk })
	set("members_locked", func(n *maekawa) reference.Set { return n.got })
	if v.reading != eagerReading {
		set("failed", func(n *maekawa) reference.Set { return n.fail })
		set("deferred", func(n *maekawa) reference.Set { return n.pend })
	}
	if v.reading == thesisReading {
		set("relinquished", func(n *maekawa) reference.Set { return n.rel })
	}
	number("lock", func(n *maekawa) int { return n.lock })
	for m := 1; m <= n; m++ {
		for j, asked := range maekawaAt(w, m).asked[1:] {
			cells.Row("asked", m, j+1, asked)
		}
	}
	if v.rules.overtake {
		set("preceded", func(n *maekawa) reference.Set { return n.told })
	}
	for m := 1; m <= n; m++ {
		cells.Bool("inquired", m, maekawaAt(w, m).inq)
	}
}

// refineMaekawaQueued maps the nodes of the variants without numbers.
func refineMaekawaQueued(w *reference.World, cells *reference.Cells) {
	n := w.N()
	for i := 1; i <= n; i++ {
		cells.Set("members_locked", i, maekawaQueuedAt(w, i).got)
	}
	for m := 1; m <= n; m++ {
		cells.Number("lock", m, maekawaQueuedAt(w, m).lock)
	}
	for m := 1; m <= n; m++ {
		cells.QueueOf("queue", m, maekawaQueuedAt(w, m).queue, n)
	}
}

// maekawaDigits is the largest number of messages on a link: the number of octal
// digits of a number of 31 bits.
const maekawaDigits = 10

// refineMaekawaOrder maps the messages on each link to one number: each message is
// an octal digit, the oldest the lowest.
func refineMaekawaOrder(w *reference.World, cells *reference.Cells) {
	w.EachLink(func(j, i int, link []reference.InFlight) {
		if len(link) > maekawaDigits {
			cells.Fail("%d messages are under way from %d to %d, where %d have room", len(link), j, i, maekawaDigits)
			link = link[:maekawaDigits]
		}
		value := 0
		for _, f := range slices.Backward(link) {
			value = value<<3 | maekawaCode(w, f)
		}
		cells.Pair("net", j, i, value)
	})
}

// refineMaekawaCounts maps the number of messages of each class on each link, with
// two bits for a class.
func refineMaekawaCounts(w *reference.World, cells *reference.Cells) {
	w.EachLink(func(j, i int, link []reference.InFlight) {
		value := 0
		for _, f := range link {
			shift := 2 * (maekawaCode(w, f) - 1)
			if value>>shift&3 == 3 {
				cells.Fail("a fourth %s is under way from %d to %d", f.Msg.Kind, j, i)
				continue
			}
			value += 1 << shift
		}
		cells.Pair("net", j, i, value)
	})
}

// maekawaCode is the number of a class in the model.
func maekawaCode(w *reference.World, f reference.InFlight) int {
	return slices.Index(w.System().Algorithm.Messages, f.Msg.Kind) + 1
}

// checkMaekawaNumbers checks an assumption of the model, which omits the number
// of a REQUEST under way: it is the number of its sender's request.
func checkMaekawaNumbers(w *reference.World, cells *reference.Cells) {
	for _, f := range w.InFlight() {
		if f.Msg.Kind != request {
			continue
		}
		if number, ts := f.Msg.Fields[0], maekawaAt(w, f.From).ts; number != ts {
			cells.Fail("a REQUEST from %d to %d has the number %d, where its sender's is %d", f.From, f.To, number, ts)
		}
	}
}

// refineMaekawaOrigins maps the originator of the REQUEST on each link.
func refineMaekawaOrigins(w *reference.World, cells *reference.Cells) {
	w.EachLink(func(j, i int, link []reference.InFlight) {
		origin := 0
		for _, f := range link {
			if f.Msg.Kind != request {
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
