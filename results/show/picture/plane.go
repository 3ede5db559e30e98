package picture

import (
	"math"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/results/show/scene"
)

// corners are the places of the plane's points: three corners of a triangle, the middles of the
// sides opposite of them, and the centre.
var corners = [7]scene.Point{
	{X: 0, Y: -150}, {X: -130, Y: 75}, {X: 130, Y: 75}, // corners
	{X: 0, Y: 75}, {X: 65, Y: -37.5}, {X: -65, Y: -37.5}, // middles
	{X: 0, Y: 0},
}

// planePlaces places the points of a projective plane of order 2; nil if the lines are none.
func planePlaces(lines [][]int) []scene.Point {
	order := planeOrder(lines)
	if order == nil {
		return nil
	}
	places := make([]scene.Point, 7)
	for k, i := range order {
		places[i-1] = corners[k]
	}
	return places
}

// IsPlane tells whether sets are the lines of the projective plane of order 2 on the points 1 to 7.
func IsPlane(sets [][]int) bool { return planeOrder(sets) != nil }

// planeOrder lists the points in the order of corners, nil if the lines are not those of a plane.
func planeOrder(lines [][]int) []int {
	if len(lines) != 7 {
		return nil
	}
	for a, line := range lines {
		if len(line) != 3 || slices.Min(line) < 1 || slices.Max(line) > 7 {
			return nil
		}
		for _, other := range lines[:a] {
			if shared(line, other) != 1 {
				return nil
			}
		}
	}
	third := func(i, j int) int {
		for _, line := range lines {
			if slices.Contains(line, i) && slices.Contains(line, j) {
				return line[0] + line[1] + line[2] - i - j
			}
		}
		return 0
	}
	a, b := 1, 2
	c := 3
	if c == third(a, b) {
		c = 4
	}
	bc, ca, ab := third(b, c), third(c, a), third(a, b)
	order := []int{a, b, c, bc, ca, ab, third(a, bc)}
	sorted := slices.Sorted(slices.Values(order))
	for k, i := range sorted {
		if i != k+1 {
			return nil
		}
	}
	return order
}

func shared(a, b []int) (count int) {
	for _, i := range a {
		if slices.Contains(b, i) {
			count++
		}
	}
	return count
}

// planeLines are the lines of the plane: six straight ones, and the circle through the middles.
func planeLines(g *reference.Graph, places []scene.Point) []scene.Shape {
	if planeOrder(g.Lines) == nil {
		return nil
	}
	var shapes []scene.Shape
	for k, line := range g.Lines {
		class := "line"
		if k < len(g.Points) && g.Points[k].Mark != reference.Plain {
			class = "message" // the set of a node that waits or is inside
		}
		a, b, c := places[line[0]-1], places[line[1]-1], places[line[2]-1]
		if straight(a, b, c) {
			ends := []scene.Point{a, b, c}
			slices.SortFunc(ends, func(p, q scene.Point) int {
				if p.X != q.X {
					return int(math.Copysign(1, p.X-q.X))
				}
				return int(math.Copysign(1, p.Y-q.Y))
			})
			shapes = append(shapes, scene.Line(class, ends...))
			continue
		}
		m := scene.Point{X: (a.X + b.X + c.X) / 3, Y: (a.Y + b.Y + c.Y) / 3}
		r := math.Hypot(a.X-m.X, a.Y-m.Y)
		var round []scene.Point
		for t := range 65 {
			angle := 2 * math.Pi * float64(t) / 64
			round = append(round, scene.Point{X: m.X + r*math.Cos(angle), Y: m.Y + r*math.Sin(angle)})
		}
		shapes = append(shapes, scene.Line(class, round...))
	}
	return shapes
}

func straight(a, b, c scene.Point) bool {
	return math.Abs((b.X-a.X)*(c.Y-a.Y)-(c.X-a.X)*(b.Y-a.Y)) < 1
}
