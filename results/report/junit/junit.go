// Package junit writes results as JUnit XML, as Jenkins, GitLab and the reporters for GitHub read it.
//
// A suite is a case of a suite of mxgen (a configuration or a user's file); a test is a property:
//
//	passed   the verdict is the expected one
//	failure  the verdict contradicts the expectation; the counterexample is its text
//	error    a tool failed, or the model is not as it must be
//	skipped  a limit, or an interruption, left the property open; the message says which
//
// States, hashes, versions and the place of the entry are properties of the suite, because
// the schema of Jenkins (xunit-plugin, junit-10.xsd) allows a test none.  The time of a run that decided several
// properties is that of the first of them, so that the sums are right.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
)

// mostText bounds the text of one test, in bytes.
const mostText = 64 << 10

// Write writes the report.
func Write(w io.Writer, r results.Report, places report.Places) error {
	name := "mxgen"
	if r.Suite != "" {
		name = report.PlainLine(r.Suite)
	}
	all := junit.Testsuites{Name: name}
	var total float64
	seen := map[string]int{}
	for _, one := range results.EachCase(r.Results) {
		suite, seconds := testsuite(one, places, seen)
		total += seconds
		suite.ID = len(all.Suites)
		all.AddSuite(suite)
	}
	all.Skipped = 0 // the schema has no such attribute there
	all.Time = secondsText(total)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	return all.WriteXML(w)
}

// testsuite is one case.  seen counts the cases of a name: readers identify a test by its names.
func testsuite(rs []results.Result, places report.Places, seen map[string]int) (junit.Testsuite, float64) {
	name := report.PlainLine(rs[0].Subject())
	seen[name]++
	if n := seen[name]; n > 1 {
		name += fmt.Sprintf(" (%d)", n)
	}
	suite := junit.Testsuite{Name: name}
	// Jenkins takes what is before the last dot for a package.
	class := strings.ReplaceAll(name, ".", "_")
	if e := rs[0].Entry; e != nil {
		class = strings.ReplaceAll(report.PlainLine(e.Suite), ".", "_") + "." + class
		suite.File = report.PlainLine(places.File(e.File))
		suite.AddProperty("entry", fmt.Sprintf("%s:%d", suite.File, e.Line))
		if len(e.Tags) > 0 {
			suite.AddProperty("tags", report.PlainLine(strings.Join(e.Tags, ",")))
		}
	}
	for _, tool := range slices.Sorted(maps.Keys(rs[0].Tools)) {
		suite.AddProperty("version."+report.PlainLine(tool), report.PlainLine(rs[0].Tools[tool]))
	}
	own := report.OwnSeconds(rs)
	total := 0.0
	for k, r := range rs {
		total += own[k]
		test := testcase(r, class)
		test.Time = secondsText(own[k])
		suite.AddTestcase(test)
		addProperties(&suite, r)
	}
	suite.Time = secondsText(total)
	return suite, total
}

func testcase(r results.Result, class string) junit.Testcase {
	test := junit.Testcase{Name: report.PlainLine(r.Property), Classname: class}
	text := func() *junit.Result {
		return &junit.Result{Message: report.Headline(r), Type: string(r.Verdict), Data: report.Cut(report.Details(r), mostText)}
	}
	switch r.Outcome() {
	case results.Contradicted:
		test.Failure = text()
	case results.Broken:
		test.Error = text()
	case results.Undecided:
		test.Skipped = text()
	default:
		if r.Verdict != results.Pass || len(r.Warnings) > 0 {
			test.SystemOut = &junit.Output{Data: report.Cut(report.Headline(r)+"\n"+report.Details(r), mostText)}
		}
	}
	return test
}

// addProperties adds what a test has no place for, PROPERTY.NAME.
func addProperties(suite *junit.Testsuite, r results.Result) {
	name := report.PlainLine(r.Property)
	add := func(what, value string) { suite.AddProperty(name+"."+what, report.PlainLine(value)) }
	add("verdict", string(r.Verdict))
	add("states", strconv.FormatInt(r.States, 10))
	add("transitions", strconv.FormatInt(r.Transitions, 10))
	add("memory", strconv.FormatInt(r.Memory, 10))
	if r.SHA256 != "" {
		add("sha256", r.SHA256)
	}
	if r.Fairness != "" {
		add("fairness", r.Fairness)
	}
	if r.Rounds > 0 {
		add("rounds", strconv.Itoa(r.Rounds))
	}
	if r.Cached {
		add("cached", "true")
	}
}

// secondsText has no sign, exponent or separators: the schema wants a plain decimal number.
func secondsText(s float64) string { return strconv.FormatFloat(max(0, s), 'f', 3, 64) }
