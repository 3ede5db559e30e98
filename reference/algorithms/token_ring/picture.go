package tokenring

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// draw draws the ring and the token.
func draw(w *reference.World) reference.Picture {
	g := &reference.Graph{Layout: reference.Ring, Order: ringOrder(w.System().Config), Points: w.Points(), Arrows: w.Flights(common.Token)}
	for i := range g.Points {
		n := nodeAt(w, i+1)
		g.Points[i].Token = n.token
		g.Arrows = append(g.Arrows, reference.Arrow{From: n.ID, To: n.next, Kind: reference.Pointer})
	}
	return reference.Picture{{Title: "ring", Graph: g}}
}
