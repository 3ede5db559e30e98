package results

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/mxgen/mxgen/runner/pan"
)

// Table writes the results on one configuration, a line for each property.
func Table(w io.Writer, rs []Result) error {
	if len(rs) == 0 {
		return nil
	}
	scope := "for any number of requests"
	if !rs[0].Unbounded {
		scope = fmt.Sprintf("for at most %d requests of each node", rs[0].Rounds)
		if rs[0].Rounds == 1 {
			scope = "for at most one request of each node"
		}
	}
	fmt.Fprintf(w, "%s\n%s\n\n", rs[0].Configuration, scope)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "PROPERTY\tVERDICT\tSTATES\tTRANSITIONS\tSECONDS\tFAIRNESS\tREASON")
	for _, r := range rs {
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%.2f\t%s\t%s\n",
			r.Property, verdict(r), r.States, r.Transitions, r.Seconds, r.Fairness, brief(r.Reason))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if err := notes(w, "reason", rs, cutReason); err != nil {
		return err
	}
	return writeWarnings(w, rs)
}

// verdict says where a verdict comes from if this run did not find it.
func verdict(r Result) string {
	if r.Cached {
		return string(r.Verdict) + " (cached)"
	}
	return string(r.Verdict)
}

// SuiteTable writes the results of a suite, a line for each configuration.
func SuiteTable(w io.Writer, rs []Result) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "CONFIGURATION\tSTATES\tPASS\tOTHERWISE\tAS EXPECTED")
	met, configurations := 0, 0
	for one := range configurationsOf(rs) {
		configurations++
		states, passes, others, ok := int64(0), 0, []string{}, true
		for _, r := range one {
			states = max(states, r.States)
			if r.Verdict == pan.Pass {
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
	if n := cached(rs); n > 0 {
		fmt.Fprintf(w, "%d of %d verdicts from the cache\n", n, len(rs))
	}
	if killed, bugs := seeded(rs); bugs > 0 {
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

// cached counts the results of earlier runs of mxgen.
func cached(rs []Result) int {
	n := 0
	for _, r := range rs {
		if r.Cached {
			n++
		}
	}
	return n
}

// seeded counts the configurations with a seeded bug, and those of them in which
// some property caught it.
func seeded(rs []Result) (killed, bugs int) {
	for one := range configurationsOf(rs) {
		if one[0].Configuration.Bug == "" {
			continue
		}
		bugs++
		if slices.ContainsFunc(one, func(r Result) bool { return r.Verdict == pan.Fail }) {
			killed++
		}
	}
	return killed, bugs
}

// configurationsOf splits results where the configuration changes.
func configurationsOf(rs []Result) iter.Seq[[]Result] {
	return func(yield func([]Result) bool) {
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

// mostReason is how long a reason may be in a table, in bytes.
const mostReason = 70

// brief keeps a reason on the line: an assertion's text can be very long.
func brief(reason string) string {
	if len(reason) > mostReason {
		return strings.ToValidUTF8(reason[:mostReason-3], "") + "..."
	}
	return reason
}

// cutReason is the reason that brief has cut: what to do about it may be at its end.
func cutReason(r Result) []string {
	if len(r.Reason) > mostReason {
		return []string{r.Reason}
	}
	return nil
}

func writeWarnings(w io.Writer, rs []Result) error {
	for _, r := range rs {
		for _, warning := range r.Warnings {
			if _, err := fmt.Fprintf(w, "warning: %s: %s: %s\n", r.Configuration, r.Property, warning); err != nil {
				return err
			}
		}
	}
	return nil
}
