package simulate_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/timed"
	"github.com/mxgen/mxgen/results/simulate"
)

func distribution(t *testing.T, text string) timed.Distribution {
	t.Helper()
	d, err := timed.ParseDistribution("time", text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// plan is a small one.
func plan(t *testing.T, subjects string, params models.Params, change func(*simulate.Plan)) simulate.Plan {
	t.Helper()
	all, err := simulate.Subjects(subjects)
	if err != nil {
		t.Fatal(err)
	}
	p := simulate.Plan{Subjects: all, Compared: len(all) > 1, Params: params,
		Think: distribution(t, "exp:1"), Section: distribution(t, "const:0.1"), Delay: distribution(t, "const:1"), Load: 0.1,
		Measurement: simulate.Measurement{Runs: 3, Entries: 200, Batches: 10, Seed: 1}, DefaultWarmup: true}
	if change != nil {
		change(&p)
	}
	return p
}

func measureAll(t *testing.T, p simulate.Plan, jobs int) (points []simulate.Point) {
	t.Helper()
	settings, err := p.Settings()
	if err != nil {
		t.Fatal(err)
	}
	err = simulate.Run(context.Background(), settings, simulate.Limits{Jobs: jobs, Memory: 1 << 30}, func(p simulate.Point) error {
		points = append(points, p)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return points
}

func axis(t *testing.T, text string) simulate.Axis {
	t.Helper()
	a, err := simulate.ParseAxis(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestWorkers: the points do not depend on the number of workers.
func TestWorkers(t *testing.T) {
	p := plan(t, "raymond,suzuki-kasami", models.Params{"topology": "star"}, func(p *simulate.Plan) {
		p.Axes = []simulate.Axis{axis(t, "n=3,5"), axis(t, "load=0.1,1")}
	})
	one, four := measureAll(t, p, 1), measureAll(t, p, 4)
	if !reflect.DeepEqual(one, four) || len(one) != 8 {
		t.Errorf("%d and %d points, different", len(one), len(four))
	}
}

// TestCommonRandomNumbers: the sections of all algorithms take the same random
// times.  A difference of two algorithms is therefore less random than the two.
func TestCommonRandomNumbers(t *testing.T) {
	difference := func(seeds [2]uint64) float64 {
		var values [2]float64
		for k, algorithm := range []string{"suzuki-kasami", "ricart-agrawala-token"} {
			p := measure(t, algorithm, models.Params{"n": "4"}, func(p *simulate.Plan) {
				p.Seed, p.Section, p.Load, p.Runs = seeds[k], distribution(t, "exp:0.5"), 1, 1
			})
			values[k] = value(t, p, "throughput").Value
		}
		return math.Abs(values[0] - values[1])
	}
	common, other := 0.0, 0.0
	for seed := range uint64(5) {
		common += difference([2]uint64{seed, seed})
		other += difference([2]uint64{seed, seed + 100})
	}
	if common > other/2 {
		t.Errorf("the differences add up to %g with common seeds, %g with others", common, other)
	}
}

// TestStuck: runs that end in a deadlock are counted, and are in no metric.
func TestStuck(t *testing.T) {
	p := measure(t, "maekawa", models.Params{"n": "3", "variant": "basic"}, func(p *simulate.Plan) { p.Load = 10 })
	if p.Stuck != p.Setting.Runs || len(p.Metrics) != 0 || !strings.Contains(p.StuckAt, "nothing can happen") {
		t.Errorf("%+v", p)
	}
}

// TestRefused: what is no plan is refused with operand and reason.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		change func(*simulate.Plan)
		want   string
	}{
		{func(p *simulate.Plan) { p.Params["n"] = "0" }, "n 0"},
		{func(p *simulate.Plan) { p.Params["n"] = "99999999" }, "needs at most"},
		{func(p *simulate.Plan) { p.Params["rounds"] = "2" }, "rounds"},
		{func(p *simulate.Plan) { p.Params["bug"] = "x" }, "bug"},
		{func(p *simulate.Plan) { p.Section = distribution(t, "const:0") }, "section const:0"},
		{func(p *simulate.Plan) { p.Think = distribution(t, "const:0") }, "cannot be scaled"},
		{func(p *simulate.Plan) {
			p.Load, p.Think, p.Section, p.Delay = 0, distribution(t, "const:0"), distribution(t, "const:0"), distribution(t, "const:0")
		}, "nothing takes any time"},
		{func(p *simulate.Plan) { p.Axes = []simulate.Axis{axis(t, "n=3"), axis(t, "n=4")} }, "given twice"},
		{func(p *simulate.Plan) {
			p.Axes = []simulate.Axis{axis(t, "load=0.1..1:100"), axis(t, "delay=0.1..1:100"), axis(t, "section=0.1..1:100")}
		}, "more than 100000 points"},
	} {
		p := plan(t, "ricart-agrawala", models.Params{"n": "3"}, c.change)
		_, err := p.Settings()
		var bad *config.Error
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	for _, text := range []string{"", "load", "load=", "load=x", "load=0", "load=-1", "load=NaN", "load=Inf", "load=1..", "load=2..1", "load=1..2:1", "load=1..2:x", "n=1.5", "seed=1",
		"load=" + strings.Repeat("1,", 300) + "1"} {
		if a, err := simulate.ParseAxis(text); err == nil {
			t.Errorf("%q: %v", text, a)
		}
	}
	for _, text := range []string{"", "raymond,", "raymond,raymond", "bakery", "all,raymond"} {
		if s, err := simulate.Subjects(text); err == nil {
			t.Errorf("%q: %v", text, s)
		}
	}
}

// TestTooLarge: nodes that do not fit into memory are refused with their size
// before a run begins.
func TestTooLarge(t *testing.T) {
	settings, err := plan(t, "suzuki-kasami", models.Params{"n": "100000"}, nil).Settings()
	if err != nil {
		t.Fatal(err)
	}
	err = simulate.Run(context.Background(), settings, simulate.Limits{Jobs: 1, Memory: 1 << 30}, func(simulate.Point) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "n 100000: the nodes of one run take 3") || !strings.Contains(err.Error(), "GB, and there is 1.0 GB") {
		t.Error(err)
	}
	settings, err = plan(t, "ricart-agrawala", models.Params{"n": "60"}, func(p *simulate.Plan) { p.Load = 1000 }).Settings()
	if err != nil {
		t.Fatal(err)
	}
	err = simulate.Run(context.Background(), settings, simulate.Limits{Jobs: 1, Memory: 450 << 10}, func(simulate.Point) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "too much is under way") {
		t.Error(err)
	}
}

// TestInterrupted: the points before an interruption are complete.
func TestInterrupted(t *testing.T) {
	settings, err := plan(t, "centralized", models.Params{"n": "3"}, func(p *simulate.Plan) { p.Axes = []simulate.Axis{axis(t, "load=0.1..10")} }).Settings()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var b bytes.Buffer
	rows := simulate.NewCSV(&b)
	count := 0
	err = simulate.Run(ctx, settings, simulate.Limits{Jobs: 2, Memory: 1 << 30}, func(p simulate.Point) error {
		if count++; count == 3 {
			cancel()
		}
		return rows.Write(p)
	})
	if !errors.Is(err, context.Canceled) || count != 3 {
		t.Errorf("%v after %d points", err, count)
	}
	records, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	byLoad := map[string]int{}
	for _, r := range records[1:] {
		byLoad[r[7]]++
	}
	if len(byLoad) != 3 {
		t.Errorf("rows by load: %v", byLoad)
	}
	for load, rows := range byLoad {
		if rows != byLoad[records[1][7]] {
			t.Errorf("load %s has %d rows: %v", load, rows, byLoad)
		}
	}
}

// FuzzParseAxis: what is read are ascending positive numbers.
func FuzzParseAxis(f *testing.F) {
	for _, text := range []string{"load=0.01..10", "n=10,100", "delay=1..2:3", "k=2", "load=1e-9..1e9:100"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := simulate.ParseAxis(text)
		if err != nil {
			return
		}
		if len(a.Values) == 0 {
			t.Errorf("%q: no values", text)
		}
		for k, v := range a.Values {
			if !(v > 0) || math.IsInf(v, 0) || k > 0 && v <= a.Values[k-1] {
				t.Errorf("%q: %v", text, a.Values)
			}
		}
	})
}
