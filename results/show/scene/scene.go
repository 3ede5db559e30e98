// Package scene has drawings: shapes in a plane whose colours follow from their class.
//
//	s := scene.New(200, 100, "two nodes")
//	s.Add(scene.Group{Shapes: []scene.Shape{scene.Circle("point", 20, 20, 8), scene.Text("text", 40, 24, scene.Start, "node 1")}})
//	svg := s.SVG(scene.Standalone)
//
// SVG writes a drawing as text, package raster as pixels.  Both take the colours from Styles.
// Text is escaped: nothing of a drawing is ever markup.
package scene

import "unicode/utf8"

// Point is a place: x to the right, y downwards, in pixels.
type Point struct{ X, Y float64 }

// Scene is a drawing.
type Scene struct {
	Width, Height float64
	Title         string // for people who cannot see it
	Groups        []Group
}

// New makes an empty drawing.
func New(width, height float64, title string) *Scene {
	return &Scene{Width: width, Height: height, Title: title}
}

// Add appends a group, which covers those before it.
func (s *Scene) Add(g Group) { s.Groups = append(s.Groups, g) }

// Draw appends shapes in a group without name.
func (s *Scene) Draw(shapes ...Shape) { s.Add(Group{Shapes: shapes}) }

// Place puts another drawing into this one, its upper left corner at x, y.
func (s *Scene) Place(x, y float64, other *Scene) {
	for _, g := range other.Groups {
		g.Shapes = append([]Shape{}, g.Shapes...)
		for k := range g.Shapes {
			points := append([]Point{}, g.Shapes[k].Points...)
			for p := range points {
				points[p].X += x
				points[p].Y += y
			}
			g.Shapes[k].Points = points
		}
		s.Add(g)
	}
	s.Width, s.Height = max(s.Width, x+other.Width), max(s.Height, y+other.Height)
}

// Group is a part of a drawing that belongs together.
type Group struct {
	Class  string  // for style sheets and scripts
	Data   []Datum // for scripts
	Title  string  // what a pointer above the group shows
	Shapes []Shape
}

// Datum is a value that scripts read, as the attribute data-NAME.
type Datum struct {
	Name, Value string
}

// Kind is the kind of a shape.
type Kind uint8

// The kinds.
const (
	Path    Kind = iota // a line through the points
	Area                // what the line through the points encloses
	Disc                // around the first point
	Writing             // text that begins, ends or has its middle at the first point
)

// Anchor says which part of a text is at its point.
type Anchor uint8

// The anchors.
const (
	Start Anchor = iota
	Middle
	End
)

// Shape is a shape with the style of its class.
type Shape struct {
	Kind   Kind
	Class  string // a key of Styles
	Points []Point
	Radius float64 // Disc
	Text   string  // Writing
	Anchor Anchor  // Writing
}

// Line is a line through points.
func Line(class string, points ...Point) Shape {
	return Shape{Kind: Path, Class: class, Points: points}
}

// Polygon is an area.
func Polygon(class string, points ...Point) Shape {
	return Shape{Kind: Area, Class: class, Points: points}
}

// Rectangle is an area from its upper left corner.
func Rectangle(class string, x, y, width, height float64) Shape {
	return Polygon(class, Point{x, y}, Point{x + width, y}, Point{x + width, y + height}, Point{x, y + height})
}

// Circle is a disc.
func Circle(class string, x, y, radius float64) Shape {
	return Shape{Kind: Disc, Class: class, Points: []Point{{x, y}}, Radius: radius}
}

// Text is a line of text, with its base line at y.
func Text(class string, x, y float64, anchor Anchor, text string) Shape {
	return Shape{Kind: Writing, Class: class, Points: []Point{{x, y}}, Text: text, Anchor: anchor}
}

// TextWidth is the width of a text, about: the fonts have letters of one width.
func TextWidth(class, text string) float64 {
	return float64(utf8.RuneCountInString(text)) * Styles[class].Size * 0.61
}

// Shorten cuts a text to at most so many letters.
func Shorten(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
