package report_test

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/report/samples"
)

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"a <- b\n\tc":        "a <- b\n\tc",
		"\x1b[31mred\x00":    "\u241b[31mred\u2400",
		"a\xffb":             "a\uFFFDb",
		"x\u202ey\u2028z":    "x\uFFFDy\u2028z",
		"é\u0085\x7f\ufffeß": "é\uFFFD\u2421\uFFFDß",
	} {
		if got := report.Plain(text); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
	if line := report.PlainLine(samples.Hostile); strings.ContainsAny(line, "\n\r\t\u2028") || !utf8.ValidString(line) {
		t.Errorf("%q", line)
	}
	if got := report.Cut("one\ntwo\nthree\nfour", 20); got != "one\ntwo\n... cut" && len(got) > 20 {
		t.Errorf("%q", got)
	}
	if got := report.Cut(strings.Repeat("é", 20), 20); len(got) > 20 || !utf8.ValidString(got) {
		t.Errorf("%q", got)
	}
}

func TestPlaces(t *testing.T) {
	root := filepath.FromSlash("/repo")
	places := report.Places{Root: root, Current: filepath.Join(root, "sub"), Exists: func(path string) bool { return path == "templates/a.pml.tmpl" }}
	run := func(place results.Place) *results.Counterexample {
		return &results.Counterexample{Steps: []results.Step{{Event: "e", Place: &place}, {Event: "P:0 ends"}}}
	}
	entry := &results.Entry{File: "../suites/s.yaml", Line: 7}
	for _, c := range []struct {
		what string
		r    results.Result
		want string
	}{
		{"an included file", results.Result{Model: "m.pml", Path: "models/m.pml", Counterexample: run(results.Place{File: "inc/x.pml", Line: 4})}, "sub/models/inc/x.pml:4"},
		{"the file, without a run", results.Result{Model: "m.pml", Path: "models/m.pml", Entry: entry}, "sub/models/m.pml:1 suites/s.yaml:7"},
		{"a file outside of the repository", results.Result{Model: "m.pml", Path: "/else/m.pml", Counterexample: run(results.Place{File: "m.pml", Line: 2})}, "/else/m.pml:2"},
		{"a template", results.Result{Entry: entry, Counterexample: run(results.Place{File: "templates/a.pml.tmpl", Line: 9, ModelLine: 90})}, "templates/a.pml.tmpl:9 suites/s.yaml:7"},
		{"a template that is not there", results.Result{Entry: entry, Counterexample: run(results.Place{File: "templates/b.pml.tmpl", Line: 9, ModelLine: 90})}, "suites/s.yaml:7"},
		{"a log", results.Result{Counterexample: run(results.Place{File: "logs/a.jsonl", Line: 3})}, "sub/logs/a.jsonl:3"},
		{"a configuration alone", results.Result{}, ""},
	} {
		var got []string
		for _, p := range places.Of(c.r) {
			got = append(got, p.String())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.what, got, c.want)
		}
	}
}

func TestCheckResults(t *testing.T) {
	r := report.CheckResults(&results.TraceCheck{Verdict: "accepted", Logs: []string{"a.jsonl"}, Properties: []string{"mutex", "token"},
		Violations: []results.TraceViolation{{Property: "token", File: "a.jsonl", Line: 12, Event: "enter 1", Reason: "two tokens"}}})
	if len(r.Results) != 3 || r.Results[0].Verdict != results.Pass || r.Results[1].Verdict != results.Pass || r.Results[2].Verdict != results.Fail {
		t.Errorf("%+v", r.Results)
	}
	if at := (report.Places{}).Of(r.Results[2]); len(at) != 1 || at[0].String() != "a.jsonl:12" {
		t.Errorf("at %v", at)
	}
	r = report.CheckResults(&results.TraceCheck{Verdict: "rejected", Properties: []string{"mutex"},
		Rejection: &results.TraceRejection{File: "b.jsonl", Line: 4, Event: "enter 2", Reason: "it is not waiting"}})
	if at := (report.Places{}).Of(r.Results[0]); r.Results[0].Verdict != results.Fail || len(at) != 1 || at[0].String() != "b.jsonl:4" {
		t.Errorf("%+v at %v", r.Results[0], at)
	}
	if r.Results[1].Verdict != results.Inconclusive {
		t.Error("a property holds along what is no run")
	}
}
