package simulate

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Table writes one point as a list of its metrics, several as one line each.
func Table(w io.Writer, points []Point) error {
	if len(points) == 1 {
		return list(w, points[0])
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	columns := []string{"messages", "sync-delay", "response", "waiting", "throughput", "queue", "bypass"}
	fmt.Fprintf(t, "algorithm\tn\tload\t%s\n", strings.Join(columns, "\t"))
	for _, p := range points {
		fmt.Fprintf(t, "%s\t%d\t%.3g", p.Setting.Name(), p.Setting.Config.N, p.Setting.Load)
		for _, c := range columns {
			m, ok := p.Metric(c)
			if !ok {
				fmt.Fprint(t, "\t-")
				continue
			}
			fmt.Fprint(t, "\t"+m.text())
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, p := range points {
		if err := p.warnings(w, p.Setting.Name()+fmt.Sprintf(" n %d load %.3g: ", p.Setting.Config.N, p.Setting.Load)); err != nil {
			return err
		}
	}
	return nil
}

func list(w io.Writer, p Point) error {
	s := p.Setting
	fmt.Fprintf(w, "%s\nload %.4g, think %s, section %s, delay %s\n%d runs of %d entries after %d, seed %d, %d events\n",
		s.Describe(), s.Load, s.Think, s.Section, s.Delay, s.Runs, s.Entries, s.Warmup, s.Seed, p.Events)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(p.Metrics) > 0 {
		fmt.Fprintln(t, "metric\t\tvalue\t95% interval\tunit")
	}
	for _, m := range p.Metrics {
		if m.Name == "messages" && m.Value == 0 {
			continue // a class that the variant does not have
		}
		between := ""
		if m.Interval != nil {
			between = digits(m.Interval.Low) + " .. " + digits(m.Interval.High)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", m.Name, m.Kind, digits(m.Value), between, m.Unit)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return p.warnings(w, "")
}

// warnings says what the metrics leave out.
func (p Point) warnings(w io.Writer, prefix string) error {
	if p.Stuck > 0 {
		if _, err := fmt.Fprintf(w, "%sdeadlock in %d of %d runs, which do not count above: %s\n", prefix, p.Stuck, p.Setting.Runs, p.StuckAt); err != nil {
			return err
		}
	}
	if p.Starved > 0 {
		if _, err := fmt.Fprintf(w, "%sstarvation in %d of %d runs: at the end a node had waited for more than half of the run\n", prefix, p.Starved, p.Setting.Runs); err != nil {
			return err
		}
	}
	return nil
}

// text is the value with half the width of its interval.
func (m Metric) text() string {
	if m.Interval == nil {
		return digits(m.Value)
	}
	half := (m.Interval.High - m.Interval.Low) / 2
	if half <= 1e-9*m.Value {
		return digits(m.Value) // the rest is rounding
	}
	return digits(m.Value) + " ±" + strconv.FormatFloat(half, 'g', 2, 64)
}

func digits(v float64) string { return strconv.FormatFloat(v, 'g', 5, 64) }
