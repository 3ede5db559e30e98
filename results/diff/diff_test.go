package diff

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report/samples"
)

// kinds are the changes in short: a ! before a regression.
func kinds(d Diff) []string {
	all := []string{}
	for _, c := range d.Changes {
		mark := ""
		if c.Regression {
			mark = "!"
		}
		all = append(all, mark+string(c.Kind)+" "+c.Property)
	}
	return all
}

// TestCompare: each kind of change is noticed, and those for the worse are regressions.
func TestCompare(t *testing.T) {
	options := Options{Factor: 3, Least: 1}
	for _, c := range []struct {
		what   string
		change func(rs []results.Result) []results.Result
		want   []string
	}{
		{"nothing", func(rs []results.Result) []results.Result { return rs }, []string{}},
		{"a pass fails", func(rs []results.Result) []results.Result {
			rs[0].Verdict = results.Fail
			return rs
		}, []string{"!verdict mutex"}},
		{"a fail passes", func(rs []results.Result) []results.Result {
			yes := true
			rs[2].Verdict, rs[2].AsExpected = results.Pass, &yes
			return rs
		}, []string{"verdict deadlock"}},
		{"other states", func(rs []results.Result) []results.Result {
			rs[0].States++
			return rs
		}, []string{"!states mutex"}},
		{"states of a fail", func(rs []results.Result) []results.Result {
			rs[2].States++
			return rs
		}, []string{}},
		{"the suite expects something else", func(rs []results.Result) []results.Result {
			no := false
			rs[4].AsExpected = &no
			return rs
		}, []string{"!expectation mutex"}},
		{"slower", func(rs []results.Result) []results.Result {
			rs[0].Seconds, rs[1].Seconds = 2, 2
			return rs
		}, []string{"!time mutex"}}, // conservation has no time of its own
		{"slower from the cache", func(rs []results.Result) []results.Result {
			rs[0].Seconds, rs[0].Cached = 2, true
			return rs
		}, []string{}},
		{"a little slower", func(rs []results.Result) []results.Result {
			rs[0].Seconds = 0.9
			return rs
		}, []string{}},
		{"missing", func(rs []results.Result) []results.Result { return slices.Delete(rs, 1, 2) }, []string{"!missing conservation"}},
		{"new", func(rs []results.Result) []results.Result {
			one := rs[0]
			one.Property = "token"
			return append(rs, one)
		}, []string{"new token"}},
		{"new and broken", func(rs []results.Result) []results.Result {
			one := rs[5]
			one.Property = "token"
			return append(rs, one)
		}, []string{"!new token"}},
		{"lines have moved", func(rs []results.Result) []results.Result {
			for k := range rs {
				entry := *rs[k].Entry
				entry.Line += 10
				rs[k].Entry = &entry
			}
			return rs
		}, []string{}},
	} {
		d := Compare(samples.All().Results, c.change(samples.All().Results), options)
		if got := kinds(d); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
		if n := strings.Count(strings.Join(c.want, " "), "!"); d.Regressions != n {
			t.Errorf("%s: %d regressions, not %d", c.what, d.Regressions, n)
		}
	}
}

// TestBaseline: a baseline is read as the run that it is of, and hides no change but those of times.
func TestBaseline(t *testing.T) {
	var out bytes.Buffer
	if err := WriteBaseline(&out, samples.All().Results); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "\n"); n != len(samples.All().Results)+2 {
		t.Errorf("%d lines", n)
	}
	old, err := Parse(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if d := Compare(old, samples.All().Results, Options{Factor: 1}); len(d.Changes) > 0 {
		t.Errorf("%+v", d.Changes)
	}
	worse := samples.All().Results
	worse[0].States = 1
	if d := Compare(old, worse, Options{}); d.Regressions != 1 {
		t.Errorf("%+v", d.Changes)
	}
}

// TestHostileTable: a change is one line.
func TestHostileTable(t *testing.T) {
	var out bytes.Buffer
	d := Compare(nil, samples.Bad().Results, Options{})
	if err := Table(&out, d); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "\n"); n != len(d.Changes)+2 || strings.Contains(out.String(), "\x1b") {
		t.Errorf("%d lines: %q", n, out.String())
	}
}

// TestReadDirectory: the files of shards are one run.
func TestReadDirectory(t *testing.T) {
	dir := t.TempDir()
	all := samples.All().Results
	for k, part := range [][]results.Result{all[:2], all[2:]} {
		var out bytes.Buffer
		if err := WriteBaseline(&out, part); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, string(rune('a'+k))+".json"), out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	rs, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if d := Compare(all, rs, Options{}); len(d.Changes) > 0 {
		t.Errorf("%+v", d.Changes)
	}
	if _, err := Read(t.TempDir()); err == nil {
		t.Error("a directory without a file is a run")
	}
}

func FuzzParse(f *testing.F) {
	var out bytes.Buffer
	if err := WriteBaseline(&out, samples.All().Results); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes())
	f.Add([]byte(`{"schema":"mxgen.results/v1","results":[{"model":"m","property":"p","verdict":"pass","counterexample":{"steps":[],"cycle":9}}]}`))
	f.Add([]byte(`{"schema":"mxgen.results/v1","results":[{"configuration":{"algorithm":"x","n":-1},"property":"p","verdict":"fail"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		rs, err := Parse(data)
		if err != nil {
			return
		}
		if d := Compare(rs, rs, Options{Factor: 2}); len(d.Changes) > 0 {
			t.Errorf("a run differs from itself: %+v", d.Changes)
		}
	})
}

func BenchmarkCompare(b *testing.B) {
	before, after := samples.Many(10_000).Results, samples.Many(10_000).Results
	for b.Loop() {
		if d := Compare(before, after, Options{Factor: 2}); len(d.Changes) > 0 {
			b.Fatal(d.Changes[0])
		}
	}
}
