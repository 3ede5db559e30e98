package simulate

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"github.com/mxgen/mxgen/results"
)

// columns are those of a row: the setting, then one metric.
var columns = []string{"algorithm", "variant", "n", "k", "topology", "quorum", "network", "load", "think", "section", "delay",
	"runs", "entries", "warmup", "seed", "stuck", "starved", "metric", "kind", "unit", "value", "low", "high", "samples"}

// CSV writes rows: one for each metric of each point (tidy data).  A point of
// which every run was stuck has one row without a metric.
type CSV struct{ w *csv.Writer }

// NewCSV writes the header.
func NewCSV(w io.Writer) *CSV {
	c := &CSV{csv.NewWriter(w)}
	_ = c.w.Write(columns) // Flush returns the error
	return c
}

// Write writes the rows of a point, all or none of them.
func (c *CSV) Write(p Point) error {
	s := p.Setting
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	setting := []string{s.Config.Algorithm, s.Config.Variant.String(), strconv.Itoa(s.Config.N), strconv.Itoa(s.Config.K), clipped(s.Config.Topology), clipped(s.Config.Quorum),
		string(s.Config.Network), number(s.Load), s.Think.String(), s.Section.String(), s.Delay.String(),
		strconv.Itoa(s.Runs), strconv.Itoa(s.Entries), strconv.Itoa(s.Warmup), strconv.FormatUint(s.Seed, 10), strconv.Itoa(p.Stuck), strconv.Itoa(p.Starved)}
	if len(p.Metrics) == 0 {
		_ = c.w.Write(append(setting, "", "", "", "", "", "", "0"))
	}
	for _, m := range p.Metrics {
		low, high := "", ""
		if m.Interval != nil {
			low, high = number(m.Interval.Low), number(m.Interval.High)
		}
		_ = c.w.Write(append(setting[:len(setting):len(setting)], m.Name, m.Kind, m.Unit, number(m.Value), low, high, strconv.Itoa(m.Samples)))
	}
	c.w.Flush()
	return c.w.Error()
}

// Flush writes what is buffered.
func (c *CSV) Flush() error {
	c.w.Flush()
	return c.w.Error()
}

// clipped is a text that does not fill pages.
func clipped(text string) string {
	const most = 200
	if len(text) > most {
		return text[:most] + ".."
	}
	return text
}

// Report is the JSON form of points.
type Report struct {
	Schema   string      `json:"schema"`
	Complete bool        `json:"complete"` // false: interrupted, later points are missing
	Points   []JSONPoint `json:"points"`
}

// JSONPoint is a point with its setting in texts.
type JSONPoint struct {
	Algorithm     string       `json:"algorithm"`
	Variant       string       `json:"variant"`
	Configuration string       `json:"configuration"`
	N             int          `json:"n"`
	Load          *float64     `json:"load"` // null: nobody thinks
	Think         string       `json:"think"`
	Section       string       `json:"section"`
	Delay         string       `json:"delay"`
	Runs          int          `json:"runs"`
	Entries       int          `json:"entries"`
	Batches       int          `json:"batches"`
	Warmup        int          `json:"warmup"`
	Seed          uint64       `json:"seed"`
	Events        uint64       `json:"events"`
	Stuck         int          `json:"stuck"`
	StuckAt       string       `json:"stuck_at,omitempty"`
	Starved       int          `json:"starved"`
	Metrics       []JSONMetric `json:"metrics"`
}

// JSONMetric is a metric.
type JSONMetric struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind,omitempty"`
	Unit    string   `json:"unit"`
	Value   float64  `json:"value"`
	Low     *float64 `json:"low,omitempty"` // of the 95% confidence interval
	High    *float64 `json:"high,omitempty"`
	Samples int      `json:"samples"`
}

// NewReport returns the JSON form.
func NewReport(points []Point, complete bool) Report {
	r := Report{Schema: results.SimulateSchema, Complete: complete, Points: []JSONPoint{}}
	for _, p := range points {
		s := p.Setting
		j := JSONPoint{Algorithm: s.Config.Algorithm, Variant: s.Config.Variant.String(), Configuration: s.Describe(), N: s.Config.N,
			Think: s.Think.String(), Section: s.Section.String(), Delay: s.Delay.String(),
			Runs: s.Runs, Entries: s.Entries, Batches: s.Batches, Warmup: s.Warmup, Seed: s.Seed,
			Events: p.Events, Stuck: p.Stuck, StuckAt: p.StuckAt, Starved: p.Starved, Metrics: []JSONMetric{}}
		if !math.IsInf(s.Load, 0) {
			j.Load = &s.Load
		}
		for _, m := range p.Metrics {
			k := JSONMetric{Name: m.Name, Kind: m.Kind, Unit: m.Unit, Value: m.Value, Samples: m.Samples}
			if m.Interval != nil {
				k.Low, k.High = &m.Interval.Low, &m.Interval.High
			}
			j.Metrics = append(j.Metrics, k)
		}
		r.Points = append(r.Points, j)
	}
	return r
}
