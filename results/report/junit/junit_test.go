package junit

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/report/samples"
)

// element is a rule of the schema that Jenkins checks JUnit files with: junit-10.xsd of its
// xunit-plugin 3.1.
type element struct {
	required, optional, children []string
	text                         bool
}

var (
	message = element{optional: []string{"type", "message"}, text: true}
	rules   = map[string]element{
		"testsuites": {optional: []string{"name", "time", "tests", "failures", "errors"}, children: []string{"testsuite"}},
		"testsuite": {
			required: []string{"name", "tests", "failures", "errors"},
			optional: []string{"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"},
			children: []string{"testsuite", "properties", "testcase", "system-out", "system-err"},
		},
		"properties": {children: []string{"property"}},
		"property":   {required: []string{"name", "value"}},
		"testcase": {
			required: []string{"name"}, optional: []string{"time", "classname", "group"},
			children: []string{"skipped", "error", "failure", "rerunFailure", "rerunError", "flakyFailure", "flakyError", "system-out", "system-err"},
		},
		"failure": message, "error": message, "skipped": message,
		"system-out": {text: true}, "system-err": {text: true},
	}
	plainTime = regexp.MustCompile(`^[0-9]*(\.[0-9]*)?$`)
)

// violates says how a file violates the rules, nil if it does not.
func violates(text []byte) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	var open []string
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			name := t.Name.Local
			rule, known := rules[name]
			if !known || len(open) == 0 && name != "testsuites" || len(open) > 0 && !slices.Contains(rules[open[len(open)-1]].children, name) {
				return fmt.Errorf("%s in %v", name, open)
			}
			var given []string
			for _, a := range t.Attr {
				given = append(given, a.Name.Local)
				if !slices.Contains(rule.required, a.Name.Local) && !slices.Contains(rule.optional, a.Name.Local) {
					return fmt.Errorf("%s has %s", name, a.Name.Local)
				}
				if a.Name.Local == "time" && !plainTime.MatchString(a.Value) {
					return fmt.Errorf("time %q", a.Value)
				}
			}
			for _, required := range rule.required {
				if !slices.Contains(given, required) {
					return fmt.Errorf("%s lacks %s", name, required)
				}
			}
			open = append(open, name)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(bytes.TrimSpace(t)) > 0 && (len(open) == 0 || !rules[open[len(open)-1]].text) {
				return fmt.Errorf("text %q in %v", t, open)
			}
		}
	}
}

func write(t testing.TB, r results.Report) []byte {
	var out bytes.Buffer
	if err := Write(&out, r, report.Places{}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// read is a report as a reader takes it.
type read struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Suites   []struct {
		Name       string `xml:"name,attr"`
		Skipped    int    `xml:"skipped,attr"`
		Properties []struct {
			Name, Value string `xml:",attr"`
		} `xml:"properties>property"`
		Cases []struct {
			Name    string `xml:"name,attr"`
			Class   string `xml:"classname,attr"`
			Time    string `xml:"time,attr"`
			Failure *struct {
				Message string `xml:"message,attr"`
				Text    string `xml:",chardata"`
			} `xml:"failure"`
			Error *struct {
				Message string `xml:"message,attr"`
			} `xml:"error"`
			Skipped *struct {
				Message string `xml:"message,attr"`
			} `xml:"skipped"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

func TestWrite(t *testing.T) {
	text := write(t, samples.All())
	if err := violates(text); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	var r read
	if err := xml.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	if r.Tests != 7 || r.Failures != 2 || r.Errors != 1 || len(r.Suites) != 5 {
		t.Errorf("%d tests, %d failures, %d errors, %d suites", r.Tests, r.Failures, r.Errors, len(r.Suites))
	}
	cases := r.Suites[1].Cases
	if f := cases[0].Failure; f == nil || f.Message != "deadlock: fail instead of pass: violated after 2 events" || !strings.Contains(f.Text, "receive 2<-1 REQUEST 1") {
		t.Errorf("failure %+v", f)
	}
	if s := cases[1].Skipped; s == nil || !strings.Contains(s.Message, "the memory limit of 64 MB was reached") {
		t.Errorf("skipped %+v", s)
	}
	if meant := r.Suites[2].Cases[0]; meant.Failure != nil {
		t.Error("a failure that is expected is a failure")
	}
	if r.Suites[3].Cases[0].Error == nil {
		t.Error("an error of a tool is no error")
	}
	if r.Suites[0].Name == r.Suites[4].Name || r.Suites[0].Cases[0].Class == r.Suites[4].Cases[0].Class {
		t.Error("two cases have one name")
	}
	if first, second := r.Suites[0].Cases[0].Time, r.Suites[0].Cases[1].Time; first != "0.250" || second != "0.000" {
		t.Errorf("times %s and %s of one run", first, second)
	}
	if !bytes.Contains(text, []byte(`<property name="mutex.states" value="122">`)) {
		t.Error("no states")
	}
}

// TestHostile: whatever names and reasons hold, the file is XML that the schema allows.
func TestHostile(t *testing.T) {
	text := write(t, samples.Bad())
	if err := violates(text); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	if bytes.ContainsAny(text, "\x00\x07\x1b") {
		t.Error("control characters")
	}
}

// TestRulesFail: the rules of the schema notice what they are there for.
func TestRulesFail(t *testing.T) {
	good := string(write(t, samples.All()))
	for _, change := range [][2]string{
		{`<testsuites name=`, `<testsuites skipped="1" name=`},
		{`<testcase name="mutex"`, `<testcase file="x" name="mutex"`},
		{`time="0.250"`, `time="2.5e-1"`},
		{`<failure`, `<properties></properties><failure`},
		{`</testsuites>`, ``},
		{`violated after`, "violated \x1b after"},
	} {
		if bad := strings.Replace(good, change[0], change[1], 1); bad == good || violates([]byte(bad)) == nil {
			t.Errorf("%q instead of %q is allowed", change[1], change[0])
		}
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
