package picture

import (
	"math"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/results/show/scene"
)

const (
	apart = 92 // points of a graph
	edge  = 40 // from the border to a point
)

// layout places the points of a graph.
func layout(g *reference.Graph) (places []scene.Point, width, height float64) {
	n := len(g.Points)
	switch g.Layout {
	case reference.Tree:
		places = treePlaces(g.Edges, n)
	case reference.Star:
		var others []int
		for i := 1; i <= n; i++ {
			if i != g.Centre {
				others = append(others, i)
			}
		}
		places = circle(others, n)
		if n > 2 && g.Centre >= 1 && g.Centre <= n {
			places[g.Centre-1] = middle(places, others)
		} else if g.Centre >= 1 && g.Centre <= n {
			places[g.Centre-1] = scene.Point{X: apart}
		}
	case reference.Plane:
		places = planePlaces(g.Lines)
	}
	if places == nil {
		order := g.Order
		if len(order) != n {
			order = nil
			for i := 1; i <= n; i++ {
				order = append(order, i)
			}
		}
		places = circle(order, n)
	}
	return fit(g, places)
}

// fit moves the points into the drawing and measures it.
func fit(g *reference.Graph, places []scene.Point) (_ []scene.Point, width, height float64) {
	if len(places) == 0 {
		return nil, 0, 0
	}
	least, most := places[0], places[0]
	for _, p := range places {
		least.X, least.Y = min(least.X, p.X), min(least.Y, p.Y)
		most.X, most.Y = max(most.X, p.X), max(most.Y, p.Y)
	}
	notes, letters := 0, 0.0
	for _, p := range g.Points {
		notes = max(notes, len(p.Notes))
		for _, n := range p.Notes {
			letters = max(letters, scene.TextWidth("note", n))
		}
	}
	side := max(edge, letters/2+4)
	for k := range places {
		places[k].X += side - least.X
		places[k].Y += edge - least.Y
	}
	return places, most.X - least.X + 2*side, most.Y - least.Y + 1.6*edge + 13*float64(notes)
}

// circle places nodes on a circle, the first one at the top, clockwise.
func circle(order []int, n int) []scene.Point {
	places := make([]scene.Point, n)
	r := max(apart*0.75, apart*float64(len(order))/(2*math.Pi))
	for k, i := range order {
		if i < 1 || i > n {
			continue
		}
		angle := 2*math.Pi*float64(k)/float64(len(order)) - math.Pi/2
		places[i-1] = scene.Point{X: r * math.Cos(angle), Y: r * math.Sin(angle)}
	}
	return places
}

func middle(places []scene.Point, of []int) (m scene.Point) {
	for _, i := range of {
		m.X += places[i-1].X / float64(len(of))
		m.Y += places[i-1].Y / float64(len(of))
	}
	return m
}

// treePlaces places a tree level by level below its centre, a path from left to right.
func treePlaces(edges []config.Edge, n int) []scene.Point {
	t := config.Config{N: n, Edges: edges}
	places := make([]scene.Point, n)
	if order := path(t); order != nil {
		for k, i := range order {
			places[i-1] = scene.Point{X: apart * float64(k)}
		}
		return places
	}
	seen := make([]bool, n+1)
	next := 0.0
	var place func(i, depth int) float64
	place = func(i, depth int) float64 {
		seen[i] = true
		sum, count := 0.0, 0
		for _, j := range t.Neighbours(i) {
			if j >= 1 && j <= n && !seen[j] {
				sum += place(j, depth+1)
				count++
			}
		}
		x := next
		if count > 0 {
			x = sum / float64(count)
		} else {
			next += apart
		}
		places[i-1] = scene.Point{X: x, Y: apart * 0.95 * float64(depth)}
		return x
	}
	place(centre(t), 0)
	for i := 1; i <= n; i++ { // what is not connected, in a wrong tree
		if !seen[i] {
			place(i, 0)
		}
	}
	return places
}

// path is the order of the nodes of a tree that is a path, nil of another one.
func path(t config.Config) []int {
	start := 1
	for i := 1; i <= t.N; i++ {
		switch d := len(t.Neighbours(i)); {
		case d > 2 || d == 0 && t.N > 1:
			return nil
		case d == 1:
			start = i
		}
	}
	var order []int
	seen := make([]bool, t.N+1)
	for i := start; i != 0; {
		order, seen[i] = append(order, i), true
		next := 0
		for _, j := range t.Neighbours(i) {
			if !seen[j] {
				next = j
			}
		}
		i = next
	}
	if len(order) < t.N {
		return nil
	}
	if order[0] > order[len(order)-1] {
		for a, b := 0, len(order)-1; a < b; a, b = a+1, b-1 {
			order[a], order[b] = order[b], order[a]
		}
	}
	return order
}

// centre is the node from which the farthest node is nearest, the smallest such.
func centre(t config.Config) int {
	best, least := 1, t.N+1
	for i := 1; i <= t.N; i++ {
		if far := farthest(t, i); far < least {
			best, least = i, far
		}
	}
	return best
}

func farthest(t config.Config, from int) int {
	distance := make([]int, t.N+1)
	distance[from] = 1
	most := 0
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		most = max(most, distance[i])
		for _, j := range t.Neighbours(i) {
			if j >= 1 && j <= t.N && distance[j] == 0 {
				distance[j] = distance[i] + 1
				queue = append(queue, j)
			}
		}
	}
	return most
}
