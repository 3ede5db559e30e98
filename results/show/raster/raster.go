// Package raster draws scenes as pixels, on a light ground, for papers and pull requests.
//
//	err := raster.PNG(w, s, 2)
package raster

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/mxgen/mxgen/results/show/scene"
)

// MaxPixels is the largest number of pixels of a picture.
const MaxPixels = 40_000_000

// PNG writes a scene as PNG, with scale pixels for each pixel of the scene.
func PNG(w io.Writer, s *scene.Scene, scale float64) error {
	width, height := math.Ceil(s.Width*scale), math.Ceil(s.Height*scale)
	if width < 1 || height < 1 || width*height > MaxPixels {
		return fmt.Errorf("a picture of %.0f by %.0f pixels: at most %d pixels can be drawn", width, height, MaxPixels)
	}
	c := &canvas{image: image.NewRGBA(image.Rect(0, 0, int(width), int(height))), scale: scale, faces: map[face]font.Face{}}
	c.area(scene.Rectangle("ground", 0, 0, s.Width, s.Height).Points, colourOf(scene.Styles["ground"].Fill))
	for _, g := range s.Groups {
		for _, shape := range g.Shapes {
			if err := c.shape(shape); err != nil {
				return err
			}
		}
	}
	return png.Encode(w, c.image)
}

// canvas is a picture that is being drawn.
type canvas struct {
	image *image.RGBA
	scale float64
	faces map[face]font.Face
}

// face is a font in a size.
type face struct {
	size float64
	bold bool
}

func (c *canvas) shape(s scene.Shape) error {
	style := scene.Styles[s.Class]
	fill, stroke := colourOf(style.Fill), colourOf(style.Stroke)
	switch s.Kind {
	case scene.Path:
		c.stroke(s.Points, style, stroke)
	case scene.Area:
		c.area(s.Points, fill)
		if len(s.Points) > 0 {
			c.stroke(append(s.Points[:len(s.Points):len(s.Points)], s.Points[0]), style, stroke)
		}
	case scene.Disc:
		round := circle(s.Points[0], s.Radius)
		c.area(round, fill)
		c.stroke(append(round, round[0]), style, stroke)
	case scene.Writing:
		return c.text(s, style, fill)
	}
	return nil
}

// circle is a polygon that looks like a circle.
func circle(at scene.Point, radius float64) []scene.Point {
	const corners = 48
	points := make([]scene.Point, corners)
	for k := range points {
		angle := 2 * math.Pi * float64(k) / corners
		points[k] = scene.Point{X: at.X + radius*math.Cos(angle), Y: at.Y + radius*math.Sin(angle)}
	}
	return points
}

// area fills a polygon.  Only the pixels around it are touched.
func (c *canvas) area(points []scene.Point, colour color.Color) {
	if colour == nil || len(points) < 3 {
		return
	}
	low, high := scene.Point{X: math.Inf(1), Y: math.Inf(1)}, scene.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, p := range points {
		low.X, low.Y = min(low.X, p.X*c.scale), min(low.Y, p.Y*c.scale)
		high.X, high.Y = max(high.X, p.X*c.scale), max(high.Y, p.Y*c.scale)
	}
	box := image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X))+1, int(math.Ceil(high.Y))+1)
	visible := box.Intersect(c.image.Bounds())
	if visible.Empty() {
		return
	}
	r := vector.NewRasterizer(visible.Dx(), visible.Dy())
	at := func(p scene.Point) (x, y float32) {
		return float32(p.X*c.scale - float64(visible.Min.X)), float32(p.Y*c.scale - float64(visible.Min.Y))
	}
	r.MoveTo(at(points[0]))
	for _, p := range points[1:] {
		r.LineTo(at(p))
	}
	r.ClosePath()
	r.Draw(c.image, visible, image.NewUniform(colour), image.Point{})
}

// stroke draws each part of a line as a thin rectangle.
func (c *canvas) stroke(points []scene.Point, style scene.Style, colour color.Color) {
	if colour == nil {
		return
	}
	for k := 1; k < len(points); k++ {
		a, b := points[k-1], points[k]
		length := math.Hypot(b.X-a.X, b.Y-a.Y)
		if length == 0 {
			continue
		}
		ux, uy := (b.X-a.X)/length, (b.Y-a.Y)/length
		dash, step := length, length
		if style.Dash > 0 {
			dash, step = style.Dash, 2*style.Dash
		}
		for at := 0.0; at < length; at += step {
			end := min(at+dash, length)
			p, q := scene.Point{X: a.X + ux*at, Y: a.Y + uy*at}, scene.Point{X: a.X + ux*end, Y: a.Y + uy*end}
			nx, ny := -uy*style.Width/2, ux*style.Width/2
			c.area([]scene.Point{{X: p.X + nx, Y: p.Y + ny}, {X: q.X + nx, Y: q.Y + ny}, {X: q.X - nx, Y: q.Y - ny}, {X: p.X - nx, Y: p.Y - ny}}, colour)
		}
	}
}

func (c *canvas) text(s scene.Shape, style scene.Style, colour color.Color) error {
	f, err := c.face(face{style.Size * c.scale, style.Bold})
	if err != nil || colour == nil {
		return err
	}
	d := font.Drawer{Dst: c.image, Src: image.NewUniform(colour), Face: f}
	x := s.Points[0].X * c.scale
	switch width := float64(d.MeasureString(s.Text)) / 64; s.Anchor {
	case scene.Middle:
		x -= width / 2
	case scene.End:
		x -= width
	}
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(s.Points[0].Y * c.scale * 64)}
	d.DrawString(s.Text)
	return nil
}

// face is the font of Go with letters of one width.
func (c *canvas) face(key face) (font.Face, error) {
	if f, is := c.faces[key]; is {
		return f, nil
	}
	data := gomono.TTF
	if key.bold {
		data = gomonobold.TTF
	}
	parsed, err := opentype.Parse(data)
	if err != nil {
		return nil, err
	}
	f, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: key.size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, err
	}
	c.faces[key] = f
	return f, nil
}

// colourOf is a colour on a light ground, nil for none.
func colourOf(c scene.Colour) color.Color {
	if c.Light == "" {
		return nil
	}
	n, err := strconv.ParseUint(c.Light[1:], 16, 32)
	if err != nil {
		return nil
	}
	return color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255}
}
