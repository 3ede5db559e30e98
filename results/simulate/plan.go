package simulate

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/timed"
)

// Plan is what is measured: every subject at every combination of the values of
// the axes.
type Plan struct {
	Subjects []Subject
	Compared bool // several algorithms, each of which takes the parameters that it knows
	Params   models.Params
	Axes     []Axis
	// LeaveOut is called for a subject that cannot be simulated so, which is then
	// left out; nil: the plan is refused.
	LeaveOut func(Subject, error)

	Think, Section, Delay timed.Distribution
	Load                  float64 // 0: that of Think
	Measurement
	DefaultWarmup bool // a tenth of the entries, and at least one entry for each node, up to the number of entries
}

// Axis is a parameter with the values that it takes in turn.
type Axis struct {
	Name   string
	Values []float64 // ascending
}

// AxisNames are the names that an Axis may have, with what the values are.
var AxisNames = []string{"load", "n", "k", "think", "section", "delay"}

// whole are those whose values are whole numbers.
var whole = []string{"n", "k"}

const (
	maxValues      = 200
	rangePoints    = 10
	maxRangePoints = 100
)

// ParseAxis reads NAME=VALUE,VALUE,.. or NAME=LEAST..MOST or NAME=LEAST..MOST:POINTS,
// the points at equal ratios.  The error is a *config.Error.
func ParseAxis(text string) (Axis, error) {
	name, values, found := strings.Cut(text, "=")
	if !found || !slices.Contains(AxisNames, name) {
		return Axis{}, &config.Error{Operand: fmt.Sprintf("sweep %.60q", text), Reason: "no such parameter",
			Remedy: "write one of " + strings.Join(AxisNames, ", ") + " with its values, such as load=0.01..10 or n=10,100"}
	}
	return parseValues("sweep "+name, name, values)
}

// ParseLoad reads the values of a load in the same way.
func ParseLoad(text string) (Axis, error) { return parseValues("load", "load", text) }

func parseValues(operand, name, text string) (Axis, error) {
	a := Axis{Name: name}
	bad := func(reason string) (Axis, error) {
		return Axis{}, &config.Error{Operand: fmt.Sprintf("%s %.60q", operand, text), Reason: reason,
			Remedy: "write values such as 0.1,1 or a range such as 0.01..10 or 0.01..10:5"}
	}
	value := func(t string) (float64, string) {
		v, err := strconv.ParseFloat(t, 64)
		switch {
		case err != nil && !math.IsInf(v, 0), math.IsNaN(v):
			return 0, fmt.Sprintf("%.20q is not a number", t)
		case v <= 0:
			return 0, fmt.Sprintf("%.20s is not positive", t)
		case v > 1e9:
			return 0, fmt.Sprintf("%.20s is more than 1e+09", t)
		case v < 1e-9:
			return 0, fmt.Sprintf("%.20s is less than 1e-09", t)
		case slices.Contains(whole, name) && v != math.Trunc(v):
			return 0, fmt.Sprintf("%.20s is not a whole number", t)
		}
		return v, ""
	}
	if least, most, isRange := strings.Cut(text, ".."); isRange {
		points := rangePoints
		if m, p, given := strings.Cut(most, ":"); given {
			n, err := strconv.Atoi(p)
			if err != nil || n < 2 || n > maxRangePoints {
				return bad(fmt.Sprintf("%.20q is not a number of points from 2 to %d", p, maxRangePoints))
			}
			most, points = m, n
		}
		low, reason := value(least)
		if reason == "" {
			var high float64
			if high, reason = value(most); reason == "" && low >= high {
				reason = "the range is empty"
			} else if reason == "" {
				a.Values = ratios(low, high, points)
			}
		}
		if reason != "" {
			return bad(reason)
		}
	} else {
		texts := strings.SplitN(text, ",", maxValues+1)
		if len(texts) > maxValues {
			return bad(fmt.Sprintf("more than %d values", maxValues))
		}
		for _, t := range texts {
			v, reason := value(t)
			if reason != "" {
				return bad(reason)
			}
			a.Values = append(a.Values, v)
		}
	}
	if slices.Contains(whole, name) {
		for k, v := range a.Values {
			a.Values[k] = math.Round(v)
		}
	}
	slices.Sort(a.Values)
	a.Values = slices.Compact(a.Values)
	return a, nil
}

// ratios are points from low to high at equal ratios, rounded to four digits.
func ratios(low, high float64, points int) []float64 {
	values := make([]float64, points)
	for k := range values {
		v := low * math.Pow(high/low, float64(k)/float64(points-1))
		values[k], _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
	}
	values[0], values[points-1] = low, high
	return values
}

// maxPoints bounds a plan.
const maxPoints = 100_000

