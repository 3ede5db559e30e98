package figures

import (
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results/simulate"
)

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
func predicted(metric string, c registry.Cost, s simulate.Setting) float64 {
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
