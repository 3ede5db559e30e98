package scene

import "math"

// Arrow is a line with a head at its last point.  The head begins short of that point.
func Arrow(line, head string, short float64, points ...Point) []Shape {
	n := len(points)
	from, to := points[n-2], points[n-1]
	length := math.Hypot(to.X-from.X, to.Y-from.Y)
	if length == 0 {
		return []Shape{Line(line, points...)}
	}
	ux, uy := (to.X-from.X)/length, (to.Y-from.Y)/length
	tip := Point{to.X - ux*short, to.Y - uy*short}
	const long, wide = 8, 3.2
	base := Point{tip.X - ux*long, tip.Y - uy*long}
	ends := append(append([]Point{}, points[:n-1]...), Point{base.X + ux, base.Y + uy}) // a little into the head, over its border
	return []Shape{
		Polygon(head, tip, Point{base.X - uy*wide, base.Y + ux*wide}, Point{base.X + uy*wide, base.Y - ux*wide}),
		Line(line, ends...),
	}
}

// Bow is a curve between two points, bent to the left by a part of its length, as a line.
func Bow(from, to Point, bend float64) []Point {
	control := Point{(from.X+to.X)/2 + (to.Y-from.Y)*bend, (from.Y+to.Y)/2 - (to.X-from.X)*bend}
	var points []Point
	const parts = 16
	for k := range parts + 1 {
		t := float64(k) / parts
		a, b, c := (1-t)*(1-t), 2*t*(1-t), t*t
		points = append(points, Point{a*from.X + b*control.X + c*to.X, a*from.Y + b*control.Y + c*to.Y})
	}
	return points
}

// Trim cuts off the ends of a line, so much of its length on each side.
func Trim(points []Point, atStart, atEnd float64) []Point {
	points = cut(points, atStart)
	reversed := make([]Point, len(points))
	for k, p := range points {
		reversed[len(points)-1-k] = p
	}
	reversed = cut(reversed, atEnd)
	points = make([]Point, len(reversed))
	for k, p := range reversed {
		points[len(reversed)-1-k] = p
	}
	return points
}

// cut removes so much of the length at the start of a line.
func cut(points []Point, length float64) []Point {
	for len(points) > 2 {
		d := math.Hypot(points[1].X-points[0].X, points[1].Y-points[0].Y)
		if d > length {
			break
		}
		length -= d
		points = points[1:]
	}
	d := math.Hypot(points[1].X-points[0].X, points[1].Y-points[0].Y)
	if d == 0 {
		return points
	}
	t := min(length/d, 0.9)
	first := Point{points[0].X + (points[1].X-points[0].X)*t, points[0].Y + (points[1].Y-points[0].Y)*t}
	return append([]Point{first}, points[1:]...)
}
