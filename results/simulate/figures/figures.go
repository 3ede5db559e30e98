// Package figures draws what package simulate has measured: the four metrics by which the sources compare
// algorithms, against the parameter that varies.
//
//	for _, figure := range figures.Of(points) {
//		svg, err := figure.Render("svg")
//		...
//	}
package figures

import (
	"bytes"
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results/simulate"
)

// Formats are the formats of a figure.
var Formats = []string{"svg", "png"}

// Figure is one metric of all points, against the parameter that varies.
type Figure struct {
	Name string // of its file, without the format
	plot *plot.Plot
	keys int // lines of the legend
}

// classical are the four metrics by which the sources compare algorithms.
var classical = []struct {
	name, metric, title, unit string
	formula                   registry.CostMetric
}{
	{"messages", "messages", "Messages per entry", "messages", registry.CostMessages},
	{"sync-delay", "sync-delay", "Synchronisation delay", "time from an exit to the next entry", registry.CostDelay},
	{"throughput", "throughput", "Throughput", "entries per time", registry.CostDelay},
	{"response", "response", "Response time", "time from a request to the exit", registry.CostResponse},
}

// Of draws the four classical figures: messages per entry, synchronisation
// delay, throughput and response time, each series with its confidence intervals,
// and what the sources say as dashed lines.  There are none if no parameter
// varies.
func Of(points []simulate.Point) []Figure {
	x := abscissa(points)
	if x == nil {
		return nil
	}
	series := seriesOf(points, x)
	var figures []Figure
	for _, c := range classical {
		p := plot.New()
		p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.title, x.label, c.unit
		for _, f := range []*font.Font{&p.Title.TextStyle.Font, &p.X.Label.TextStyle.Font, &p.Y.Label.TextStyle.Font,
			&p.X.Tick.Label.Font, &p.Y.Tick.Label.Font, &p.Legend.TextStyle.Font} {
			f.Variant = "Sans"
		}
		p.Title.TextStyle.Font.Size, p.Title.Padding = vg.Points(14), vg.Points(8)
		p.Legend.TextStyle.Font.Size, p.Legend.Padding = vg.Points(8), vg.Points(2)
		p.Legend.ThumbnailWidth = vg.Points(26)
		p.Legend.Top, p.Legend.Left = true, true
		grid := plotter.NewGrid()
		grid.Vertical.Color, grid.Horizontal.Color = color.Gray{230}, color.Gray{230}
		p.Add(grid)
		var ys []float64
		f := Figure{Name: c.name, plot: p}
		for k, s := range series {
			ys = append(ys, s.draw(&f, c.metric, x, lookOf(k))...)
			ys = append(ys, s.drawFormulas(&f, c.metric, c.formula, x, lookOf(k))...)
		}
		if len(ys) == 0 {
			continue
		}
		scale(&p.X, x.values(points))
		scale(&p.Y, ys)
		figures = append(figures, f)
	}
	return figures
}

// Render returns the figure in one of the Formats.
func (f Figure) Render(format string) ([]byte, error) {
	const width, legend = 26 * vg.Centimeter, 6 * vg.Centimeter
	height := max(15*vg.Centimeter, vg.Length(f.keys)*vg.Points(11.5)+vg.Points(60))
	canvas, err := draw.NewFormattedCanvas(width, height, format)
	if err != nil {
		return nil, fmt.Errorf("figure %s: %w", f.Name, err)
	}
	all := draw.New(canvas)
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())
	keys := f.plot.Legend
	f.plot.Legend = plot.NewLegend() // beside the figure instead
	f.plot.Draw(draw.Crop(all, 0, -legend, vg.Points(4), -vg.Points(4)))
	f.plot.Legend = keys
	keys.Draw(draw.Crop(all, width-legend+vg.Points(6), 0, 0, -vg.Points(28)))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("figure %s: %w", f.Name, err)
	}
	return b.Bytes(), nil
}
