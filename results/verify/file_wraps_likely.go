package verify

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/pancode"
)

// inIndex matches the index of an array in a statement.
var inIndex = regexp.MustCompile(`\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\]`)

// markLikely marks the steps in which a variable wrapped that the violated claim, the failed assertion, an index, or a statement
// that a process waits for reads; where none of them did, the steps whose variables these are computed from.  Where there
// is none either, it marks as possible those of which the run does not show that the property does not depend on them.
func markLikely(c *results.Counterexample, wraps map[int][]string, kind pan.Kind, claim pancode.Claim) {
	read := slices.Clone(claim.Reads)
	known := claim.Name != "" && len(read) > 0 && !claim.Remote
	if n := len(c.Steps); claim.Name == "" && n > 0 && c.Steps[n-1].Place != nil {
		statement := c.Steps[n-1].Place.Statement
		if kind == pan.KindArrayIndex {
			statement = strings.Join(inIndex.FindAllString(statement, -1), " ")
		}
		if read = variableName.FindAllString(statement, -1); kind == pan.KindTrace { // a trace may look at no value
			read = nil
		}
		known = kind == pan.KindAssertion || kind == pan.KindArrayIndex
	}
	for _, b := range c.Blocked {
		for _, w := range b.Waits {
			read = append(read, variableName.FindAllString(w.Statement, -1)...)
		}
	}
	mark := func(blamed func(name string) bool, as func(*results.Step)) (found bool) {
		for k, names := range wraps {
			if len(c.Steps[k].Wraps) > 0 && slices.ContainsFunc(names, blamed) {
				as(&c.Steps[k])
				found = true
			}
		}
		return found
	}
	likely := func(s *results.Step) { s.Likely = true }
	if len(wraps) == 0 || mark(func(name string) bool { return slices.Contains(read, name) }, likely) {
		return
	}
	data, _ := computedFrom(c, read, false)
	if mark(func(name string) bool { return data[name] }, likely) {
		return
	}
	all, whole := computedFrom(c, read, true)
	mark(func(name string) bool { return name == "" || !known || !whole || all[name] }, func(s *results.Step) { s.Possible = true })
}

// computedFrom are the names that the values of the given ones can depend on in a run: those that they are assigned
// from, sent from or received by, and, if decided is true, those of all conditions, which decide what happens.  whole is false where a
// step does not show what it depends on.
func computedFrom(c *results.Counterexample, read []string, decided bool) (from map[string]bool, whole bool) {
	from, whole = map[string]bool{}, c.Gap == nil
	add := func(text string) (more bool) {
		for _, name := range variableName.FindAllString(text, -1) {
			more = more || !from[name]
			from[name] = true
		}
		return more
	}
	add(strings.Join(read, " "))
	var all [][2]string // what depends on what
	for _, s := range c.Steps {
		for _, text := range strings.Split(statements(s), "; ") {
			if to := assignment.FindStringSubmatch(text); to != nil {
				all = append(all, [2]string{inIndex.ReplaceAllString(to[1], ""), text}) // an index is not assigned to
				continue
			}
			switch at := strings.IndexAny(text, "!?"); {
			case s.Place == nil || strings.HasPrefix(s.Place.Statement, "printf("):
			case text == "else" || s.Place.Statement == "d_step":
				whole = false
			case at > 0 && !strings.HasPrefix(text, "("):
				all = append(all, [2]string{text, text})
			case decided:
				add(text)
			}
		}
	}
	for more := true; more; {
		more = false
		for _, d := range all {
			if slices.ContainsFunc(variableName.FindAllString(d[0], -1), func(name string) bool { return from[name] }) {
				more = add(d[1]) || more
			}
		}
	}
	return from, whole
}
