package picture

import (
	"math"

	"github.com/mxgen/mxgen/results/show/scene"
)

// labels are the texts of arrows.  Each is put where it covers least of the points, their notes, the other texts
// and the other arrows.
type labels struct {
	texts []string
	lines [][]scene.Point // of the arrow of each text, "" included
	boxes []frame         // what is not to be covered
}

// frame is an area, from its upper left corner to its lower right one.
type frame struct{ low, high scene.Point }

func (l *labels) add(text string, line []scene.Point) {
	l.texts, l.lines = append(l.texts, text), append(l.lines, line)
}

// avoid keeps the texts away from a point and its notes.
func (l *labels) avoid(g scene.Group) {
	for _, s := range g.Shapes {
		at := s.Points[0]
		switch s.Kind {
		case scene.Disc:
			l.boxes = append(l.boxes, frame{scene.Point{X: at.X - s.Radius, Y: at.Y - s.Radius}, scene.Point{X: at.X + s.Radius, Y: at.Y + s.Radius}})
		case scene.Writing:
			width := scene.TextWidth(s.Class, s.Text)
			if s.Anchor == scene.Middle {
				at.X -= width / 2
			}
			l.boxes = append(l.boxes, frame{scene.Point{X: at.X, Y: at.Y - 9}, scene.Point{X: at.X + width, Y: at.Y + 3}})
		}
	}
}

// place draws the texts, each on the ground, so that no line goes through it.
func (l *labels) place() (shapes []scene.Shape) {
	for k, text := range l.texts {
		if text == "" {
			continue
		}
		at := l.best(k)
		l.boxes = append(l.boxes, at)
		shapes = append(shapes, scene.Rectangle("ground", at.low.X, at.low.Y, at.high.X-at.low.X, at.high.Y-at.low.Y),
			scene.Text("note", (at.low.X+at.high.X)/2, at.high.Y-3, scene.Middle, text))
	}
	return shapes
}

// best is the place beside the arrow of a text where it covers least: in the middle on the side to which the arrow is
// bent, if that covers nothing.
func (l *labels) best(k int) (best frame) {
	line := l.lines[k]
	width := scene.TextWidth("note", l.texts[k])
	least := math.MaxInt
	for _, apart := range []float64{0, 8} {
		for _, side := range []float64{1, -1} {
			for _, part := range []float64{0.5, 0.35, 0.65, 0.2, 0.8} {
				here := int(part * float64(len(line)-1))
				along := scene.Point{X: line[len(line)-1].X - line[0].X, Y: line[len(line)-1].Y - line[0].Y}
				length := math.Hypot(along.X, along.Y)
				ux, uy := side*along.Y/length, -side*along.X/length
				x, y := line[here].X+ux*(width/2+8+apart), line[here].Y+uy*(13+apart)
				try := frame{scene.Point{X: x - width/2 - 2, Y: y - 6.5}, scene.Point{X: x + width/2 + 2, Y: y + 6.5}}
				if covered := l.covered(try); covered < least {
					best, least = try, covered
				}
			}
		}
	}
	return best
}

// covered is how much a box would cover: a text or a point is worse than a line.
func (l *labels) covered(at frame) (sum int) {
	for _, b := range l.boxes {
		if at.low.X < b.high.X && b.low.X < at.high.X && at.low.Y < b.high.Y && b.low.Y < at.high.Y {
			sum += 10
		}
	}
	for _, line := range l.lines {
		for _, p := range line {
			if at.low.X < p.X && p.X < at.high.X && at.low.Y < p.Y && p.Y < at.high.Y {
				sum++
			}
		}
	}
	return sum
}
