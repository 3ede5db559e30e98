package picture

import (
	"strconv"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/results/show/scene"
)

// drawQueue draws boxes from left to right, the head first, with notes below each, and arrows between them if they
// have an order.
func drawQueue(q *reference.Queue) *scene.Scene {
	s := scene.New(0, 30, "")
	if len(q.Places) == 0 {
		text := q.Empty
		if text == "" {
			text = "empty"
		}
		s.Draw(scene.Text("note", 0, 18, scene.Start, text))
		s.Width = scene.TextWidth("note", text)
		return s
	}
	x := 0.0
	for k, p := range q.Places {
		width := 34.0
		for _, note := range p.Notes {
			width = max(width, scene.TextWidth("note", note))
		}
		if k > 0 {
			if !q.Set {
				s.Draw(scene.Arrow("line", "pointerhead", 0, scene.Point{X: x + 18, Y: 13}, scene.Point{X: x + 2, Y: 13})...)
			}
			x += 22
		}
		area, writing := box(p.Mark)
		name := strconv.Itoa(p.Node)
		if p.Node == 0 {
			area, name = "free", ""
		}
		shapes := []scene.Shape{scene.Rectangle(area, x+width/2-17, 0, 34, 26), scene.Text(writing, x+width/2, 17.5, scene.Middle, name)}
		y := 40.0
		for _, note := range p.Notes {
			shapes = append(shapes, scene.Text("note", x+width/2, y, scene.Middle, note))
			y += 14
		}
		s.Height = max(s.Height, y-8)
		s.Add(scene.Group{Class: "point", Data: []scene.Datum{{Name: "node", Value: name}}, Shapes: shapes})
		x += width
	}
	s.Width = x
	return s
}
