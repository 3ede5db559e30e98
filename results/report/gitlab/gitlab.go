// Package gitlab writes results as a GitLab code quality report: a finding for each verdict that is not
// as expected, at its place in the user's file, the template or the suite.
package gitlab

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
)

// mostText bounds a description, in bytes: GitLab shows it in a line.
const mostText = 2000

type finding struct {
	Description string   `json:"description"`
	Check       string   `json:"check_name"`
	Fingerprint string   `json:"fingerprint"`
	Severity    string   `json:"severity"` // info, minor, major, critical or blocker
	Location    location `json:"location"`
}

type location struct {
	Path  string `json:"path"`
	Lines lines  `json:"lines"`
}

type lines struct {
	Begin int `json:"begin"`
}

// severities are those of the outcomes that are findings.
var severities = map[results.Outcome]string{
	results.Broken:       "blocker",
	results.Contradicted: "critical",
	results.Undecided:    "info",
}

// Write writes the report.  A result without a place is a finding in line 1 of "mxgen", because GitLab
// refuses a finding without one.
func Write(w io.Writer, r results.Report, places report.Places) error {
	all := []finding{}
	identities := report.Identities{}
	for _, one := range r.Results {
		identity := identities.Next(one)
		severity := severities[one.Outcome()]
		if severity == "" {
			continue
		}
		at := results.Place{File: "mxgen", Line: 1}
		if found := places.Of(one); len(found) > 0 {
			at = found[0]
		}
		all = append(all, finding{
			Description: report.Cut(report.PlainLine(one.Subject())+": "+report.Headline(one), mostText),
			Check:       "mxgen/" + report.PlainLine(one.Property),
			Fingerprint: fmt.Sprintf("%x", sha256.Sum256([]byte(identity))),
			Severity:    severity,
			Location:    location{report.PlainLine(at.File), lines{at.Line}},
		})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(all)
}
