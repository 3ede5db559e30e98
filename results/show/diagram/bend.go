package diagram

import (
	"math"

	"github.com/mxgen/mxgen/results/show/scene"
)

const (
	clearance = 7.5 // between an arrow and an event on a line that it crosses
	between   = 3.5 // between two arrows that begin at one event, where they cross a line
	bow       = 9   // by which an arrow is bent, and multiples of it
)

// paths keeps the arrows apart from events that they have nothing to do with: a broadcast that arrives at
// one node after the other would look as if each node had passed the message on.
type paths struct {
	*drawing
	from map[int][][]scene.Point // arrows by the event that sends, as lines
}

// path is the line of an arrow that event sent begins: straight if it meets no event on its way, else bent, as
// little as it can be.
func (p *paths) path(sent int, from, to scene.Point) []scene.Point {
	line := []scene.Point{from, to}
	length := math.Hypot(to.X-from.X, to.Y-from.Y)
	for _, bend := range []float64{0, 1, -1, 2, -2, 3, -3} {
		tried := line
		if bend != 0 {
			tried = scene.Bow(from, to, 2*bend*bow/length)
		}
		if p.free(sent, tried) {
			line = tried
			break
		}
	}
	if sent >= 0 {
		p.from[sent] = append(p.from[sent], line)
	}
	return line
}

// free tells whether a line meets no event, and no arrow of the same event, on the lines of the nodes between
// its ends.
func (p *paths) free(sent int, line []scene.Point) bool {
	first, last := line[0], line[len(line)-1]
	slant := math.Abs(last.X-first.X) / math.Hypot(last.X-first.X, last.Y-first.Y) // 0: the arrow is upright
	if slant == 0 {
		return true
	}
	for i := range p.Lines {
		y, crosses := crossing(line, p.x(i))
		if !crosses {
			continue
		}
		nearest := int(math.Floor((y - p.top) / row))
		reach := int(min(clearance/slant/row, 4)) + 1
		for k := max(nearest-reach, 0); k <= min(nearest+reach, len(p.Events)-1); k++ {
			if p.Events[k].Line == i && math.Abs(p.y(k)-y)*slant < clearance {
				return false
			}
		}
		for _, other := range p.from[sent] {
			if at, both := crossing(other, p.x(i)); both && math.Abs(at-y)*slant < between {
				return false
			}
		}
	}
	return true
}

// crossing is where a line crosses the upright at x, between its ends.
func crossing(line []scene.Point, x float64) (y float64, crosses bool) {
	first, last := line[0].X, line[len(line)-1].X
	if x <= min(first, last) || x >= max(first, last) {
		return 0, false
	}
	for k := 1; k < len(line); k++ {
		a, b := line[k-1], line[k]
		if a.X != b.X && min(a.X, b.X) <= x && x <= max(a.X, b.X) {
			return a.Y + (b.Y-a.Y)*(x-a.X)/(b.X-a.X), true
		}
	}
	return 0, false
}
