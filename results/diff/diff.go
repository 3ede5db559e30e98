// Package diff compares the verdicts of two runs of verify: an old one, such as a baseline that is
// kept with the models, and a new one.
package diff

import (
	"fmt"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
)

// Schema is the version of the JSON form of Diff.
const Schema = "mxgen.results-diff/v1"

// Diff is what differs.
type Diff struct {
	Schema      string   `json:"schema"`
	Compared    int      `json:"compared"`    // verdicts that both runs have
	Regressions int      `json:"regressions"` // among Changes
	Changes     []Change `json:"changes"`     // in the order of the new run, what is missing last
}

// Kind is what a change is about.
type Kind string

// The kinds.
const (
	Verdict     Kind = "verdict"
	Expectation Kind = "expectation" // the verdict is the same, and the suite expects another one, or other states
	States      Kind = "states"      // of complete searches: the model is another one
	Time        Kind = "time"
	New         Kind = "new"
	Missing     Kind = "missing"
)

// Change is one difference.
type Change struct {
	Kind       Kind           `json:"kind"`
	Regression bool           `json:"regression"`
	Suite      string         `json:"suite,omitempty"`
	Subject    string         `json:"subject"` // the configuration, or the user's file with its -D
	Property   string         `json:"property"`
	Old        string         `json:"old,omitempty"`
	New        string         `json:"new,omitempty"`
	Reason     string         `json:"reason,omitempty"` // of the new verdict
	Entry      *results.Entry `json:"entry,omitempty"`
}

// Options say what counts as a difference of times.
type Options struct {
	// Factor is how many times as long a run has to take, at least 1; 0: times are not compared.
	Factor float64
	// Least is the least time, in seconds, of the longer of the two runs: shorter ones vary by chance.
	Least float64
}

// worse ranks verdicts and outcomes: a change to a later one is a regression.
var (
	verdictRank = map[results.Verdict]int{results.Pass: 0, results.Inconclusive: 1, results.Fail: 2, results.Error: 3}
	outcomeRank = map[results.Outcome]int{results.AsExpected: 0, results.Undecided: 1, results.Contradicted: 2, results.Broken: 3}
)

// Compare compares the results of two runs by suite, subject and property.
func Compare(before, after []results.Result, o Options) Diff {
	d := Diff{Schema: Schema, Changes: []Change{}}
	old := map[string]timed{}
	var order []string
	for _, one := range named(before) {
		old[one.name] = one
		order = append(order, one.name)
	}
	for _, one := range named(after) {
		was, found := old[one.name]
		if !found {
			d.add(New, one.Outcome() != results.AsExpected, one.Result, "", string(one.Verdict))
			continue
		}
		delete(old, one.name)
		d.Compared++
		d.compare(was, one, o)
	}
	for _, name := range order {
		if one, missing := old[name]; missing {
			d.add(Missing, true, one.Result, string(one.Verdict), "")
		}
	}
	return d
}

// timed is a result with its name, and the seconds that are its own.
type timed struct {
	*results.Result
	name    string
	seconds float64
}

func named(rs []results.Result) []timed {
	all := make([]timed, 0, len(rs))
	identities := report.Identities{}
	for _, one := range results.EachCase(rs) {
		own := report.OwnSeconds(one)
		for k := range one {
			all = append(all, timed{&one[k], identities.Next(one[k]), own[k]})
		}
	}
	return all
}

func (d *Diff) compare(old, now timed, o Options) {
	switch {
	case old.Verdict != now.Verdict:
		worse := verdictRank[now.Verdict] > verdictRank[old.Verdict] || outcomeRank[now.Outcome()] > outcomeRank[old.Outcome()]
		d.add(Verdict, worse, now.Result, string(old.Verdict), string(now.Verdict))
		return // other searches have other states and times
	case old.Verdict == results.Pass && old.States != now.States:
		d.add(States, true, now.Result, fmt.Sprint(old.States), fmt.Sprint(now.States))
	case old.Outcome() != now.Outcome():
		d.add(Expectation, outcomeRank[now.Outcome()] > outcomeRank[old.Outcome()], now.Result, string(old.Outcome()), string(now.Outcome()))
	}
	if o.Factor == 0 || old.seconds == 0 || now.seconds == 0 || old.Cached || now.Cached || max(old.seconds, now.seconds) < o.Least {
		return
	}
	if slower := now.seconds > o.Factor*old.seconds; slower || old.seconds > o.Factor*now.seconds {
		d.add(Time, slower, now.Result, fmt.Sprintf("%.2f s", old.seconds), fmt.Sprintf("%.2f s", now.seconds))
	}
}

func (d *Diff) add(kind Kind, regression bool, r *results.Result, old, now string) {
	c := Change{Kind: kind, Regression: regression, Subject: r.Subject(), Property: r.Property, Old: old, New: now, Entry: r.Entry}
	if r.Entry != nil {
		c.Suite = r.Entry.Suite
	}
	if kind != Missing && r.Outcome() != results.AsExpected {
		c.Reason = r.Reason
	}
	if regression {
		d.Regressions++
	}
	d.Changes = append(d.Changes, c)
}
