package report

import (
	"regexp"
	"strings"

	"github.com/mxgen/mxgen/results"
)

// shownEnds is how many steps are shown at each end of a long run.  Between them are at most
// mostNotes steps of a user's model with notes, mostPrinted that print something, and
// mostChanges that change what the property names.
const (
	shownEnds   = 20
	mostNotes   = 20
	mostPrinted = 40
	mostChanges = 10
)

// phaseChange matches the events that change a node's phase.
var phaseChange = regexp.MustCompile(`^(?:request|enter|exit) \d`)

// elided returns a function that says how many steps of a run are left out from a step on: 0 if the
// step is shown.  Between the ends those steps are shown that tell more than the others.  A
// gap ends where the cycle begins; a gap of one step saves no line.
func elided(r results.Result, full bool) func(k int) int {
	c := r.Counterexample
	tells := telling(r)
	shown := func(k int) bool { return k < shownEnds || k >= len(c.Steps)-shownEnds || tells[k] }
	return func(k int) int {
		n := 0
		for !full && k+n < len(c.Steps) && !shown(k+n) && (n == 0 || k+n != c.Cycle) {
			n++
		}
		if n == 1 {
			return 0
		}
		return n
	}
}

// telling are the steps that tell more than others: changes of a phase; in a user's model the steps
// with a note, and the last of those that print something or change what the property names.
func telling(r results.Result) map[int]bool {
	c := r.Counterexample
	tells := map[int]bool{}
	named := map[string]bool{}
	for _, word := range word.FindAllString(r.Formula+" "+r.Reason, -1) {
		named[word] = true
	}
	noted := map[int]bool{} // that of a choice is said once
	for _, suspect := range c.Suspects() {
		noted[suspect.Index] = true
	}
	notes, printed, changes := mostNotes, mostPrinted, mostChanges
	for k := len(c.Steps) - shownEnds - 1; k >= shownEnds; k-- {
		s := c.Steps[k]
		switch {
		case r.Model == "":
			tells[k] = phaseChange.MatchString(s.Event)
		case (noted[k] || len(s.Wraps) > 0) && notes > 0:
			tells[k] = true
			notes--
		case s.Printed != "" && printed > 0:
			tells[k] = true
			printed--
		case changes > 0 && changesOne(s, named):
			tells[k] = true
			changes--
		}
	}
	return tells
}

var word = regexp.MustCompile(`[A-Za-z_]\w*`)

// changesOne tells whether a step changes a variable with one of the names.
func changesOne(s results.Step, named map[string]bool) bool {
	for _, ch := range s.Changes {
		if end := strings.IndexAny(ch.Variable, "[. "); end >= 0 {
			ch.Variable = ch.Variable[:end]
		}
		if named[ch.Variable] {
			return true
		}
	}
	return false
}
