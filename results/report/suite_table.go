package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/results"
)

// Suite writes the results of a suite, a line for each configuration or file.  What the
// configurations of an algorithm have in common is above them.
func Suite(w io.Writer, rs []results.Result) error {
	cases := results.EachCase(rs)
	subjects := make([]string, len(cases))
	for k, one := range cases {
		subjects[k] = one[0].Subject()
	}
	t := Columns{Titles: []string{"CONFIGURATION", "STATES", "PASS", "OTHERWISE", "EXPECTED"}, Right: []bool{false, true, true, false, false}}
	t.AddConfigurations(subjects, func(k int) []string { return suiteCells(cases[k]) })
	if err := t.Write(w); err != nil {
		return err
	}
	fmt.Fprint(w, "\nSTATES are those of the safety model; claims and history variables multiply them.\n")
	summarize(w, rs)
	for _, one := range results.EachCase(rs) {
		if err := unmet(w, one); err != nil {
			return err
		}
	}
	return writeWarnings(w, rs)
}

// suiteCells are the numbers and verdicts of one configuration or file.
func suiteCells(one []results.Result) []string {
	passes, others, answer := 0, []string{}, "yes"
	for _, r := range one {
		if r.Verdict == results.Pass {
			passes++
		} else {
			others = append(others, r.Property+glue+string(r.Verdict))
		}
	}
	switch count := results.CountOutcomes(one); {
	case count.Wrong():
		answer = "NO"
	case count[results.Undecided] > 0:
		answer = "undecided"
	}
	return []string{safetyStates(one), strconv.Itoa(passes), strings.Join(others, ", "), answer}
}

// Safety returns the result of a case whose numbers are those of the safety model: of the first
// safety property, one that passes before the others.  nil: there is none.
func Safety(one []results.Result) *results.Result {
	var found *results.Result
	for k := range one {
		r := &one[k]
		if !isSafety(*r) || r.States == 0 {
			continue
		}
		if found == nil || found.Verdict != results.Pass && r.Verdict == results.Pass {
			found = r
		}
	}
	return found
}

func isSafety(r results.Result) bool {
	if r.Model != "" {
		return r.Property == "assertions" || r.Property == "end-states"
	}
	a, err := algorithms.Lookup(r.Algorithm)
	return err == nil && a.KindOf(r.Property).Safety()
}

// safetyStates is the number of states of the safety model, "-" if it is not known.
func safetyStates(one []results.Result) string {
	if r := Safety(one); r != nil {
		return strconv.FormatInt(r.States, 10)
	}
	return "-"
}

// summarize writes how many verdicts are as expected.
func summarize(w io.Writer, rs []results.Result) {
	count := results.CountOutcomes(rs)
	fmt.Fprintf(w, "\n%d configurations, %d of %d verdicts as expected", len(results.EachCase(rs)), count[results.AsExpected], len(rs))
	if n := count[results.Undecided]; n > 0 {
		fmt.Fprintf(w, ", %d undecided", n)
	}
	fmt.Fprintln(w)
	if n := countCached(rs); n > 0 {
		fmt.Fprintf(w, "%d of %d verdicts from the cache\n", n, len(rs))
	}
	if killed, bugs := BugsKilled(rs); bugs > 0 {
		fmt.Fprintf(w, "%d of %d seeded bugs killed\n", killed, bugs)
	}
}

// unmet writes the verdicts of a case that are not as expected, those with one reason in one line.
func unmet(w io.Writer, one []results.Result) error {
	type complaint struct{ label, text string }
	var order []complaint
	about := map[complaint][]string{}
	for _, r := range one {
		c := complaint{"not as expected", fmt.Sprintf("%s: %s", r.Verdict, r.Reason)}
		if r.Verdict != r.Expected {
			c.text = fmt.Sprintf("%s instead of %s: %s", r.Verdict, r.Expected, r.Reason)
		}
		switch r.Outcome() {
		case results.AsExpected:
			continue
		case results.Undecided:
			if c.label = "undecided"; r.NotReached {
				c = complaint{"not reached", r.Reason}
			}
		}
		if about[c] == nil {
			order = append(order, c)
		}
		about[c] = append(about[c], r.Property)
	}
	for _, c := range order {
		if _, err := fmt.Fprintf(w, "%s: %s: %s: %s%s\n", c.label, one[0].Subject(), strings.Join(about[c], ", "), c.text, place(one[0])); err != nil {
			return err
		}
	}
	return nil
}

// place is where the entry of a result stands, in brackets.
func place(r results.Result) string {
	if r.Entry == nil {
		return ""
	}
	return fmt.Sprintf(" (%s:%d)", r.Entry.File, r.Entry.Line)
}

// countCached counts the results that come from the cache.
func countCached(rs []results.Result) int {
	n := 0
	for _, r := range rs {
		if r.Cached {
			n++
		}
	}
	return n
}

// BugsKilled counts the configurations with a seeded bug, and those of them in which
// some property is violated.
func BugsKilled(rs []results.Result) (killed, bugs int) {
	for _, one := range results.EachCase(rs) {
		if one[0].Configuration.Bug == "" {
			continue
		}
		bugs++
		if slices.ContainsFunc(one, func(r results.Result) bool { return r.Verdict == results.Fail }) {
			killed++
		}
	}
	return killed, bugs
}
