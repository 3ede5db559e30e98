package centralized

import (
	"fmt"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// draw draws the coordinator in the middle of its clients, and its queue.
func draw(w *reference.World) reference.Picture {
	c := w.System().Config.Coordinator
	g := &reference.Graph{Layout: reference.Star, Centre: c, Points: w.Points(), Arrows: w.Flights("")}
	n := nodeAt(w, c)
	if n.busy != 0 {
		g.Points[c-1].Notes = []string{fmt.Sprintf("granted to %d", n.busy)}
	}
	return reference.Picture{
		{Title: "coordinator and clients", Graph: g},
		{Title: "queue of the coordinator", Queue: common.QueueOf(w, n.queue, nil)},
	}
}
