package picture

import (
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/results/show/scene"
)

const cellHeight = 22

// drawTable draws rows of cells; marked cells have a ground of their own.
func drawTable(t *reference.Table) *scene.Scene {
	columns := len(t.Heads)
	if columns == 0 {
		return scene.New(0, 0, "")
	}
	widths := make([]float64, columns)
	widen := func(k int, text string) {
		if k < columns {
			widths[k] = max(widths[k], scene.TextWidth("bold", text)+14, 28)
		}
	}
	for k, h := range t.Heads {
		widen(k, h)
	}
	for _, r := range t.Rows {
		widen(0, r.Name)
		for k, c := range r.Cells {
			widen(k+1, c.Text)
		}
	}
	if t.Even && columns > 1 {
		for k := 1; k < columns; k++ {
			widths[k] = slices.Max(widths[1:])
		}
	}
	s := scene.New(0, 0, "")
	for _, w := range widths {
		s.Width += w
	}
	x, y := 0.0, 0.0
	cell := func(k int, m reference.Mark, text, writing string) {
		if m != reference.Plain {
			var area string
			area, writing = box(m)
			s.Draw(scene.Rectangle(area, x+1, y+1, widths[k]-2, cellHeight-2))
		}
		if k == 0 {
			s.Draw(scene.Text(writing, x+6, y+15.5, scene.Start, text))
		} else {
			s.Draw(scene.Text(writing, x+widths[k]/2, y+15.5, scene.Middle, text))
		}
		x += widths[k]
	}
	for k, h := range t.Heads {
		cell(k, reference.Plain, h, "note")
	}
	y += cellHeight
	for _, r := range t.Rows {
		x = 0
		s.Draw(scene.Line("faint", scene.Point{X: 0, Y: y}, scene.Point{X: s.Width, Y: y}))
		cell(0, r.Mark, r.Name, "bold")
		for k, c := range r.Cells {
			if k+1 < columns {
				cell(k+1, c.Mark, c.Text, "text")
			}
		}
		y += cellHeight
	}
	s.Height = y
	return s
}
