package figures

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
)

// look distinguishes a series by colour and shape.
type look struct {
	color color.RGBA
	shape draw.GlyphDrawer
}

var colours = []color.RGBA{
	{31, 119, 180, 255}, {255, 127, 14, 255}, {44, 160, 44, 255}, {214, 39, 40, 255}, {148, 103, 189, 255}, {140, 86, 75, 255},
	{227, 119, 194, 255}, {110, 110, 110, 255}, {160, 160, 20, 255}, {23, 190, 207, 255}, {0, 0, 0, 255}, {0, 90, 60, 255},
}

var shapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}}

func lookOf(k int) look { return look{colours[k%len(colours)], shapes[k%len(shapes)]} }

// scale makes an axis logarithmic where the values differ much.
func scale(a *plot.Axis, values []float64) {
	const much = 15
	if len(values) > 0 && slices.Min(values) > 0 && slices.Max(values) > much*slices.Min(values) {
		a.Scale, a.Tick.Marker = plot.LogScale{}, logTicks{}
		a.Min, a.Max = slices.Min(values)/1.15, slices.Max(values)*1.15
		return
	}
	if a.Min > 0 && a.Min < a.Max/2 {
		a.Min = 0
	}
	if a.Max <= a.Min {
		a.Min, a.Max = 0, max(1, a.Max*2)
	}
}

// logTicks are 1, 2 and 5 of each power of ten.
type logTicks struct{}

// Ticks implements plot.Ticker.
func (logTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	decades := math.Log10(high / low)
	for d := math.Floor(math.Log10(low)); d <= math.Ceil(math.Log10(high)); d++ {
		for m := 1.0; m < 10; m++ {
			v := m * math.Pow(10, d)
			if v < low || v > high {
				continue
			}
			label := ""
			if m == 1 || decades < 4 && (m == 2 || m == 5) {
				label = fmt.Sprintf("%g", math.Round(v*1e12)/1e12)
			}
			ticks = append(ticks, plot.Tick{Value: v, Label: label})
		}
	}
	return ticks
}
