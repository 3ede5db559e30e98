package report

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/mxgen/mxgen/results"
)

// Suite writes the results of a suite, a line for each configuration.
func Suite(w io.Writer, rs []results.Result) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "CONFIGURATION\tSTATES\tPASS\tOTHERWISE\tAS EXPECTED")
	met, configurations := 0, 0
	for one := range configurationsOf(rs) {
		configurations++
		states, passes, others, ok := int64(0), 0, []string{}, true
		for _, r := range one {
			states = max(states, r.States)
			if r.Verdict == results.Pass {
				passes++
			} else {
				others = append(others, r.Property+" "+string(r.Verdict))
			}
			if r.AsExpected != nil && *r.AsExpected {
				met++
			} else {
				ok = false
			}
		}
		answer := "yes"
		if !ok {
			answer = "NO"
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%s\n", one[0].Configuration, states, passes, strings.Join(others, ", "), answer)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%d configurations, %d of %d verdicts as expected\n", configurations, met, len(rs))
	if n := countCached(rs); n > 0 {
		fmt.Fprintf(w, "%d of %d verdicts from the cache\n", n, len(rs))
	}
	if killed, bugs := BugsKilled(rs); bugs > 0 {
		fmt.Fprintf(w, "%d of %d seeded bugs killed\n", killed, bugs)
	}
	for _, r := range rs {
		if r.AsExpected == nil || !*r.AsExpected {
			instead := ""
			if r.Verdict != r.Expected {
				instead = " instead of " + string(r.Expected)
			}
			fmt.Fprintf(w, "not as expected: %s: %s: %s%s: %s\n", r.Configuration, r.Property, r.Verdict, instead, r.Reason)
		}
	}
	return writeWarnings(w, rs)
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
	for one := range configurationsOf(rs) {
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

// configurationsOf splits a suite's results into those of each configuration.
func configurationsOf(rs []results.Result) iter.Seq[[]results.Result] {
	return func(yield func([]results.Result) bool) {
		for len(rs) > 0 {
			name, n := rs[0].Configuration.String(), 1
			for n < len(rs) && rs[n].Configuration.String() == name {
				n++
			}
			if !yield(rs[:n]) {
				return
			}
			rs = rs[n:]
		}
	}
}
