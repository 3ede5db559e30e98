package simulate

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/timed"
)

// Point is what a setting has come to.
type Point struct {
	Setting Setting
	Metrics []Metric
	Events  uint64 // of all runs
	// Stuck counts the runs that ended in a deadlock, and StuckAt says where the
	// first of them did.  They are not in the metrics.
	Stuck   int
	StuckAt string
	// Starved counts the runs at whose end a node had waited much longer than any
	// entry before: for more than half of the time of the run.
	Starved int
}

// Metric is one number of a point.
type Metric struct {
	Name  string
	Kind  string // of messages: the class; of the busiest: which node or link
	Unit  string
	Value float64
	// Interval is the 95% confidence interval of an average, nil for an extreme
	// and where there are fewer than two samples.
	Interval *Interval
	Samples  int // runs, or batches of the only run
}

// Interval is from Low to High.
type Interval struct{ Low, High float64 }

// Metric returns the metric of a name without a kind.
func (p Point) Metric(name string) (Metric, bool) {
	for _, m := range p.Metrics {
		if m.Name == name && (m.Kind == "" || name != "messages") {
			return m, true
		}
	}
	return Metric{}, false
}

// average is a metric that is computed from the sums of a batch, or of all batches
// of a run.  There is none where a batch had nothing to measure.
type average struct {
	name, kind, unit string
	of               func(timed.Batch) (sum, count float64)
}

// averages are the metrics of an algorithm with these message classes.
func averages(classes []string) []average {
	all := []average{{"messages", "", "per entry", func(b timed.Batch) (float64, float64) {
		sum := 0
		for _, n := range b.Messages {
			sum += n
		}
		return float64(sum), float64(b.Entries)
	}}}
	for k, class := range classes {
		all = append(all, average{"messages", class, "per entry", func(b timed.Batch) (float64, float64) { return float64(b.Messages[k]), float64(b.Entries) }})
	}
	return append(all,
		average{"sync-delay", "", "time", func(b timed.Batch) (float64, float64) { return b.Delay, float64(b.Handovers) }},
		average{"response", "", "time", func(b timed.Batch) (float64, float64) { return b.Response, float64(b.Exits) }},
		average{"waiting", "", "time", func(b timed.Batch) (float64, float64) { return b.Waiting, float64(b.Entries) }},
		average{"throughput", "", "entries per time", func(b timed.Batch) (float64, float64) { return float64(b.Entries), b.Time }},
		average{"queue", "", "nodes", func(b timed.Batch) (float64, float64) { return b.Queue, b.Time }},
		average{"bypass", "", "per entry", func(b timed.Batch) (float64, float64) { return float64(b.Overtaken), float64(b.Entries) }},
		average{"request-cost", "", "messages", func(b timed.Batch) (float64, float64) { return float64(b.Cost), float64(b.Requests) }},
	)
}

// value is the metric over batches, NaN where they had nothing to measure.
func (a average) value(batches ...timed.Batch) float64 {
	var sum, count float64
	for _, b := range batches {
		s, c := a.of(b)
		sum, count = sum+s, count+c
	}
	if count == 0 {
		return math.NaN()
	}
	return sum / count
}

// enoughEntries is how many entries a node must have on average for Jain's index
// to say something.
const enoughEntries = 5

