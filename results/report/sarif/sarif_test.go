package sarif

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	gosarif "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/report/samples"
)

// schema is the schema of SARIF 2.1.0 by OASIS.  go-sarif has it as a constant of its source.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if value, is := n.(*ast.BasicLit); is && value.Kind == token.STRING {
			text, _ = strconv.Unquote(value.Value)
		}
		return true
	})
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", document); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func write(t *testing.T, r results.Report, p report.Places) []byte {
	var out bytes.Buffer
	if err := Write(&out, r, p); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func read(t *testing.T, text []byte) run {
	var l log
	if err := json.Unmarshal(text, &l); err != nil {
		t.Fatal(err)
	}
	return l.Runs[0]
}

func validate(t *testing.T, s *jsonschema.Schema, text []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(value)
}

// TestSchema: reports are valid, and the schema notices one that is not.
func TestSchema(t *testing.T) {
	s := schema(t)
	for name, r := range map[string]results.Report{
		"all": samples.All(), "hostile": samples.Bad(), "empty": {}, "many": samples.Many(50),
	} {
		text := write(t, r, report.Places{})
		if err := validate(t, s, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := gosarif.FromBytes(text); err != nil {
			t.Errorf("%s: go-sarif: %v", name, err)
		}
	}
	good := write(t, samples.All(), report.Places{})
	for _, change := range [][2]string{{`"level": "error"`, `"level": "fatal"`}, {`"startLine": 146`, `"startLine": 0`}, {`"ruleId"`, `"rule_id"`}} {
		if bad := bytes.Replace(good, []byte(change[0]), []byte(change[1]), 1); bytes.Equal(bad, good) || validate(t, s, bad) == nil {
			t.Errorf("%s is valid", change[1])
		}
	}
}

func TestWrite(t *testing.T) {
	one := read(t, write(t, samples.All(), report.Places{}))
	var got []string
	for _, r := range one.Results {
		got = append(got, r.Level+" "+r.RuleID)
	}
	if want := []string{"error deadlock", "error mutex", "error mutex", "note starvation"}; !slices.Equal(got, want) {
		t.Errorf("results %v, want %v", got, want)
	}
	first := one.Results[0]
	at := first.Locations[0].Physical
	if at.Artifact.URI != "templates/ricart-agrawala.pml.tmpl" || at.Region.StartLine != 146 || at.Region.StartColumn != 3 {
		t.Errorf("at %+v", at)
	}
	if related := first.RelatedLocations[0].Physical; related.Artifact.URI != "suites/sample.yaml" || related.Region.StartLine != 5 {
		t.Errorf("related %+v", related)
	}
	steps := first.CodeFlows[0].ThreadFlows[0].Locations
	if len(steps) != 2 || steps[0].Location.Physical.Region.StartLine != 101 || steps[1].Location.Message.Text != "receive 2<-1 REQUEST 1  (hi[2] 1)" {
		t.Errorf("steps %+v", steps)
	}
	for _, r := range one.Results {
		if one.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("rule %d is not %s", r.RuleIndex, r.RuleID)
		}
	}
	if one.Invocations[0].Successful {
		t.Error("successful, with an error of a tool")
	}
	// Where the repository is not mxgen's, the entry is the place.
	elsewhere := read(t, write(t, samples.All(), report.Places{Exists: func(string) bool { return false }}))
	if at := elsewhere.Results[0].Locations[0].Physical; at.Artifact.URI != "suites/sample.yaml" {
		t.Errorf("at %+v", at)
	}
}

// TestFingerprints: lines, states, times, reasons and verdicts of others do not change a fingerprint; each is there once.
func TestFingerprints(t *testing.T) {
	prints := func(r results.Report) map[string]string {
		all := map[string]string{}
		for _, one := range read(t, write(t, r, report.Places{})).Results {
			print := one.PartialFingerprints["primaryLocationLineHash"]
			if all[print] != "" {
				t.Errorf("%s twice", print)
			}
			all[print] = one.RuleID
		}
		return all
	}
	before := prints(samples.All())
	moved := samples.All()
	for k := range moved.Results {
		r := &moved.Results[k]
		entry := *r.Entry
		entry.Line += 7
		r.Entry, r.States, r.Seconds, r.Reason = &entry, r.States+1, 9, "another one"
	}
	if after := prints(moved); len(after) != len(before) {
		t.Errorf("%v became %v", before, after)
	} else {
		for print := range after {
			if before[print] == "" {
				t.Errorf("%v became %v", before, after)
			}
		}
	}
}

// TestLimits: GitHub takes a report of any number of results and steps.
func TestLimits(t *testing.T) {
	r := samples.All()
	failing := r.Results[2]
	failing.Counterexample = &results.Counterexample{Cycle: -1}
	for len(failing.Counterexample.Steps) < 3000 {
		failing.Counterexample.Steps = append(failing.Counterexample.Steps, samples.Run().Steps...)
	}
	r.Results = nil
	for k := range mostResults + 10 {
		one := failing
		one.Configuration.N = k + 1
		r.Results = append(r.Results, one)
	}
	text := write(t, r, report.Places{})
	one := read(t, text)
	steps := 0
	for _, r := range one.Results {
		for _, flow := range r.CodeFlows {
			n := len(flow.ThreadFlows[0].Locations)
			if steps += n; n > mostSteps {
				t.Fatalf("%d steps", n)
			}
		}
	}
	if len(one.Results) != mostResults || steps > mostInAll || steps < mostInAll/2 {
		t.Errorf("%d results, %d steps", len(one.Results), steps)
	}
	if n := one.Invocations[0].Notifications; len(n) != 1 || !strings.Contains(n[0].Message.Text, "10 more verdicts") {
		t.Errorf("notifications %+v", n)
	}
	if flow := one.Results[0].CodeFlows[0]; flow.Message == nil || flow.ThreadFlows[0].Locations[999].ExecutionOrder != 3000 {
		t.Error("the end of a long run is missing")
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
