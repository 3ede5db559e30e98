package picture

import (
	"math"
	"slices"
	"strconv"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/results/show/scene"
)

const radius = 15 // of a point

// drawGraph draws the nodes where the layout puts them, and the arrows between them.
func drawGraph(g *reference.Graph) *scene.Scene {
	places, width, height := layout(g)
	s := scene.New(width, height, "")
	at := func(i int) (scene.Point, bool) {
		if i < 1 || i > len(places) {
			return scene.Point{}, false
		}
		return places[i-1], true
	}
	thin := "faint" // behind arrows
	if len(g.Arrows) == 0 {
		thin = "line"
	}
	for _, e := range g.Edges {
		a, okA := at(e[0])
		b, okB := at(e[1])
		if okA && okB {
			s.Draw(scene.Line(thin, a, b))
		}
	}
	if g.Layout == reference.Plane {
		for _, shape := range planeLines(g, places) {
			s.Draw(shape)
		}
	}
	bends := map[[2]int][]float64{}
	var texts labels
	for _, a := range g.Arrows {
		from, okFrom := at(a.From)
		to, okTo := at(a.To)
		if !okFrom || !okTo || a.From == a.To {
			continue
		}
		link := [2]int{a.From, a.To}
		bend := bendOf(a.Kind, math.Hypot(to.X-from.X, to.Y-from.Y), bends[link])
		bends[link] = append(bends[link], bend)
		group, points := arrow(a, from, to, bend)
		s.Add(group)
		texts.add(a.Text, points)
	}
	for k, p := range g.Points {
		if k < len(places) {
			shown := point(k+1, p, places[k], g.Layout == reference.Plane || leadsDown(g, places, k))
			s.Add(shown)
			texts.avoid(shown)
		}
	}
	s.Draw(texts.place()...)
	return contain(s)
}

// contain moves a drawing so that nothing is above it or to its left, and widens it.
func contain(s *scene.Scene) *scene.Scene {
	var low, high scene.Point
	for _, g := range s.Groups {
		for _, shape := range g.Shapes {
			for _, p := range shape.Points {
				left, right, above := 0.0, 0.0, 0.0
				if shape.Kind == scene.Writing {
					width := scene.TextWidth(shape.Class, shape.Text)
					left = map[scene.Anchor]float64{scene.Middle: width / 2, scene.End: width}[shape.Anchor]
					right, above = width-left, 10
				}
				low.X, low.Y = min(low.X, p.X-left), min(low.Y, p.Y-above)
				high.X, high.Y = max(high.X, p.X+right), max(high.Y, p.Y)
			}
		}
	}
	moved := scene.New(0, 0, s.Title)
	moved.Place(-low.X, -low.Y, s)
	moved.Width, moved.Height = max(moved.Width, high.X-low.X), max(moved.Height, high.Y-low.Y)
	return moved
}

// bendOf is the bend of an arrow of some length, other than those of the arrows that are there already: each is seen.
// A long one is bent more, past the points between.
func bendOf(kind reference.ArrowKind, length float64, taken []float64) float64 {
	bend := map[reference.ArrowKind]float64{reference.Follow: 0.3, reference.UnderWay: 0.16, reference.Carried: 0.16}[kind]
	if length > 1.4*apart && bend > 0 {
		bend = 0.36
	}
	for slices.ContainsFunc(taken, func(other float64) bool { return math.Abs(other-bend) < 0.13 }) {
		bend += 0.14
	}
	return bend
}

// arrow draws an arrow from one point to another.  points are its line.
func arrow(a reference.Arrow, from, to scene.Point, bend float64) (g scene.Group, points []scene.Point) {
	line, head := "pointer", "pointerhead"
	switch a.Kind {
	case reference.Follow:
		line, head = "follow", "followhead"
	case reference.UnderWay:
		line, head = "message", "head"
	case reference.Carried:
		line, head = "carried", "carriedhead"
	}
	points = scene.Trim(scene.Bow(from, to, bend), radius+1, radius+1)
	shapes := scene.Arrow(line, head, 0, points...)
	if m := points[len(points)/2]; a.Kind == reference.Carried {
		shapes = append(shapes, scene.Circle("token", m.X, m.Y, 5))
	}
	return scene.Group{Class: "arrow", Title: a.Text, Shapes: shapes}, points
}

// leadsDown tells whether an edge of the tree leads from the point of an index to a lower one.
func leadsDown(g *reference.Graph, places []scene.Point, k int) bool {
	return slices.ContainsFunc(g.Edges, func(e config.Edge) bool {
		from, to := e[0]-1, e[1]-1
		if to == k {
			from, to = to, from
		}
		return from == k && to >= 0 && to < len(places) && places[to].Y > places[k].Y
	})
}

// point draws a point, with its notes below it; beside it where lines are everywhere.
func point(i int, p reference.Point, at scene.Point, beside bool) scene.Group {
	area, writing := box(p.Mark)
	shapes := []scene.Shape{scene.Circle(area, at.X, at.Y, radius), scene.Text(writing, at.X, at.Y+4.5, scene.Middle, strconv.Itoa(i))}
	if p.Token {
		shapes = append(shapes, scene.Circle("token", at.X+radius*0.8, at.Y-radius*0.8, 6))
	}
	y := at.Y + radius + 12
	if beside {
		y = at.Y + 4 - 6.5*float64(len(p.Notes)-1)
	}
	for _, note := range p.Notes {
		width := scene.TextWidth("note", note)
		x := at.X - width/2
		if beside {
			x = at.X + radius + 4
			shapes = append(shapes, scene.Rectangle("ground", x-2, y-10, width+4, 13))
		}
		shapes = append(shapes, scene.Text("note", x, y, scene.Start, note))
		y += 13
	}
	return scene.Group{Class: "point", Data: []scene.Datum{{Name: "node", Value: strconv.Itoa(i)}}, Shapes: shapes}
}
