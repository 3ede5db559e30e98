package simulate_test

import (
	"context"
	"testing"

	"github.com/mxgen/mxgen/models"
	registered "github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/results/simulate"
)

// measure simulates one point.
func measure(t *testing.T, algorithm string, params models.Params, change func(*simulate.Plan)) simulate.Point {
	t.Helper()
	points := measureAll(t, plan(t, algorithm, params, change), 2)
	if len(points) != 1 {
		t.Fatalf("%s: %d points", algorithm, len(points))
	}
	return points[0]
}

func value(t *testing.T, p simulate.Point, metric string) simulate.Metric {
	t.Helper()
	m, ok := p.Metric(metric)
	if !ok {
		t.Fatalf("%s: no %s: %+v", p.Setting.Describe(), metric, p)
	}
	return m
}

// TestWithinExactBounds: for each algorithm, the least and the most messages for a
// request that simulations see lie within the bounds that the explorer finds over
// all runs, and no bound is so wide that the simulation comes nowhere near it.
func TestWithinExactBounds(t *testing.T) {
	covered := map[string]bool{}
	for _, c := range []struct {
		algorithm string
		params    models.Params // rounds: of the explorer alone
		load      registry.Load
	}{
		{"centralized", models.Params{"n": "3"}, registry.LoadAny},
		{"token-ring", models.Params{"n": "3"}, registry.LoadAny},
		{"lamport", models.Params{"n": "2"}, registry.LoadAny},
		{"lamport", models.Params{"n": "3", "variant": "l1", "rounds": "1"}, registry.LoadAlone},
		{"ricart-agrawala", models.Params{"n": "3"}, registry.LoadAny},
		{"carvalho-roucairol", models.Params{"n": "3", "rounds": "2"}, registry.LoadAny},
		{"raymond-k", models.Params{"n": "3", "k": "2", "rounds": "1"}, registry.LoadAlone},
		{"ricart-agrawala-token", models.Params{"n": "3"}, registry.LoadAny},
		{"suzuki-kasami", models.Params{"n": "3"}, registry.LoadAny},
		{"singhal", models.Params{"n": "3", "rounds": "2"}, registry.LoadAny},
		{"maekawa", models.Params{"n": "3", "rounds": "2"}, registry.LoadAny},
		{"maekawa", models.Params{"n": "3", "variant": "ordered"}, registry.LoadAny},
		{"raymond", models.Params{"n": "4"}, registry.LoadAlone},
		{"neilsen-mizuno", models.Params{"n": "4"}, registry.LoadAny},
		{"neilsen-mizuno", models.Params{"n": "4", "topology": "star"}, registry.LoadAny},
	} {
		covered[c.algorithm] = true
		least, most := exact(t, c.algorithm, c.params, c.load)
		params := models.Params{}
		for name, v := range c.params {
			if name != "rounds" {
				params[name] = v
			}
		}
		loads := []float64{1e-7} // nobody ever requests while something is under way
		if c.load == registry.LoadAny {
			loads = []float64{0.05, 1, 10}
		}
		low, high := most, least
		for _, load := range loads {
			p := measure(t, c.algorithm, params, func(p *simulate.Plan) {
				p.Load, p.Delay = load, distribution(t, "exp:1")
			})
			if _, counted := p.Metric("request-cost"); !counted {
				continue // stuck, or it was never quiet
			}
			l, h := int(value(t, p, "request-cost-least").Value), int(value(t, p, "request-cost-most").Value)
			if l < least || h > most {
				t.Errorf("%s load %g: simulated %d to %d, exactly %d to %d", p.Setting.Describe(), load, l, h, least, most)
			}
			average := value(t, p, "request-cost").Value
			if average < float64(l) || average > float64(h) {
				t.Errorf("%s load %g: average %g of %d to %d", p.Setting.Describe(), load, average, l, h)
			}
			low, high = min(low, l), max(high, h)
		}
		if low > high || most > least && low == high {
			t.Errorf("%s %v: the simulations have seen %d to %d of %d to %d", c.algorithm, c.params, low, high, least, most)
		}
	}
	for _, name := range algorithms.Names() {
		if !covered[name] {
			t.Errorf("%s: not simulated", name)
		}
	}
}

// exact finds the bounds over all runs, of all nodes.
func exact(t *testing.T, algorithm string, params models.Params, load registry.Load) (least, most int) {
	t.Helper()
	cfg, err := models.Resolve(algorithm, params)
	if err != nil {
		t.Fatal(err)
	}
	sys, err := algorithms.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	a, err := registered.Lookup(algorithm)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i <= cfg.N; i++ {
		m := explore.Meter{Node: i, Alone: load == registry.LoadAlone, Late: a.Counting.Late}
		x, err := explore.Measure(context.Background(), sys, m, explore.Options{})
		if err != nil {
			t.Fatalf("%s: %v", cfg, err)
		}
		if i == 1 || x.Least < least {
			least = x.Least
		}
		most = max(most, x.Most)
	}
	return least, most
}

