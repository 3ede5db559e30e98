package neilsenmizuno

import (
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// draw draws the tree with the pointers next and follow (thesis, Figures 2 and 4), the token, and the
// implicit queue, which the pointers follow spell from the node that has the token or gets it.
func draw(w *reference.World) reference.Picture {
	g := &reference.Graph{Layout: reference.Tree, Edges: w.System().Config.Edges, Points: w.Points(), Arrows: w.Flights(common.Privilege)}
	first := 0
	for i := range g.Points {
		n := nodeAt(w, i+1)
		p := &g.Points[i]
		p.Token = n.holding || n.token
		if p.Token && first == 0 {
			first = n.ID
		}
		switch {
		case !n.initialised:
			p.Notes = append(p.Notes, "not initialised")
		case n.next == 0:
			p.Notes = append(p.Notes, "sink")
		default:
			g.Arrows = append(g.Arrows, reference.Arrow{From: n.ID, To: n.next, Kind: reference.Pointer})
		}
		if n.follow != 0 {
			g.Arrows = append(g.Arrows, reference.Arrow{From: n.ID, To: n.follow, Kind: reference.Follow})
		}
	}
	for _, f := range w.InFlight() {
		if f.Msg.Kind == common.Privilege && first == 0 {
			first = f.To
		}
	}
	return reference.Picture{
		{Title: "pointers next (solid) and follow (dashed)", Graph: g},
		{Title: "implicit queue", Queue: common.QueueOf(w, queue(w, first), nil)},
	}
}

// queue are the nodes that get the token after each other, the first one included.
// An idle node with the token is not in the queue.
func queue(w *reference.World, first int) (queue []int) {
	for i := first; i != 0 && !slices.Contains(queue, i); i = nodeAt(w, i).follow {
		if w.Phase(i) != reference.Idle {
			queue = append(queue, i)
		}
	}
	return queue
}
