package diagram_test

import (
	"math"
	"testing"

	"github.com/mxgen/mxgen/results/show/diagram"
	"github.com/mxgen/mxgen/results/show/scene"
)

// broadcast is a message to each of four nodes, which they receive one after the other.
func broadcast() *diagram.Chart {
	c := &diagram.Chart{Lines: []string{"1", "2", "3", "4", "5"}, Loop: -1, Events: []diagram.Event{{Line: 0, Text: "request"}}}
	for i := 1; i < 5; i++ {
		c.Events = append(c.Events, diagram.Event{Line: i, Text: "receive"})
		c.Messages = append(c.Messages, diagram.Message{From: 0, To: i, Text: "REQUEST", Sent: 0, Received: i})
	}
	return c
}

// TestBroadcast: no arrow goes through the event of another node, and no two arrows of one event are one line.
func TestBroadcast(t *testing.T) {
	var dots []scene.Point
	var arrows [][]scene.Point
	for _, g := range diagram.Draw(broadcast()).Groups {
		for _, s := range g.Shapes {
			switch {
			case s.Kind == scene.Disc:
				dots = append(dots, s.Points[0])
			case s.Kind == scene.Path && g.Class == "message":
				arrows = append(arrows, s.Points)
			}
		}
	}
	if len(dots) != 5 || len(arrows) != 4 {
		t.Fatalf("%d events, %d arrows", len(dots), len(arrows))
	}
	for k, arrow := range arrows {
		for i, dot := range dots[1 : k+1] { // those between
			if d := distance(dot, arrow); d < 6 {
				t.Errorf("the arrow to node %d is %.1f from the event of node %d", k+2, d, i+2)
			}
		}
		for j, other := range arrows[:k] {
			at := dots[1]
			if a, b := atX(arrow, at.X), atX(other, at.X); j > 0 && math.Abs(a-b) < 3 {
				t.Errorf("the arrows to nodes %d and %d cross line 2 at %.1f and %.1f", k+2, j+2, a, b)
			}
		}
	}
	if len(arrows[0]) != 2 {
		t.Errorf("an arrow that meets nothing has %d points", len(arrows[0]))
	}
}

func distance(p scene.Point, line []scene.Point) float64 {
	least := math.Inf(1)
	for k := 1; k < len(line); k++ {
		for part := range 33 {
			u := float64(part) / 32
			x, y := line[k-1].X+(line[k].X-line[k-1].X)*u, line[k-1].Y+(line[k].Y-line[k-1].Y)*u
			least = min(least, math.Hypot(p.X-x, p.Y-y))
		}
	}
	return least
}

func atX(line []scene.Point, x float64) float64 {
	for k := 1; k < len(line); k++ {
		if a, b := line[k-1], line[k]; a.X <= x && x <= b.X {
			return a.Y + (b.Y-a.Y)*(x-a.X)/(b.X-a.X)
		}
	}
	return math.NaN()
}
