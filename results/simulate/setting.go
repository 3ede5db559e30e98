// Package simulate measures what entries cost in simulated time, for algorithms of
// any size: it repeats timed runs of the program, summarises them with confidence
// intervals, and writes tables, rows and figures.
//
//	plan := simulate.Plan{Subjects: subjects, Section: section, ...}
//	settings, err := plan.Settings()
//	...
//	err = simulate.Run(ctx, settings, limits, func(p simulate.Point) error { ... })
//
// docs/simulate.md defines each metric.
package simulate

import (
	"fmt"
	"strings"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/timed"
)

// Setting is what one point measures: a configuration and its times.
type Setting struct {
	Config  config.Config
	Load    float64 // requesting nodes times mean section, divided by mean think; infinite if nobody thinks
	Think   timed.Distribution
	Section timed.Distribution
	Delay   timed.Distribution
	Measurement
}

// Measurement is how a point is measured.
type Measurement struct {
	Runs    int
	Entries int // measured in each run
	Batches int // into which these are cut; Entries is a multiple
	Warmup  int // entries before them
	Seed    uint64
}

// options are those of one run.
func (s Setting) options(run int) (timed.Options, error) {
	a, err := algorithms.Lookup(s.Config.Algorithm)
	if err != nil {
		return timed.Options{}, err
	}
	return timed.Options{
		Seed: s.Seed, Run: uint64(run), Think: s.Think, Section: s.Section, Delay: s.Delay,
		Warmup: s.Warmup, Batches: s.Batches, BatchEntries: s.Entries / s.Batches, Late: a.Counting.Late,
	}, nil
}

// Name is the algorithm with its variant, as Subject reads it.
func (s Setting) Name() string {
	a, err := algorithms.Lookup(s.Config.Algorithm)
	var names []string
	for _, v := range s.Config.Variant {
		standard := false
		for k := 0; err == nil && k < len(a.Switches); k++ {
			standard = standard || a.Switches[k].Name == v.Name && a.Switches[k].Standard
		}
		if !standard {
			names = append(names, v.String())
		}
	}
	if names == nil {
		return s.Config.Algorithm
	}
	return s.Config.Algorithm + ":" + strings.Join(names, "+")
}

// Describe is the configuration as one line of limited length.
func (s Setting) Describe() string {
	c := s.Config
	c.Order = nil
	const most = 60
	if len(c.Topology) > most {
		c.Topology = c.Topology[:most] + ".."
	}
	if len(c.Quorum) > most {
		c.Quorum = c.Quorum[:most] + ".."
	}
	return c.String()
}

// Subject is an algorithm in a variant, one of those that are compared.
type Subject struct {
	Algorithm string
	Variant   string // comma-separated, "": the parameter of all subjects
}

// Subjects reads a comma-separated list of NAME or NAME:SWITCH+SWITCH; all is
// every algorithm.
func Subjects(text string) ([]Subject, error) {
	var all []Subject
	if text == "all" {
		for _, a := range algorithms.All() {
			all = append(all, Subject{Algorithm: a.Name})
		}
		return all, nil
	}
	for _, element := range strings.Split(text, ",") {
		name, variant, _ := strings.Cut(element, ":")
		if _, err := algorithms.Lookup(name); err != nil {
			return nil, err
		}
		s := Subject{Algorithm: name, Variant: strings.ReplaceAll(variant, "+", ",")}
		for _, other := range all {
			if s == other {
				return nil, &config.Error{Operand: fmt.Sprintf("compare %.60q", element), Reason: "is given twice", Remedy: "leave one out"}
			}
		}
		all = append(all, s)
	}
	return all, nil
}

// params are those of a subject among all that are given: when several algorithms
// are compared, each takes those that it knows.
func (s Subject) params(all models.Params, compared bool) (models.Params, error) {
	a, err := algorithms.Lookup(s.Algorithm)
	if err != nil {
		return nil, err
	}
	mine := models.Params{}
	for name, value := range all {
		general := name == "n" || name == "network" || name == "variant" || name == "rounds" || name == "bug"
		if !compared || general || a.TakesParam(name) {
			mine[name] = value
		}
	}
	if s.Variant != "" {
		mine["variant"] = s.Variant
	}
	return mine, nil
}
