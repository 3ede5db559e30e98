package shards

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results"
)

// cases is a suite of n cases.
func cases(n int) *suite.Suite {
	s := &suite.Suite{Name: "s"}
	for k := range n {
		s.Cases = append(s.Cases, suite.Case{
			Place:      suite.Place{Suite: "s", File: "s.yaml", Line: k + 2, Number: k + 1},
			Config:     config.Config{Algorithm: "centralized", N: k + 1},
			Properties: []string{"mutex", "deadlock", "starvation"},
		})
	}
	return s
}

// A plan has each case once, whatever the costs, and is balanced within 10% unless one case costs more
// than that.
func TestPlanIsBalanced(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, cost := range map[string]func(k int) Cost{
		"equal":       func(int) Cost { return 100 },
		"random":      func(int) Cost { return Cost(random.IntN(10_000)) },
		"heavy tail":  func(int) Cost { return Cost(min(600_000, 20/math.Pow(random.Float64(), 0.9))) },
		"one a tenth": func(k int) Cost { return Cost(1 + k%10/9*1000) },
	} {
		const n = 10_000
		s := cases(n)
		costs := make([]Cost, n)
		var sum, largest Cost
		for k := range costs {
			costs[k] = cost(k)
			sum += costs[k]
			largest = max(largest, costs[k])
		}
		for _, of := range []int{1, 2, 3, 16, Most} {
			p := New(s, costs, of, "")
			seen := map[int]bool{}
			for i, part := range p.Cases {
				var total Cost
				for _, k := range part {
					if seen[k] {
						t.Fatalf("%s: %d shards: case %d twice", name, of, k)
					}
					seen[k] = true
					total += costs[k]
				}
				if total != p.Costs[i] {
					t.Errorf("%s: %d shards: shard %d costs %d, not %d", name, of, i+1, total, p.Costs[i])
				}
				if !slices.IsSorted(part) {
					t.Errorf("%s: the cases of a shard are not in the order of the suite", name)
				}
			}
			if len(seen) != n {
				t.Errorf("%s: %d shards: %d of %d cases", name, of, len(seen), n)
			}
			mean := sum / Cost(of)
			if most := slices.Max(p.Costs); most > max(mean+mean/10, largest) {
				t.Errorf("%s: %d shards: the most expensive costs %d, the mean is %d", name, of, most, mean)
			}
			if least := slices.Min(p.Costs); largest < mean/10 && least < mean-mean/10 {
				t.Errorf("%s: %d shards: the cheapest costs %d, the mean is %d", name, of, least, mean)
			}
		}
	}
}

// Every machine makes the same plan; what is verified, with what, and by whom makes another one.
func TestPlanIsDeterministic(t *testing.T) {
	s, costs := cases(20), Costs(cases(20), nil)
	s.Cases[4].Model = &suite.Model{Path: "m/a.pml"}
	first := New(s, costs, 3, "code")
	elsewhere := cases(20)
	for k := range elsewhere.Cases {
		elsewhere.Cases[k].Place.File = "/another/place/s.yaml"
	}
	elsewhere.Cases[4].Model = &suite.Model{Path: "/another/place/m/a.pml"}
	if again := New(elsewhere, costs, 3, "code"); !reflect.DeepEqual(first, again) {
		t.Errorf("%v, and in another directory %v", first, again)
	}
	seen := map[string]string{first.hash: "the plan"}
	other := func(what string, p *Plan) {
		if seen[p.hash] != "" {
			t.Errorf("%s and %s are one plan", what, seen[p.hash])
		}
		seen[p.hash] = what
	}
	other("other code", New(s, costs, 3, "other"))
	other("more shards", New(s, costs, 4, "code"))
	other("fewer cases", New(cases(19), costs[:19], 3, "code"))
	dear := slices.Clone(costs)
	dear[3] *= 10
	other("other costs", New(s, dear, 3, "code"))
	for what, change := range map[string]func(*suite.Case){
		"a configuration": func(c *suite.Case) { c.Config.K = 2 },
		"properties":      func(c *suite.Case) { c.Properties = c.Properties[:1] },
		"an expectation":  func(c *suite.Case) { c.Expect = map[string]suite.Expectation{"mutex": {Verdict: "fail"}} },
		"a limit":         func(c *suite.Case) { c.Memory = 1 << 30 },
		"a model":         func(c *suite.Case) { c.Model = &suite.Model{Path: "a.pml"} },
	} {
		changed := cases(20)
		change(&changed.Cases[7])
		other(what, New(changed, costs, 3, "code"))
	}
}

