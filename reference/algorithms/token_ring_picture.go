package algorithms

import "github.com/mxgen/mxgen/reference"

// drawTokenRing draws the ring and the token.
func drawTokenRing(w *reference.World) reference.Picture {
	g := &reference.Graph{Layout: reference.Ring, Order: ringOrder(w.System().Config), Points: w.Points(), Arrows: w.Flights(token)}
	for i := range g.Points {
		n := tokenRingAt(w, i+1)
		g.Points[i].Token = n.token
		g.Arrows = append(g.Arrows, reference.Arrow{From: n.ID, To: n.next, Kind: reference.Pointer})
	}
	return reference.Picture{{Title: "ring", Graph: g}}
}