// TestFormulas: simulated averages agree with what the sources derive under their
// assumptions: their formulas lie within the confidence intervals.  The intervals
// are twice as wide as those of 95%, because one of twenty of these is wrong, and
// a bit more for the little that even a light load differs from none.
func TestFormulas(t *testing.T) {
	const light, heavy = 1e-5, 1e4
	star := models.Params{"n": "6", "topology": "star"}
	tree := models.Params{"n": "7", "topology": "tree:2"}
	line := models.Params{"n": "5", "topology": "line"}
	six := models.Params{"n": "6"}
	for _, c := range []struct {
		algorithm string
		params    models.Params
		load      float64
		metric    string
		want      float64
		formula   string
	}{
		{"centralized", six, light, "messages", 3 - 3.0/6, "3-3/N"},
		{"centralized", six, heavy, "messages", 3 - 3.0/6, "3-3/N"},
		{"neilsen-mizuno", star, light, "messages", 3 - 5.0/6 + 2.0/36, "3-5/N+2/N^2"},
		{"neilsen-mizuno", line, light, "messages", 24.0/15 + 4.0/5, "(N^2-1)/(3N)+(N-1)/N"},
		{"neilsen-mizuno", tree, light, "messages", 96.0/49 + 6.0/7, "average distance + (N-1)/N"},
		{"raymond", line, light, "messages", 2 * 24.0 / 15, "twice the average distance"},
		{"raymond", star, light, "messages", 2 * 2 * 25.0 / 36, "twice the average distance"},
		{"ricart-agrawala", six, light, "messages", 10, "2(N-1)"},
		{"ricart-agrawala", six, light, "response", 2.1, "2T+E"},
		{"ricart-agrawala", six, heavy, "sync-delay", 1, "T"},
		{"ricart-agrawala", six, heavy, "throughput", 1 / 1.1, "1/(T+E)"},
		{"lamport", six, light, "messages", 15, "3(N-1)"},
		{"lamport", six, heavy, "messages", 15, "3(N-1)"},
		{"suzuki-kasami", six, light, "messages", 5, "N with probability 1-1/N"},
		{"suzuki-kasami", six, heavy, "messages", 6, "N"},
		{"ricart-agrawala-token", six, heavy, "messages", 6, "N"},
		{"carvalho-roucairol", six, heavy, "messages", 10, "2(N-1)"},
		{"raymond-k", models.Params{"n": "6", "k": "2"}, light, "messages", 10, "2(N-1)"},
		{"carvalho-roucairol", six, light, "messages", 5, "half of 2(N-1): of two nodes, either is as likely to have entered last"},
		{"singhal", six, light, "messages", 5.0/2 + 5.0/6, "(N-1)/2 REQUESTs and the token, not N/2"},
		{"singhal", six, heavy, "messages", 6, "N"},
		{"maekawa", models.Params{"n": "7"}, light, "messages", 6, "3(K-1)"},
		{"maekawa", models.Params{"n": "7", "variant": "ordered"}, heavy, "messages", 6, "3(K-1)"},
		{"centralized", six, heavy, "sync-delay", 2 - 1.0/3, "2T but for the coordinator's exits and entries"},
		{"neilsen-mizuno", star, heavy, "sync-delay", 1, "T"},
		{"token-ring", six, heavy, "messages", 1, "1"},
		{"token-ring", six, heavy, "throughput", 1 / 1.1, "1/(T+E)"},
	} {
		p := measure(t, c.algorithm, c.params, func(p *simulate.Plan) {
			p.Load = c.load
			if c.load == heavy {
				p.Think = distribution(t, "const")
			}
			p.Runs, p.Entries, p.DefaultWarmup, p.Warmup = 8, 1000, false, 100
		})
		m := value(t, p, c.metric)
		slack := 0.002*c.want + (m.Interval.High-m.Interval.Low)/2
		if c.want < m.Interval.Low-slack || c.want > m.Interval.High+slack {
			t.Errorf("%s load %g: %s %g, %g to %g; %s is %g", p.Setting.Describe(), c.load, c.metric, m.Value, m.Interval.Low, m.Interval.High, c.formula, c.want)
		}
		if width := m.Interval.High - m.Interval.Low; width > 0.1*c.want {
			t.Errorf("%s load %g: %s: the interval %g to %g says nothing", p.Setting.Describe(), c.load, c.metric, m.Interval.Low, m.Interval.High)
		}
	}
}

// TestWrongFormula: an interval does not hold any number.
func TestWrongFormula(t *testing.T) {
	p := measure(t, "centralized", models.Params{"n": "6"}, func(p *simulate.Plan) { p.Load, p.Runs, p.Entries = 0.1, 8, 1000 })
	if m := value(t, p, "messages"); m.Interval.Low <= 3 && 3 <= m.Interval.High {
		t.Errorf("3 messages, which the coordinator's entries do not cost, are within %+v", m.Interval)
	}
}
