package figures

import (
	"fmt"
	"math"
	"slices"

	"github.com/mxgen/mxgen/results/simulate"
)

// axis is the parameter along which points vary.
type axis struct {
	name, label string
	of          func(simulate.Setting) float64
}

var axes = []axis{
	{"load", "load: requesting nodes x section / think", func(s simulate.Setting) float64 { return s.Load }},
	{"n", "N: number of nodes", func(s simulate.Setting) float64 { return float64(s.Config.N) }},
	{"k", "K: places in the critical section", func(s simulate.Setting) float64 { return float64(s.Config.K) }},
	{"think", "mean think time", func(s simulate.Setting) float64 { return s.Think.Mean() }},
	{"section", "mean time in the critical section", func(s simulate.Setting) float64 { return s.Section.Mean() }},
	{"delay", "mean delay of a message", func(s simulate.Setting) float64 { return s.Delay.Mean() }},
}

// values are the sorted values of the axis, each once.
func (a axis) values(points []simulate.Point) []float64 {
	var all []float64
	for _, p := range points {
		all = append(all, a.of(p.Setting))
	}
	slices.Sort(all)
	return slices.CompactFunc(all, func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*math.Abs(y) })
}

// abscissa is the first axis along which the points of one algorithm vary.
func abscissa(points []simulate.Point) *axis {
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
	points []simulate.Point
}

func seriesOf(points []simulate.Point, x *axis) []series {
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
		slices.SortFunc(s.points, func(p, q simulate.Point) int {
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
func followsLoad(points []simulate.Point, x *axis) bool {
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

// Varies reports whether there is anything along which figures can be drawn.
func Varies(settings []simulate.Setting) bool {
	points := make([]simulate.Point, len(settings))
	for k, s := range settings {
		points[k].Setting = s
	}
	return abscissa(points) != nil
}
