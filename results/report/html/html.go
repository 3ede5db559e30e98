// Package html writes results as one self-contained HTML page: a table of all cases with their verdicts, and below
// each case what is not as expected, with its reason and the run that violates the property.  The page needs
// no other file and no network.
package html

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
)

//go:embed page.html.tmpl
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// mostText bounds the text of one result, in bytes.
const mostText = 256 << 10

// Picture returns the picture of the run of a result as an svg element, "" if there is none.  It becomes part of
// the page as it is: only what mxgen itself has drawn may be returned.
type Picture func(results.Result) template.HTML

// Page returns the address of the page on which the run of a result is stepped, "" if there is none.
type Page func(results.Result) string

type view struct {
	Title       string
	Interrupted string
	Counts      []count
	Total       int
	Tools       []string
	Cases       []caseView
}

type count struct {
	Outcome results.Outcome
	Class   string
	N       int
}

type caseView struct {
	Subject string
	Place   string
	Tags    []string
	States  string
	Seconds string
	Memory  string
	Class   string // of its worst outcome
	All     []property
	Open    []property // that are not as expected, or have something to show
}

type property struct {
	Name, Verdict, Expected, Reason, Class, Gloss string
	States                                        string
	Fairness, Scope, Hash, Text                   string
	Cached                                        bool
	Picture                                       template.HTML
	Page                                          string
}

// classes are those of the style sheet, the worst first.
var classes = []struct {
	outcome results.Outcome
	class   string
}{{results.Broken, "broken"}, {results.Contradicted, "contradicted"}, {results.Undecided, "undecided"}, {results.AsExpected, "met"}}

// rank is the index of an outcome in classes.
func rank(o results.Outcome) int {
	for k, c := range classes {
		if c.outcome == o {
			return k
		}
	}
	return 0
}

// Write writes the page.  picture and runPage may be nil.
func Write(w io.Writer, r results.Report, places report.Places, picture Picture, runPage Page) error {
	v := view{Title: "mxgen", Interrupted: report.PlainLine(r.Interrupted), Total: len(r.Results)}
	if r.Suite != "" {
		v.Title = "mxgen: " + report.PlainLine(r.Suite)
	}
	counts := results.CountOutcomes(r.Results)
	for _, c := range classes {
		v.Counts = append(v.Counts, count{c.outcome, c.class, counts[c.outcome]})
	}
	tools := map[string]bool{}
	for _, one := range results.EachCase(r.Results) {
		v.Cases = append(v.Cases, newCase(one, places, picture, runPage))
		for name, version := range one[0].Tools {
			tools[report.PlainLine(name+": "+version)] = true
		}
	}
	v.Tools = slices.Sorted(maps.Keys(tools))
	return page.Execute(w, v)
}

func newCase(rs []results.Result, places report.Places, picture Picture, runPage Page) caseView {
	c := caseView{Subject: report.PlainLine(rs[0].Subject()), Class: "met", States: strconv.FormatInt(rs[0].States, 10)}
	if e := rs[0].Entry; e != nil {
		c.Place = report.PlainLine(fmt.Sprintf("%s:%d", places.File(e.File), e.Line))
		for _, tag := range e.Tags {
			c.Tags = append(c.Tags, report.PlainLine(tag))
		}
	}
	var seconds float64
	for _, own := range report.OwnSeconds(rs) {
		seconds += own
	}
	var memory int64
	worst := len(classes) - 1
	for _, r := range rs {
		memory = max(memory, r.Memory)
		worst = min(worst, rank(r.Outcome()))
		p := newProperty(r)
		c.All = append(c.All, p)
		if r.Outcome() == results.AsExpected && r.Counterexample == nil && len(r.Warnings) == 0 {
			continue
		}
		p.Text = report.Cut(report.Details(r), mostText)
		if picture != nil && r.Counterexample != nil {
			p.Picture = picture(r)
		}
		if runPage != nil && r.Counterexample != nil {
			p.Page = runPage(r)
		}
		c.Open = append(c.Open, p)
	}
	c.Class = classes[worst].class
	c.Seconds = strconv.FormatFloat(seconds, 'f', 2, 64)
	c.Memory = strconv.FormatFloat(float64(memory)/(1<<20), 'f', 0, 64)
	return c
}

func newProperty(r results.Result) property {
	p := property{
		Name: report.PlainLine(r.Property), Verdict: string(r.Verdict), Reason: report.PlainLine(r.Reason), Class: classes[rank(r.Outcome())].class,
		Gloss: report.Gloss(r), States: strconv.FormatInt(r.States, 10), Fairness: r.Fairness, Hash: r.SHA256, Cached: r.Cached,
		Scope: "any number of requests",
	}
	if r.Expected != r.Verdict {
		p.Expected = string(r.Expected)
	}
	switch {
	case r.Model != "":
		p.Scope = ""
	case !r.Unbounded:
		p.Scope = strings.Replace(strconv.Itoa(r.Rounds)+" requests of each node", "1 requests", "1 request", 1)
	}
	return p
}