func TestCosts(t *testing.T) {
	s := cases(3)
	s.Cases = append(s.Cases, suite.Case{Model: &suite.Model{Path: "m/a.pml", Defines: []string{"N=2"}}})
	result := func(n int, property, sha string, seconds float64) results.Result {
		return results.Result{Configuration: s.Cases[n-1].Config, Property: property, SHA256: sha, Seconds: seconds}
	}
	recorded := []results.Result{
		result(1, "mutex", "a", 2), result(1, "deadlock", "a", 2), // one search
		result(1, "starvation", "b", 1), result(1, "other", "c", 100), // nobody wants it
		result(2, "mutex", "d", math.Inf(1)), result(2, "deadlock", "e", math.NaN()), result(2, "starvation", "f", -5),
		{Model: "a.pml", Path: "m/a.pml", Defines: []string{"N=2"}, Property: "x", SHA256: "g", Seconds: 3},
		{Model: "a.pml", Path: "m/a.pml", Defines: []string{"N=2"}, Property: "y", SHA256: "g", Seconds: 4},
	}
	want := []Cost{3000 + 2*overhead, 1000*longest + 3*overhead, 0, 7000 + 2*overhead}
	want[2] = (want[0] + want[1] + want[3]) / 3
	if got := Costs(s, recorded); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := Costs(s, nil); !slices.Equal(got, []Cost{3000, 3000, 3000, 1000}) {
		t.Errorf("nothing recorded: %v", got)
	}
}

// reports are the reports of n shards of a suite, and the report of the whole suite.
func reports(t *testing.T, s *suite.Suite, n int) ([]File, results.Report) {
	t.Helper()
	verified := func(s *suite.Suite) results.Report {
		r := results.Report{Schema: results.Schema, Suite: s.Name, Results: []results.Result{}}
		for _, c := range s.Cases {
			for _, p := range c.Properties {
				met := true
				r.Results = append(r.Results, results.Result{Configuration: c.Config, Property: p, Verdict: results.Pass, AsExpected: &met,
					Seconds: 0.1 * float64(c.Place.Number), Commands: []string{}, Entry: &results.Entry{Suite: "s", File: "s.yaml", Line: 1, Number: c.Place.Number}})
			}
		}
		return r
	}
	plan := New(s, Costs(s, nil), n, "")
	var files []File
	for i := 1; i <= n; i++ {
		r := verified(plan.Part(s, i))
		r.Shard = plan.Shard(i)
		files = append(files, File{fmt.Sprintf("%d.json", i), sign(t, r)})
	}
	return files, verified(s)
}

func sign(t *testing.T, r results.Report) results.Report {
	t.Helper()
	one := *r.Shard
	var err error
	if one.Sum, err = Sum(r); err != nil {
		t.Fatal(err)
	}
	r.Shard = &one
	return r
}

// What is merged is what one call would have found, in the order of the suite, whatever the order of the
// shards, also after it has been written and read.
func TestMerge(t *testing.T) {
	for _, n := range []int{1, 3, 10} { // of 7 cases: three of ten shards are empty
		files, want := reports(t, cases(7), n)
		for k, f := range files {
			text, err := json.MarshalIndent(f.Report, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			if files[k].Report, err = Read(f.Name, text); err != nil {
				t.Fatal(err)
			}
		}
		slices.Reverse(files)
		got, err := Merge(files)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d shards: %v: %+v, want %+v", n, err, got, want)
		}
	}
}

// An interrupted shard makes an interrupted report.
func TestMergeInterrupted(t *testing.T) {
	files, _ := reports(t, cases(4), 2)
	files[1].Report.Interrupted = "SIGTERM"
	files[1].Report = sign(t, files[1].Report)
	if r, err := Merge(files); err != nil || r.Interrupted != "SIGTERM" {
		t.Errorf("%q, %v", r.Interrupted, err)
	}
}

