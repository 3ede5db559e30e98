package shards

import (
	"math"
	"strings"

	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results"
)

// Cost is the processor time of a case in milliseconds: whole numbers, which add up to the same sum on every machine.
type Cost int64

// overhead is what a model costs besides its search: SPIN, a compiler, the Go explorer.
const overhead Cost = 100

// longest is the largest cost of one search: 30 days.
const longest = 30 * 24 * 3600

// run is a search that a report has recorded.
type run struct {
	model string // its hash: properties that one search decides have one model
	cost  Cost
}

// Costs returns the costs of the cases of a suite: those that reports have recorded, and the mean of these for the other cases.
// Where nothing is recorded, every property costs the same.
func Costs(s *suite.Suite, recorded []results.Result) []Cost {
	runs := map[string]map[string]run{}
	for _, r := range recorded {
		subject := subjectOf(r)
		if runs[subject] == nil {
			runs[subject] = map[string]run{}
		}
		one := run{r.SHA256, seconds(r.Seconds) + overhead}
		if r.Model != "" {
			one.model += " " + r.Property // a user's file is searched once for each property
		}
		runs[subject][r.Property] = one
	}
	costs := make([]Cost, len(s.Cases))
	var sum, known Cost
	for k, c := range s.Cases {
		if costs[k] = of(c, runs[c.Subject()]); costs[k] > 0 {
			sum += costs[k]
			known++
		}
	}
	for k, c := range s.Cases {
		switch {
		case costs[k] > 0:
		case known > 0:
			costs[k] = sum / known
		default:
			costs[k] = 1000 * Cost(max(1, len(c.Properties)+len(c.Formulas)))
		}
	}
	return costs
}

// of is the cost of a case, 0: nothing is recorded.
func of(c suite.Case, runs map[string]run) Cost {
	models := map[string]Cost{}
	for property, r := range runs {
		if wants(c, property) {
			models[r.model] = max(models[r.model], r.cost)
		}
	}
	var sum Cost
	for _, cost := range models {
		sum += cost
	}
	return sum
}

// wants tells whether a case has a property or formula of this name.
func wants(c suite.Case, name string) bool {
	if c.Model != nil && c.Properties == nil {
		return true
	}
	for _, p := range c.Properties {
		if p == name {
			return true
		}
	}
	for _, f := range c.Formulas {
		if f.Name == name {
			return true
		}
	}
	return false
}

// subjectOf is the subject of the case that a result belongs to.
func subjectOf(r results.Result) string {
	if r.Model != "" && r.Path != "" {
		return strings.Join(append([]string{r.Path}, r.Defines...), " -D")
	}
	return r.Subject()
}

// seconds is a recorded time, which may be any number.
func seconds(s float64) Cost {
	if !(s > 0) { // NaN too
		return 0
	}
	return Cost(math.Round(1000 * min(s, longest)))
}

// Seconds is a cost in seconds.
func (c Cost) Seconds() float64 { return float64(c) / 1000 }
