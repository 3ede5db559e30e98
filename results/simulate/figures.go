package simulate

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/registry"
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

// Figures draws the four classical figures: messages per entry, synchronisation
// delay, throughput and response time, each series with its confidence intervals,
// and what the sources say as dashed lines.  There are none if no parameter
// varies.
func Figures(points []Point) []Figure {
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

// axis is the parameter along which points vary.
type axis struct {
	name, label string
	of          func(Setting) float64
}

var axes = []axis{
	{"load", "load: requesting nodes x section / think", func(s Setting) float64 { return s.Load }},
	{"n", "N: number of nodes", func(s Setting) float64 { return float64(s.Config.N) }},
	{"k", "K: places in the critical section", func(s Setting) float64 { return float64(s.Config.K) }},
	{"think", "mean think time", func(s Setting) float64 { return s.Think.Mean() }},
	{"section", "mean time in the critical section", func(s Setting) float64 { return s.Section.Mean() }},
	{"delay", "mean delay of a message", func(s Setting) float64 { return s.Delay.Mean() }},
}

// values are the sorted values of the axis, each once.
func (a axis) values(points []Point) []float64 {
	var all []float64
	for _, p := range points {
		all = append(all, a.of(p.Setting))
	}
	slices.Sort(all)
	return slices.CompactFunc(all, func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*math.Abs(y) })
}

// abscissa is the first axis along which the points of one algorithm vary.
func abscissa(points []Point) *axis {
	for k := range axes {
		first := map[string]float64{}
		for _, p := range points {
			v := axes[k].of(p.Setting)
			if w, seen := first[p.Setting.Name()]; seen && math.Abs(v-w) > 1e-9*math.Abs(w) {
				return &axes[k]
			}
			first[p.Setting.Name()] = v
		}
	}
	return nil
}

// series is the points that differ in nothing but the abscissa.
type series struct {
	name   string
	points []Point
}

func seriesOf(points []Point, x *axis) []series {
	varies := func(a axis) bool { return a.name != x.name && len(a.values(points)) > 1 }
	var all []series
	for _, p := range points {
		name := p.Setting.Name()
		for _, a := range axes {
			// The think time follows from the load and the nodes.
			if a.name != "think" && a.name != "k" && varies(a) && !(a.name == "load" && x.name != "load" && followsLoad(points, x)) {
				name += fmt.Sprintf(" %s %.4g", a.name, a.of(p.Setting))
			}
		}
		k := slices.IndexFunc(all, func(s series) bool { return s.name == name })
		if k < 0 {
			k = len(all)
			all = append(all, series{name: name})
		}
		all[k].points = append(all[k].points, p)
	}
	for _, s := range all {
		slices.SortFunc(s.points, func(p, q Point) int {
			switch a, b := x.of(p.Setting), x.of(q.Setting); {
			case a < b:
				return -1
			case a > b:
				return 1
			}
			return 0
		})
	}
	return all
}

// followsLoad reports whether the load is different at each value of the abscissa
// and the same for all algorithms, because the think time stays.
func followsLoad(points []Point, x *axis) bool {
	load := map[float64]float64{}
	for _, p := range points {
		v := x.of(p.Setting)
		if l, seen := load[v]; seen && math.Abs(l-p.Setting.Load) > 1e-9*l {
			return false
		}
		load[v] = p.Setting.Load
	}
	return true
}

// bars are the averages with their intervals.
type bars struct {
	plotter.XYs
	plotter.YErrors
}

// draw adds a series to a plot, and returns the values.
func (s series) draw(f *Figure, metric string, x *axis, l look) (ys []float64) {
	var b bars
	for _, point := range s.points {
		m, ok := point.Metric(metric)
		if !ok || m.Value <= 0 {
			continue
		}
		ys = append(ys, m.Value)
		b.XYs = append(b.XYs, plotter.XY{X: x.of(point.Setting), Y: m.Value})
		half := 0.0
		if m.Interval != nil {
			half = min((m.Interval.High-m.Interval.Low)/2, 0.99*m.Value) // a logarithm has no 0
		}
		b.YErrors = append(b.YErrors, struct{ Low, High float64 }{half, half})
	}
	if len(b.XYs) == 0 {
		return nil
	}
	line, marks, err := plotter.NewLinePoints(b.XYs)
	if err != nil {
		return nil // not a finite number
	}
	line.Color, line.Width = l.color, vg.Points(1.4)
	marks.Color, marks.Shape, marks.Radius = l.color, l.shape, vg.Points(2.6)
	f.plot.Add(line, marks)
	if e, err := plotter.NewYErrorBars(b); err == nil {
		e.Color, e.CapWidth = l.color, vg.Points(4)
		f.plot.Add(e)
	}
	f.plot.Legend.Add(s.name, line, marks)
	f.keys++
	return ys
}

// drawFormulas adds what the sources say, a dashed line for each formula: along
// the third of the abscissa with the lowest loads for a light load, with the
// highest for a heavy one.
func (s series) drawFormulas(f *Figure, metric string, cost registry.CostMetric, x *axis, l look) (ys []float64) {
	a, err := algorithms.Lookup(s.points[0].Setting.Config.Algorithm)
	if err != nil {
		return nil
	}
	for _, c := range a.CostsOf(s.points[0].Setting.Config) {
		if c.Metric != cost {
			continue
		}
		points := s.points
		if third := max(1, len(points)/3+1); x.name == "load" && len(points) > 2 {
			switch c.Regime {
			case registry.Light:
				points = points[:third]
			case registry.Heavy:
				points = points[len(points)-third:]
			}
		}
		var line plotter.XYs
		for _, point := range points {
			if y := predicted(metric, c, point.Setting); y > 0 {
				line = append(line, plotter.XY{X: x.of(point.Setting), Y: y})
				ys = append(ys, y)
			}
		}
		drawn, err := plotter.NewLine(line)
		if err != nil || len(line) == 0 {
			continue
		}
		drawn.Color, drawn.Width, drawn.Dashes = l.color, vg.Points(1.1), []vg.Length{vg.Points(5), vg.Points(3)}
		f.plot.Add(drawn)
		f.plot.Legend.Add("    "+formula(metric, c), drawn)
		f.keys++
	}
	return ys
}

// predicted is what a formula gives for a metric in a setting.
func predicted(metric string, c registry.Cost, s Setting) float64 {
	delay, section := c.Value(s.Config)*s.Delay.Mean(), s.Section.Mean()
	switch metric {
	case "sync-delay":
		return delay
	case "throughput":
		return 1 / (delay + section)
	case "response":
		return delay + section
	}
	return c.Value(s.Config)
}

// formula is what the legend says of a formula.
func formula(metric string, c registry.Cost) string {
	text := c.Formula
	switch metric {
	case "sync-delay":
		text = strings.TrimPrefix(text+" T", "1 ")
	case "throughput":
		text = "1/(" + strings.TrimPrefix(text+" T", "1 ") + " + E)"
	case "response":
		text += " T + E"
	}
	if c.Regime != registry.AnyRegime && metric == "messages" {
		text += ", " + string(c.Regime)
	}
	return text
}

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

// Varies reports whether there is anything along which figures can be drawn.
func Varies(settings []Setting) bool {
	points := make([]Point, len(settings))
	for k, s := range settings {
		points[k].Setting = s
	}
	return abscissa(points) != nil
}
