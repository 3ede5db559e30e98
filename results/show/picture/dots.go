package picture

import (
	"strconv"

	"github.com/mxgen/mxgen/results/show/scene"
)

// Dots is a drawing of numbers: a row for each set of numbers, a dot for each number.
type Dots struct {
	Title string
	Unit  string // what the numbers count
	Rows  []DotRow
	Lines []DotLine
}

// DotRow is a set of numbers.
type DotRow struct {
	Name    string
	Numbers []int // ascending
}

// DotLine is a bound: a line across all rows.
type DotLine struct {
	Number int
	Text   string
	Wrong  bool // the bound does not hold
}

// DrawDots draws numbers on one scale.
func DrawDots(d *Dots) *scene.Scene {
	most := 1
	for _, r := range d.Rows {
		for _, n := range r.Numbers {
			most = max(most, n)
		}
	}
	for _, l := range d.Lines {
		most = max(most, l.Number)
	}
	unit := max(4.0, min(40, 640/float64(most+1)))
	names := 0.0
	for _, r := range d.Rows {
		names = max(names, scene.TextWidth("bold", r.Name))
	}
	left, top, row := margin+names+24, 56.0, 24.0
	bottom := top + row*float64(len(d.Rows))
	x := func(n int) float64 { return left + unit*float64(n) }
	s := scene.New(max(x(most)+3*margin, scene.TextWidth("title", d.Title)+2*margin), bottom+44, d.Title)
	s.Draw(scene.Text("title", margin, 24, scene.Start, d.Title))
	for n, every := 0, step(unit); n <= most; n += every {
		s.Draw(scene.Line("faint", scene.Point{X: x(n), Y: top - 8}, scene.Point{X: x(n), Y: bottom}), scene.Text("note", x(n), bottom+16, scene.Middle, strconv.Itoa(n)))
	}
	s.Draw(scene.Text("note", left, bottom+34, scene.Start, d.Unit))
	s.Width = max(s.Width, left+scene.TextWidth("note", d.Unit)+margin)
	y := bottom + 52
	for _, l := range d.Lines {
		line, text := "loopline", "note"
		if l.Wrong {
			line, text = "alarmbar", "alarm"
		}
		s.Draw(scene.Line(line, scene.Point{X: x(l.Number), Y: top - 12}, scene.Point{X: x(l.Number), Y: bottom}), scene.Text(text, margin, y, scene.Start, l.Text))
		s.Width = max(s.Width, scene.TextWidth(text, l.Text)+2*margin)
		y += 16
	}
	s.Height = max(s.Height, y)
	for k, r := range d.Rows {
		y := top + row*(float64(k)+0.4)
		s.Draw(scene.Text("bold", margin, y+4, scene.Start, r.Name))
		if len(r.Numbers) > 0 {
			s.Draw(scene.Line("message", scene.Point{X: x(r.Numbers[0]), Y: y}, scene.Point{X: x(r.Numbers[len(r.Numbers)-1]), Y: y}))
		}
		for _, n := range r.Numbers {
			s.Draw(scene.Circle("event", x(n), y, min(5, unit/2.2)))
		}
	}
	return s
}

// step is the distance of two numbers on the scale.
func step(unit float64) int {
	for _, every := range []int{1, 2, 5, 10, 20, 50} {
		if unit*float64(every) >= 26 {
			return every
		}
	}
	return 100
}