// summarise makes the point of a setting.  The error is that of a run, other than
// that it was stuck.
func summarise(s Setting, outcomes []outcome) (Point, error) {
	p := Point{Setting: s}
	var runs []timed.Measured
	for k, o := range outcomes {
		switch {
		case errors.Is(o.err, timed.ErrStuck):
			if p.Stuck++; p.Stuck == 1 {
				p.StuckAt = fmt.Sprintf("run %d, %v", k+1, o.err)
			}
		case o.err != nil:
			return p, o.err
		default:
			runs = append(runs, o.Measured)
			p.Events += o.Events
			if o.OldestWait > o.Time/2 && o.OldestWait > 2*o.LongestWait {
				p.Starved++
			}
		}
	}
	if len(runs) == 0 {
		return p, nil
	}
	a, _ := algorithms.Lookup(s.Config.Algorithm)
	for _, average := range averages(a.Messages) {
		var samples []float64
		for _, r := range runs {
			samples = append(samples, average.value(r.Batches...))
		}
		m := Metric{Name: average.name, Kind: average.kind, Unit: average.unit}
		if m.Value = mean(samples); len(samples) == 1 {
			samples = samples[:0]
			for _, b := range runs[0].Batches {
				samples = append(samples, average.value(b))
			}
		}
		if !math.IsNaN(m.Value) {
			m.Interval, m.Samples = interval(m.Value, samples)
			p.Metrics = append(p.Metrics, m)
		}
	}
	p.extremes(runs)
	return p, nil
}

// mean is the mean of the samples that are numbers.
func mean(samples []float64) float64 {
	samples = numbers(samples)
	if len(samples) == 0 {
		return math.NaN()
	}
	return stat.Mean(samples, nil)
}

func numbers(samples []float64) (kept []float64) {
	for _, v := range samples {
		if !math.IsNaN(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// confidence is that of the intervals.
const confidence = 0.95

// interval is the confidence interval around a value by Student's t-distribution.
func interval(value float64, samples []float64) (*Interval, int) {
	samples = numbers(samples)
	n := len(samples)
	if n < 2 {
		return nil, n
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}.Quantile(1 - (1-confidence)/2)
	half := t * stat.StdDev(samples, nil) / math.Sqrt(float64(n))
	return &Interval{value - half, value + half}, n
}

// extremes adds the extremes of all runs, and what is computed by run.
func (p *Point) extremes(runs []timed.Measured) {
	s := p.Setting
	entries := float64(s.Entries)
	add := func(name, kind, unit string, value float64) {
		p.Metrics = append(p.Metrics, Metric{Name: name, Kind: kind, Unit: unit, Value: value, Samples: len(runs)})
	}
	var jain []float64
	least, most, counted := 0, 0, 0
	busiest, link := runs[0], runs[0]
	longest, overtaken, waiting := 0.0, 0, 0
	for _, r := range runs {
		requests := 0
		for _, b := range r.Batches {
			requests += b.Requests
		}
		if requests > 0 {
			if counted == 0 || r.Least < least {
				least = r.Least
			}
			counted += requests
			most = max(most, r.Most)
		}
		if r.BusiestMessages > busiest.BusiestMessages {
			busiest = r
		}
		if r.LinkMessages > link.LinkMessages {
			link = r
		}
		longest, overtaken, waiting = max(longest, r.LongestWait), max(overtaken, r.MostOvertaken), max(waiting, r.MostWaiting)
		if r.Squares > 0 {
			jain = append(jain, entries*entries/(float64(requesters(s))*r.Squares))
		}
	}
	if counted > 0 {
		add("request-cost-least", "", "messages", float64(least))
		add("request-cost-most", "", "messages", float64(most))
	}
	add("waiting-most", "", "time", longest)
	add("queue-most", "", "nodes", float64(waiting))
	add("bypass-most", "", "entries", float64(overtaken))
	if entries >= float64(enoughEntries*requesters(s)) {
		m := Metric{Name: "jain", Unit: "1 is fair", Value: mean(jain)}
		m.Interval, m.Samples = interval(m.Value, jain)
		p.Metrics = append(p.Metrics, m)
	}
	add("busiest-node", fmt.Sprint(busiest.Busiest), "messages per entry", float64(busiest.BusiestMessages)/entries)
	if link.LinkMessages > 0 {
		add("busiest-link", fmt.Sprintf("%d->%d", link.From, link.To), "messages per entry", float64(link.LinkMessages)/entries)
	}
}

// requesters is the number of nodes that request.
func requesters(s Setting) int {
	if r := s.Config.Requesters; len(r) > 0 {
		return len(r)
	}
	return s.Config.N
}
