package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/reference"
)

// drawCentralized draws the coordinator in the middle of its clients, and its queue.
func drawCentralized(w *reference.World) reference.Picture {
	c := w.System().Config.Coordinator
	g := &reference.Graph{Layout: reference.Star, Centre: c, Points: w.Points(), Arrows: w.Flights("")}
	n := centralizedAt(w, c)
	if n.busy != 0 {
		g.Points[c-1].Notes = []string{fmt.Sprintf("granted to %d", n.busy)}
	}
	return reference.Picture{
		{Title: "coordinator and clients", Graph: g},
		{Title: "queue of the coordinator", Queue: queueOf(w, n.queue, nil)},
	}
}
