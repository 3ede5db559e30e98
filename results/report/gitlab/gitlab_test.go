package gitlab

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/report/samples"
)

func write(t *testing.T, r results.Report) []finding {
	var out bytes.Buffer
	if err := Write(&out, r, report.Places{}); err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(&out)
	d.DisallowUnknownFields()
	var all []finding
	if err := d.Decode(&all); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestWrite: a finding has all that GitLab wants (docs.gitlab.com, "Code Quality", custom tools): a description, a
// check, a severity that it knows, a relative path, a line, and a fingerprint that no other one has.
func TestWrite(t *testing.T) {
	for name, r := range map[string]results.Report{"all": samples.All(), "hostile": samples.Bad()} {
		seen := map[string]bool{}
		for _, f := range write(t, r) {
			if f.Description == "" || f.Check == "" || len(f.Fingerprint) != 64 || seen[f.Fingerprint] || f.Location.Lines.Begin < 1 || f.Location.Path == "" ||
				strings.HasPrefix(f.Location.Path, "./") || !slices.Contains([]string{"info", "minor", "major", "critical", "blocker"}, f.Severity) {
				t.Errorf("%s: %+v", name, f)
			}
			if strings.ContainsAny(f.Description+f.Check+f.Location.Path, "\n\x1b\x00") {
				t.Errorf("%s: control characters in %+v", name, f)
			}
			seen[f.Fingerprint] = true
		}
	}
	all := write(t, samples.All())
	var got []string
	for _, f := range all {
		got = append(got, f.Severity+" "+f.Check)
	}
	want := []string{"critical mxgen/deadlock", "info mxgen/starvation", "blocker mxgen/mutex", "critical mxgen/mutex"}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if at := all[0].Location; at.Path != "templates/ricart-agrawala.pml.tmpl" || at.Lines.Begin != 146 {
		t.Errorf("at %+v", at)
	}
}

// TestNothing: GitLab wants an empty list, not null.
func TestNothing(t *testing.T) {
	var out bytes.Buffer
	if err := Write(&out, results.Report{}, report.Places{}); err != nil || strings.TrimSpace(out.String()) != "[]" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

func BenchmarkWrite(b *testing.B) {
	r := samples.Many(10_000)
	for b.Loop() {
		if err := Write(io.Discard, r, report.Places{}); err != nil {
			b.Fatal(err)
		}
	}
}
