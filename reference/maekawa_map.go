package reference

import "slices"

// mapMaekawa is the map to the model's variables.
func mapMaekawa(w *World, cells *Cells) {
	v, _ := maekawaVariantOf(w.sys.Config) // Check has read it before
	if v.numbered {
		mapMaekawaNumbered(w, cells, v)
	} else {
		mapMaekawaQueued(w, cells)
	}
	if w.net.fifo {
		mapMaekawaOrder(w, cells)
	} else {
		mapMaekawaCounts(w, cells)
	}
	if v.numbered {
		checkMaekawaNumbers(w, cells)
	}
	if !v.numbered && v.way == askCirculating {
		mapMaekawaOrigins(w, cells)
	}
}

// mapMaekawaNumbered maps the nodes of the variants with numbers.
func mapMaekawaNumbered(w *World, cells *Cells, v maekawaVariant) {
	n := len(w.nodes)
	number := func(name string, of func(*maekawa) int) {
		for i := 1; i <= n; i++ {
			cells.Number(name, i, of(maekawaAt(w, i)))
		}
	}
	set := func(name string, of func(*maekawa) Set) {
		for i := 1; i <= n; i++ {
			cells.Set(name, i, of(maekawaAt(w, i)))
		}
	}
	number("ts", func(n *maekawa) int { return n.ts })
	number("clk", func(n *maekawa) int { return n.clk })
	set("members_locked", func(n *maekawa) Set { return n.got })
	if v.reading != eagerReading {
		set("failed", func(n *maekawa) Set { return n.fail })
		set("deferred", func(n *maekawa) Set { return n.pend })
	}
	if v.reading == thesisReading {
		set("relinquished", func(n *maekawa) Set { return n.rel })
	}
	number("lock", func(n *maekawa) int { return n.lock })
	for m := 1; m <= n; m++ {
		for j, asked := range maekawaAt(w, m).asked[1:] {
			cells.Row("asked", m, j+1, asked)
		}
	}
	if v.rules.overtake {
		set("preceded", func(n *maekawa) Set { return n.told })
	}
	for m := 1; m <= n; m++ {
		cells.Bool("inquired", m, maekawaAt(w, m).inq)
	}
}

// mapMaekawaQueued maps the nodes of the variants without numbers.
func mapMaekawaQueued(w *World, cells *Cells) {
	n := len(w.nodes)
	for i := 1; i <= n; i++ {
		cells.Set("members_locked", i, maekawaQueuedAt(w, i).got)
	}
	for m := 1; m <= n; m++ {
		cells.Number("lock", m, maekawaQueuedAt(w, m).lock)
	}
	for m := 1; m <= n; m++ {
		cells.queueOf("queue", m, maekawaQueuedAt(w, m).queue, n)
	}
}

// maekawaDigits is how many messages a link has room for: as many digits as
// a number of 31 bits has.
const maekawaDigits = 10

// mapMaekawaOrder maps what is under way on each link to one number, a digit
// a message, the oldest in the lowest one.
func mapMaekawaOrder(w *World, cells *Cells) {
	w.eachLink(func(j, i int, link []InFlight) {
		if len(link) > maekawaDigits {
			cells.fail("%d messages are under way from %d to %d, where %d have room", len(link), j, i, maekawaDigits)
			link = link[:maekawaDigits]
		}
		value := 0
		for _, f := range slices.Backward(link) {
			value = value<<3 | maekawaCode(w, f)
		}
		cells.Pair("net", j, i, value)
	})
}

// mapMaekawaCounts maps how many of each class are under way on each link, in
// two bits each.
func mapMaekawaCounts(w *World, cells *Cells) {
	w.eachLink(func(j, i int, link []InFlight) {
		value := 0
		for _, f := range link {
			shift := 2 * (maekawaCode(w, f) - 1)
			if value>>shift&3 == 3 {
				cells.fail("a fourth %s is under way from %d to %d", f.Msg.Kind, j, i)
				continue
			}
			value += 1 << shift
		}
		cells.Pair("net", j, i, value)
	})
}

// maekawaCode is the number of a class in the model.
func maekawaCode(w *World, f InFlight) int { return slices.Index(w.net.classes, f.Msg.Kind) + 1 }

// checkMaekawaNumbers holds the network to what the model takes for granted:
// a REQUEST under way carries the number of its sender's request.
func checkMaekawaNumbers(w *World, cells *Cells) {
	for _, f := range w.InFlight() {
		if f.Msg.Kind != request {
			continue
		}
		if number, ts := f.Msg.Fields[0], maekawaAt(w, f.From).ts; number != ts {
			cells.fail("a REQUEST from %d to %d has the number %d, where its sender's is %d", f.From, f.To, number, ts)
		}
	}
}

// mapMaekawaOrigins maps whose REQUEST is under way on each link.
func mapMaekawaOrigins(w *World, cells *Cells) {
	w.eachLink(func(j, i int, link []InFlight) {
		origin := 0
		for _, f := range link {
			if f.Msg.Kind != request {
				continue
			}
			if origin != 0 {
				cells.fail("a second REQUEST is under way from %d to %d", j, i)
			}
			origin = f.Msg.Fields[0]
		}
		cells.Pair("origin", j, i, origin)
	})
}
