package picture_test

import (
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/quorum"
	"github.com/mxgen/mxgen/models/topology"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/results/show/picture"
	"github.com/mxgen/mxgen/results/show/scene"
)

// TestPlane: seven sets are drawn as a plane if any two of them share one point, and only then.
func TestPlane(t *testing.T) {
	fpp, err := quorum.Parse("fpp", 7)
	if err != nil {
		t.Fatal(err)
	}
	if !picture.IsPlane(fpp) {
		t.Errorf("%v is a plane", fpp)
	}
	fpp[3][2] = fpp[3][2]%7 + 1
	for _, sets := range [][][]int{fpp, nil, {{1}}, {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, {{1, 2, 99}, {}, {}, {}, {}, {}, {}}} {
		if picture.IsPlane(sets) {
			t.Errorf("%v is no plane", sets)
		}
	}
}

// TestTrees: no two nodes of a tree are at one place.
func TestTrees(t *testing.T) {
	for _, spec := range []string{"line", "star", "star:2", "tree:2", "radiating:3", "random:7", "edges:1-3,2-3"} {
		for _, n := range []int{1, 2, 3, 12, 255} {
			edges, err := topology.Parse(spec, n)
			if err != nil {
				continue // not with so many nodes
			}
			circles := map[scene.Point]bool{}
			for _, g := range picture.Tree("", edges, n).Groups {
				for _, s := range g.Shapes {
					if s.Kind == scene.Disc {
						circles[s.Points[0]] = true
					}
				}
			}
			if len(circles) != n {
				t.Errorf("%s: %d places for %d nodes", spec, len(circles), n)
			}
		}
	}
}

// TestWrong: pictures of wrong states, with pointers to nobody and graphs that are no trees, are drawn.
func TestWrong(t *testing.T) {
	p := reference.Picture{
		{Title: "<graph>", Graph: &reference.Graph{Layout: reference.Tree, Edges: []config.Edge{{1, 2}, {2, 1}, {9, 1}, {3, 3}}, Points: make([]reference.Point, 4),
			Arrows: []reference.Arrow{{From: 1, To: 1}, {From: 0, To: 99}, {From: 1, To: 2, Text: "<b>"}, {From: 1, To: 2}}}},
		{Graph: &reference.Graph{Layout: reference.Star, Centre: 9, Points: make([]reference.Point, 2)}},
		{Graph: &reference.Graph{Layout: reference.Ring, Order: []int{7, 7}, Points: make([]reference.Point, 2)}},
		{Graph: &reference.Graph{Layout: reference.Plane, Points: make([]reference.Point, 7)}},
		{Graph: &reference.Graph{}}, {Queue: &reference.Queue{}}, {Table: &reference.Table{Rows: []reference.Row{{Cells: make([]reference.Cell, 3)}}}}, {},
	}
	svg := picture.Draw(p).SVG(scene.Standalone)
	if strings.Contains(svg, "<graph>") || strings.Contains(svg, "<b>") || strings.Contains(svg, "NaN") {
		t.Error(svg)
	}
}

// TestDots draws numbers of all sizes.
func TestDots(t *testing.T) {
	d := &picture.Dots{Title: "t", Unit: "messages", Rows: []picture.DotRow{{Name: "1", Numbers: []int{0, 3, 255}}, {Name: "2"}}, Lines: []picture.DotLine{{Number: 300, Text: "bound", Wrong: true}}}
	if svg := picture.DrawDots(d).SVG(scene.Standalone); strings.Count(svg, "<circle") != 3 || !strings.Contains(svg, `class="alarmbar"`) {
		t.Error(svg)
	}
}

// TestArrows: a pointer and messages between the same two nodes are lines of their own, and their texts cover neither
// points, notes nor each other.
func TestArrows(t *testing.T) {
	s := picture.Draw(reference.Picture{{Graph: &reference.Graph{Layout: reference.Tree, Edges: []config.Edge{{1, 2}},
		Points: []reference.Point{{}, {Notes: []string{"queue {1,2}", "asked"}}},
		Arrows: []reference.Arrow{{From: 2, To: 1, Kind: reference.UnderWay, Text: "REQUEST"}, {From: 2, To: 1, Kind: reference.UnderWay, Text: "PRIVILEGE"},
			{From: 2, To: 1, Kind: reference.Follow}, {From: 2, To: 1}}}}})
	var middles []scene.Point
	type area struct{ left, right, top, bottom float64 }
	var texts []area
	for _, g := range s.Groups {
		for _, shape := range g.Shapes {
			switch {
			case shape.Kind == scene.Path && g.Class == "arrow":
				middles = append(middles, shape.Points[len(shape.Points)/2])
			case shape.Kind == scene.Writing && shape.Class == "note":
				width, at := scene.TextWidth("note", shape.Text), shape.Points[0]
				if shape.Anchor == scene.Middle {
					at.X -= width / 2
				}
				texts = append(texts, area{at.X, at.X + width, at.Y - 9, at.Y + 2})
			}
		}
	}
	if len(middles) != 4 || len(texts) != 4 {
		t.Fatalf("%d arrows, %d texts", len(middles), len(texts))
	}
	for k := range 4 {
		for j := range k {
			if d := middles[k].Y - middles[j].Y; -4 < d && d < 4 {
				t.Errorf("two arrows are %.1f apart", d)
			}
			if a, b := texts[k], texts[j]; a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom {
				t.Errorf("a text at %v covers another one at %v", a, b)
			}
		}
	}
}

// TestSet: the places of a set have no arrows between them.
func TestSet(t *testing.T) {
	for _, set := range []bool{false, true} {
		svg := picture.Draw(reference.Picture{{Queue: &reference.Queue{Places: []reference.Place{{Node: 1}, {Node: 2}}, Set: set}}}).SVG(scene.Inline)
		if strings.Contains(svg, "pointerhead") == set {
			t.Errorf("set %t: %s", set, svg)
		}
	}
}
