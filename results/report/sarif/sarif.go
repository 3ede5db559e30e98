// Package sarif writes results as SARIF 2.1.0, for GitHub's code scanning and for editors: a result for each
// verdict that is not as expected, at its place in the user's file, the template or the suite, with
// the run that violates the property as its code flow.
//
// The fingerprints depend on the suite, what is verified, and the property alone: a finding stays the same one when lines
// move, states change or another run violates the property.
package sarif

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
)

// GitHub's limits: it refuses a file with more results than 25,000, shows 5,000 of them, and of a
// result at most 1,000 steps.  A file may have 10 MB, compressed by gzip: mostInAll steps have a tenth of that.
const (
	mostResults = 5000
	mostSteps   = 1000
	mostInAll   = 50_000
	mostText    = 4000 // bytes of a message
	mostEvent   = 400  // bytes of that of a step
)

const schemaURI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// levels are those of the outcomes that are results.
var levels = map[results.Outcome]string{
	results.Broken:       "error",
	results.Contradicted: "error",
	results.Undecided:    "note",
}

// writer is a report that is being made.
type writer struct {
	places report.Places
	rules  []rule
	index  map[string]int // of a rule
	steps  int            // in all code flows so far
}

// found is a result with its name, before the results are sorted.
type found struct {
	results.Result
	identity string
}

// Write writes the report.
func Write(w io.Writer, r results.Report, places report.Places) error {
	x := writer{places: places, rules: []rule{}, index: map[string]int{}}
	one := run{
		Tool:       tool{driver{Name: "mxgen", Version: version(r), InformationURI: "https://github.com/mxgen/mxgen"}},
		ColumnKind: "unicodeCodePoints",
		Results:    []result{},
	}
	if r.Suite != "" {
		one.Automation = &automation{"mxgen/" + report.PlainLine(r.Suite) + "/"}
	}
	all := findings(r)
	done := invocation{Successful: r.Interrupted == ""}
	if r.Interrupted != "" {
		done.note("warning", "interrupted ("+report.PlainLine(r.Interrupted)+"): not everything was decided")
	}
	if more := len(all) - mostResults; more > 0 {
		all = all[:mostResults]
		done.note("warning", fmt.Sprintf("%d more verdicts are not as expected: SARIF readers take %d", more, mostResults))
	}
	for _, f := range all {
		done.Successful = done.Successful && f.Verdict != results.Error
		one.Results = append(one.Results, x.result(f))
	}
	one.Tool.Driver.Rules = x.rules
	one.Invocations = []invocation{done}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(log{schemaURI, "2.1.0", []run{one}})
}

// text is a message.  SARIF reads [TEXT](TARGET) as a link.
func text(s string, most int) message {
	return message{report.Cut(strings.ReplaceAll(s, "](", "] ("), most)}
}

func (i *invocation) note(level, text string) {
	i.Notifications = append(i.Notifications, notification{level, message{text}})
}

// findings are the results that are not as expected, errors first.
func findings(r results.Report) []found {
	identities := report.Identities{}
	var all []found
	for _, one := range r.Results {
		identity := identities.Next(one)
		if levels[one.Outcome()] != "" {
			all = append(all, found{one, identity})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int {
		return cmp.Compare(levels[a.Outcome()], levels[b.Outcome()]) // "error" < "note"
	})
	return all
}

func version(r results.Report) string {
	if len(r.Results) == 0 {
		return ""
	}
	return report.PlainLine(r.Results[0].Tools["mxgen"])
}

func (x *writer) result(f found) result {
	hash := fmt.Sprintf("%x", sha256.Sum256([]byte(f.identity)))
	subject := report.PlainLine(f.Subject())
	out := result{
		RuleID:    report.PlainLine(f.Property),
		RuleIndex: x.rule(f.Result),
		Level:     levels[f.Outcome()],
		Message:   text(subject+": "+report.Headline(f.Result), mostText),
		// GitHub reads primaryLocationLineHash, and computes it from the text of the line where it is missing.
		PartialFingerprints: map[string]string{"primaryLocationLineHash": hash[:16] + ":1", "mxgen/v1": hash},
	}
	for k, at := range x.places.Of(f.Result) {
		here := locate(at)
		if k == 0 {
			out.Locations = []location{here}
			continue
		}
		here.ID = k
		here.Message = &message{"entry of the suite"}
		out.RelatedLocations = append(out.RelatedLocations, here)
	}
	for _, r := range f.EachRun() {
		if flow, ok := x.flow(r, out.Locations); ok {
			out.CodeFlows = append(out.CodeFlows, flow)
		}
	}
	return out
}

// rule is the index of a property's rule, which is made if it is not there.
func (x *writer) rule(r results.Result) int {
	id := report.PlainLine(r.Property)
	at, known := x.index[id]
	if !known {
		gloss := report.Gloss(r)
		if gloss == "" {
			gloss = id
		}
		at = len(x.rules)
		x.index[id] = at
		x.rules = append(x.rules, rule{id, text(gloss, mostText)})
	}
	return at
}

func locate(p results.Place) location {
	return location{Physical: &physical{artifact{uri(p.File)}, region{p.Line, p.Column}}}
}

// uri is the name of a file as a URI: relative to the root of the repository where it can be.
func uri(file string) string {
	u := url.URL{Path: report.PlainLine(file)}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
	}
	return u.String()
}

// flow is the run of a result, false if it has none or the file has steps enough.  A step without a place of its own is
// at the place of the result.
func (x *writer) flow(r results.Result, at []location) (codeFlow, bool) {
	c := r.Counterexample
	if c == nil || len(c.Steps) == 0 || x.steps+min(len(c.Steps), mostSteps) > mostInAll {
		return codeFlow{}, false
	}
	var all []step
	for k, s := range c.Steps {
		if len(c.Steps) > mostSteps && k >= mostSteps/2 && k < len(c.Steps)-mostSteps/2 {
			continue
		}
		all = append(all, x.step(r, k, s, at))
	}
	x.steps += len(all)
	flow := codeFlow{ThreadFlows: []threadFlow{{all}}}
	if len(all) < len(c.Steps) {
		flow.Message = &message{fmt.Sprintf("%d of %d steps: the first and the last", len(all), len(c.Steps))}
	}
	return flow, true
}

func (x *writer) step(r results.Result, k int, s results.Step, at []location) step {
	here := location{}
	if place, ok := x.places.Step(r, s); ok {
		here = locate(place)
	} else if len(at) > 0 {
		here = location{Physical: at[0].Physical}
	}
	event := s.Event
	if k == r.Counterexample.Cycle {
		event = "from here on, for ever: " + event
	}
	var changes []string
	for _, ch := range s.Changes {
		changes = append(changes, ch.Variable+" "+ch.Value)
	}
	if len(changes) > 0 {
		event += "  (" + strings.Join(changes, ", ") + ")"
	}
	said := text(report.PlainLine(event), mostEvent)
	here.Message = &said
	one := step{Location: here, ExecutionOrder: k + 1}
	if k == len(r.Counterexample.Steps)-1 || len(s.Wraps) > 0 {
		one.Importance = "essential"
	}
	return one
}
