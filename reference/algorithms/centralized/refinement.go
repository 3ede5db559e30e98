package centralized

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// refine is the refinement mapping: granted of every node, busy and
// queue of the coordinator, and for each class of messages the set of clients
// from or to which one is under way.
func refine(w *reference.World, cells *reference.Cells) {
	cells.Bools("granted", func(i int) bool { return nodeAt(w, i).granted })
	c := nodeAt(w, w.System().Config.Coordinator)
	cells.One("busy", c.busy)
	if len(c.queue) > c.N {
		cells.Fail("queue: %d nodes wait in a queue for %d", len(c.queue), c.N)
	}
	for k := range c.N {
		i := 0
		if k < len(c.queue) {
			i = c.queue[k]
		}
		cells.Number("queue", k, i)
	}
	var requests, grants, releases reference.Set
	for _, f := range w.InFlight() {
		switch f.Msg.Kind {
		case common.Request:
			cells.AddOnce(&requests, f.From, f)
		case common.Grant:
			cells.AddOnce(&grants, f.To, f)
		case common.Release:
			cells.AddOnce(&releases, f.From, f)
			if w.FIFO() && requests.Has(f.From) {
				cells.Fail("a RELEASE of %d is behind its REQUEST", f.From)
			}
		}
	}
	cells.One("request_net", int(requests))
	cells.One("grant_net", int(grants))
	cells.One("release_net", int(releases))
}
