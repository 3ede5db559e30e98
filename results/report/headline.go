package report

import (
	"strings"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/results"
)

// Headline says in one line what a result comes to: "mutex: fail instead of pass: REASON".
func Headline(r results.Result) string {
	instead := ""
	if r.Expected != "" && r.Verdict != r.Expected {
		instead = " instead of " + string(r.Expected)
	}
	return PlainLine(r.Property + ": " + string(r.Verdict) + instead + ": " + r.Reason)
}

// Details are the lines below a headline: warnings, the command to try, and each run that
// violates the property, as text.
func Details(r results.Result) string {
	var out strings.Builder
	for _, w := range r.Warnings {
		out.WriteString("warning: " + PlainLine(w) + "\n")
	}
	if r.Next != "" {
		out.WriteString("try: " + PlainLine(r.Next) + "\n")
	}
	if r.Counterexample == nil {
		return out.String()
	}
	for _, run := range r.EachRun() {
		if out.Len() > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(Plain(EventText(run, false)))
	}
	return out.String()
}

// Gloss says in a short clause what a property says, "" where nobody but the user knows.
func Gloss(r results.Result) string {
	a, err := algorithms.Lookup(r.Algorithm)
	if err != nil {
		return PlainLine(r.Formula)
	}
	for _, p := range a.Properties {
		if p.Name == r.Property {
			return p.Gloss
		}
	}
	return PlainLine(r.Formula)
}

// OwnSeconds returns for each result of one case the seconds of pan that no result before it
// has: the safety properties that one run decided share the run.
func OwnSeconds(rs []results.Result) []float64 {
	own := make([]float64, len(rs))
	seen := map[string]bool{}
	for k, r := range rs {
		run := r.SHA256 + strings.Join(r.Commands, "\n")
		if len(r.Commands) == 0 || !seen[run] {
			own[k] = r.Seconds
		}
		seen[run] = true
	}
	return own
}