// TestMergeRefuses: nothing is lost and nothing doubled.
func TestMergeRefuses(t *testing.T) {
	for what, c := range map[string]struct {
		change func([]File) []File
		want   string
	}{
		"none":    {func([]File) []File { return nil }, "merge: no shards"},
		"missing": {func(f []File) []File { return f[:2] }, "shard 3/3: missing; verify the suite with --shard 3/3"},
		"twice":   {func(f []File) []File { return append(f, f[1]) }, `"2.json": shard 2/3 is also in "2.json"`},
		"the same shard verified again": {func(f []File) []File {
			f[2] = File{"again.json", f[1].Report}
			return f
		}, `"again.json": shard 2/3 is also in "2.json"`},
		"no shard": {func(f []File) []File {
			f[1].Report.Shard = nil
			return f
		}, `"2.json": not the report of a shard`},
		"another suite": {func(f []File) []File {
			others, _ := reports(t, cases(8), 3)
			f[1] = others[1]
			return f
		}, `"2.json": shard 2/3 is of another plan than "1.json"`},
		"another number of shards": {func(f []File) []File {
			others, _ := reports(t, cases(7), 4)
			return append(f, others[3])
		}, `"4.json": shard 4/4 is of another plan`},
		"a changed verdict": {func(f []File) []File {
			f[1].Report.Results[0].Verdict = results.Fail
			return f
		}, `"2.json": damaged: its checksum is another; verify shard 2/3 again`},
		"a result too few": {func(f []File) []File {
			f[1].Report.Results = f[1].Report.Results[1:]
			return f
		}, "checksum"},
		"an index out of range": {func(f []File) []File {
			f[1].Report.Shard.Index = 4
			f[1].Report = sign(t, f[1].Report)
			return f
		}, "damaged: shard 4/3"},
		"an entry without results": {func(f []File) []File {
			f[1].Report.Results = f[1].Report.Results[3:]
			f[1].Report = sign(t, f[1].Report)
			return f
		}, "damaged: its results are not those of its entries"},
		"results without entry": {func(f []File) []File {
			f[1].Report.Results[0].Entry = nil
			f[1].Report = sign(t, f[1].Report)
			return f
		}, "damaged: result 1 has no entry"},
		"overlapping entries": {func(f []File) []File {
			f[1].Report.Shard.Entries = f[0].Report.Shard.Entries
			f[1].Report.Results = f[0].Report.Results
			f[1].Report = sign(t, f[1].Report)
			return f
		}, `"2.json": entry 1 is also in "1.json"`},
		"entries twice": {func(f []File) []File {
			f[1].Report.Shard.Entries = append(f[1].Report.Shard.Entries, f[1].Report.Shard.Entries[0])
			f[1].Report = sign(t, f[1].Report)
			return f
		}, "damaged: its entries are not in order"},
	} {
		files, _ := reports(t, cases(7), 3)
		_, err := Merge(c.change(files))
		var bad *config.Error
		if !errors.As(err, &bad) || bad.Remedy == "" || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", what, err, c.want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	files, _ := reports(t, cases(2), 1)
	good, err := json.Marshal(files[0].Report)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":                         "cut short",
		" \n":                      "cut short",
		string(good[:len(good)/2]): "cut short",
		string(good) + "{}":        "more than one report",
		"{}":                       "has the schema",
		"[1]":                      "cannot unmarshal",
		"# yaml":                   "invalid character",
		strings.Replace(string(good), `"suite"`, `"sweet"`, 1):               "unknown field",
		strings.Replace(string(good), results.Schema, "mxgen.results/v2", 1): "has the schema",
	} {
		if _, err := Read("x", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.50q: %v, want %q", text, err, want)
		}
	}
}

// FuzzMerge reads any text as one of two shards: what is merged is the suite.
func FuzzMerge(f *testing.F) {
	files, want := reports(&testing.T{}, cases(3), 2)
	for _, file := range files {
		text, err := json.Marshal(file.Report)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		f.Add(bytes.Replace(text, []byte(`"index":2`), []byte(`"index":-2`), 1))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := Read("x", text)
		if err != nil {
			return
		}
		whole, err := Merge([]File{files[0], {"x", r}})
		if err == nil && !reflect.DeepEqual(whole, want) {
			t.Errorf("%s was merged into %+v", text, whole)
		}
	})
}
