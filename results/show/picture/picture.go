// Package picture draws what reference.Picture describes: queues, graphs and tables.
//
//	drawing := picture.Draw(sys.Algorithm.Picture(w))
//
// It knows no algorithm.
package picture

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/results/show/scene"
)

const (
	margin = 10
	gap    = 14 // between parts
)

// Draw draws the parts below each other.
func Draw(p reference.Picture) *scene.Scene {
	s := scene.New(0, margin, "")
	y := float64(margin)
	for k, part := range p {
		drawn := drawPart(part)
		if k > 0 {
			y += gap
			s.Title += "; "
		}
		s.Title += drawn.Title
		if part.Title != "" {
			s.Draw(scene.Text("title", margin, y+12, scene.Start, part.Title))
			s.Width = max(s.Width, scene.TextWidth("title", part.Title)+2*margin)
			y += 22
		}
		s.Place(margin, y, drawn)
		y += drawn.Height
	}
	s.Width, s.Height = s.Width+margin, y+margin
	return s
}

func drawPart(p reference.Part) *scene.Scene {
	var s *scene.Scene
	switch {
	case p.Queue != nil:
		s = drawQueue(p.Queue)
	case p.Graph != nil:
		s = drawGraph(p.Graph)
	case p.Table != nil:
		s = drawTable(p.Table)
	default:
		s = scene.New(0, 0, "")
	}
	s.Title = p.Title
	return s
}

// box is the class of an area with a mark, and writing that of the text on it.
func box(m reference.Mark) (area, writing string) {
	switch m {
	case reference.Waiting:
		return "boxwaiting", "bold"
	case reference.Inside:
		return "boxinside", "oninside"
	case reference.Notable:
		return "boxnotable", "bold"
	case reference.Alarm:
		return "boxalarm", "bold"
	}
	return "box", "bold"
}
