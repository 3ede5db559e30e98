package raymond

import (
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// draw draws the tree with the pointers holder, the queue of each node, the token, and the queue
// that the queues spell together from the token on.
func draw(w *reference.World) reference.Picture {
	g := &reference.Graph{Layout: reference.Tree, Edges: w.System().Config.Edges, Points: w.Points(), Arrows: w.Flights(common.Privilege)}
	first := 0
	for i := range g.Points {
		n := nodeAt(w, i+1)
		p := &g.Points[i]
		if p.Token = n.holder == n.ID; p.Token {
			if first == 0 {
				first = n.ID
			}
		} else {
			g.Arrows = append(g.Arrows, reference.Arrow{From: n.ID, To: n.holder, Kind: reference.Pointer})
		}
		if len(n.queue) > 0 {
			p.Notes = append(p.Notes, "queue "+common.Listed(n.queue))
		}
		if n.asked {
			p.Notes = append(p.Notes, "asked")
		}
	}
	for _, f := range w.InFlight() {
		if f.Msg.Kind == common.Privilege && first == 0 {
			first = f.To
		}
	}
	var queue []int
	if first != 0 {
		if nodeAt(w, first).using {
			queue = append(queue, first)
		}
		spell(w, first, 0, &queue)
	}
	return reference.Picture{
		{Title: "pointers holder and the queues", Graph: g},
		{Title: "implicit queue", Queue: common.QueueOf(w, queue, nil)},
	}
}

// spell appends the nodes that get the token through node i: its queue, in which a neighbour stands for
// the queue of that neighbour.  from is the neighbour that gets the token back.
func spell(w *reference.World, i, from int, queue *[]int) {
	for _, j := range nodeAt(w, i).queue {
		switch {
		case j == from || len(*queue) > w.N():
		case j == i:
			if !slices.Contains(*queue, i) {
				*queue = append(*queue, i)
			}
		default:
			spell(w, j, i, queue)
		}
	}
}