// Settings are the points of the plan, subject by subject.  The error is a
// *config.Error.
func (p Plan) Settings() ([]Setting, error) {
	points := len(p.Subjects)
	for k, a := range p.Axes {
		if slices.ContainsFunc(p.Axes[:k], func(other Axis) bool { return other.Name == a.Name }) {
			return nil, &config.Error{Operand: "sweep " + a.Name, Reason: "is given twice", Remedy: "write all its values at once"}
		}
		if points *= len(a.Values); points > maxPoints {
			return nil, &config.Error{Operand: "sweep", Reason: fmt.Sprintf("more than %d points", maxPoints), Remedy: "give fewer values"}
		}
	}
	var all []Setting
	var refused error
	r := resolver{}
	for _, s := range p.Subjects {
		before := len(all)
		err := p.each(p.Axes, map[string]float64{}, func(values map[string]float64) error {
			setting, err := p.setting(r, s, values)
			all = append(all, setting)
			return err
		})
		switch {
		case err != nil && p.LeaveOut == nil:
			return nil, err
		case err != nil:
			p.LeaveOut(s, err)
			all, refused = all[:before], err
		}
	}
	if len(all) == 0 {
		return nil, refused
	}
	return all, nil
}

// each calls do for every combination of values.
func (p Plan) each(axes []Axis, values map[string]float64, do func(map[string]float64) error) error {
	if len(axes) == 0 {
		return do(values)
	}
	for _, v := range axes[0].Values {
		values[axes[0].Name] = v
		if err := p.each(axes[1:], values, do); err != nil {
			return err
		}
	}
	return nil
}

func (p Plan) setting(r resolver, subject Subject, values map[string]float64) (Setting, error) {
	s := Setting{Think: p.Think, Section: p.Section, Delay: p.Delay, Measurement: p.Measurement}
	params, err := subject.params(p.Params, p.Compared)
	if err != nil {
		return s, err
	}
	params = maps.Clone(params)
	load := p.Load
	for name, v := range values {
		switch name {
		case "load":
			load = v
		case "think":
			s.Think, err = withMean("think", s.Think, v)
		case "section":
			s.Section, err = withMean("section", s.Section, v)
		case "delay":
			s.Delay, err = withMean("delay", s.Delay, v)
		default:
			if params[name] = strconv.FormatFloat(v, 'f', -1, 64); name == "k" && p.Compared {
				if k, err := subject.params(models.Params{"k": ""}, true); err == nil && len(k) == 0 {
					delete(params, "k") // an algorithm without k
				}
			}
		}
		if err != nil {
			return s, err
		}
	}
	if s.Config, err = r.resolve(subject.Algorithm, params); err != nil {
		return s, err
	}
	requesters := float64(s.Config.N)
	if r := s.Config.Requesters; len(r) > 0 {
		requesters = float64(len(r))
	}
	if load > 0 {
		if s.Section.Mean() == 0 {
			return s, &config.Error{Operand: "section " + s.Section.String(), Reason: "a load is the share of time that sections take, and these take none",
				Remedy: "use a section that takes time, or --think without --load"}
		}
		if s.Think, err = withMean("think", s.Think, requesters*s.Section.Mean()/load); err != nil {
			return s, err
		}
	}
	s.Load = requesters * s.Section.Mean() / s.Think.Mean()
	if p.DefaultWarmup {
		s.Warmup = max(s.Entries/10, min(s.Config.N, s.Entries))
	}
	if s.Think.Mean() == 0 && s.Section.Mean() == 0 && s.Delay.Mean() == 0 {
		return s, &config.Error{Operand: "think, section and delay", Reason: "nothing takes any time", Remedy: "one of them needs a mean above 0"}
	}
	return s, nil
}

// withMean scales a distribution.
func withMean(what string, d timed.Distribution, mean float64) (timed.Distribution, error) {
	if d.Mean() == 0 {
		return d, &config.Error{Operand: what + " " + d.String(), Reason: "cannot be scaled, because its mean is 0", Remedy: "write " + what + " as const:1, exp:1 or another"}
	}
	return d.WithMean(mean), nil
}

// resolver resolves each configuration once: a tree of a million edges is shared by
// the points of a sweep.
type resolver map[string]config.Config

func (r resolver) resolve(algorithm string, p models.Params) (config.Config, error) {
	key := fmt.Sprint(algorithm, p) // fmt sorts the keys of a map
	if c, known := r[key]; known {
		return c, nil
	}
	c, err := models.ResolveUnbounded(algorithm, p)
	if err != nil {
		return c, err
	}
	if _, err := system(c); err != nil {
		return c, err
	}
	r[key] = c
	return c, nil
}
