package scene

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Form says where an SVG stands.
type Form uint8

// The forms.
const (
	Standalone Form = iota // a file, with its style sheet and its ground
	Inline                 // in a page that has CSS()
)

// SVG is the drawing as SVG 1.1: Head, Parts and the end of the element.
func (s *Scene) SVG(form Form) string {
	return s.Head(form) + strings.Join(s.Parts(), "") + "</svg>\n"
}

// Head is the start of the drawing's SVG.
func (s *Scene) Head(form Form) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="mx" width="%s" height="%s" viewBox="0 0 %s %s" role="img" aria-label="%s">`,
		number(s.Width), number(s.Height), number(s.Width), number(s.Height), Escape(s.Title))
	b.WriteByte('\n')
	if form == Standalone {
		fmt.Fprintf(&b, "<title>%s</title>\n<style>%s</style>\n", Escape(s.Title), CSS())
		Rectangle("ground", 0, 0, s.Width, s.Height).write(&b)
	}
	return b.String()
}

// Parts is the SVG of each group.
func (s *Scene) Parts() []string {
	parts := make([]string, len(s.Groups))
	for k := range s.Groups {
		var b strings.Builder
		s.Groups[k].write(&b)
		parts[k] = b.String()
	}
	return parts
}

func (g *Group) write(b *strings.Builder) {
	named := g.Class != "" || g.Data != nil || g.Title != ""
	if named {
		b.WriteString("<g")
		if g.Class != "" {
			fmt.Fprintf(b, ` class="%s"`, Escape(g.Class))
		}
		for _, d := range g.Data {
			fmt.Fprintf(b, ` data-%s="%s"`, d.Name, Escape(d.Value))
		}
		b.WriteString(">")
		if g.Title != "" {
			fmt.Fprintf(b, "<title>%s</title>", Escape(g.Title))
		}
	}
	for _, shape := range g.Shapes {
		shape.write(b)
	}
	if named {
		b.WriteString("</g>\n")
	}
}

var anchors = [...]string{Start: "", Middle: ` text-anchor="middle"`, End: ` text-anchor="end"`}

func (s Shape) write(b *strings.Builder) {
	switch s.Kind {
	case Path:
		fmt.Fprintf(b, `<path class="%s" d="%s"/>`, s.Class, path(s.Points))
	case Area:
		fmt.Fprintf(b, `<path class="%s" d="%sz"/>`, s.Class, path(s.Points))
	case Disc:
		fmt.Fprintf(b, `<circle class="%s" cx="%s" cy="%s" r="%s"/>`, s.Class, number(s.Points[0].X), number(s.Points[0].Y), number(s.Radius))
	case Writing:
		fmt.Fprintf(b, `<text class="%s" x="%s" y="%s"%s>%s</text>`, s.Class, number(s.Points[0].X), number(s.Points[0].Y), anchors[s.Anchor], Escape(s.Text))
	}
	b.WriteByte('\n')
}

func path(points []Point) string {
	var b strings.Builder
	for k, p := range points {
		if k == 0 {
			b.WriteByte('M')
		} else {
			b.WriteByte('L')
		}
		b.WriteString(number(p.X))
		b.WriteByte(' ')
		b.WriteString(number(p.Y))
	}
	return b.String()
}

// number writes a length with at most one decimal.
func number(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// Escape makes text of a drawing's text.  Characters that XML does not have become U+FFFD.
func Escape(text string) string {
	return escaper.Replace(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return 0xFFFD
		}
		return r
	}, text))
}
