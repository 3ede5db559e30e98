package report

import (
	"regexp"

	"github.com/mxgen/mxgen/results"
)

// shownEnds is how many steps are shown at each end of a long run.
const shownEnds = 20

// phaseChange matches the events that change a node's phase.
var phaseChange = regexp.MustCompile(`^(?:request|enter|exit) \d`)

// elided returns a function that says how many steps of a run are left out from a step on: 0 if the
// step is shown.  The ends are shown, and each change of a phase, with which a gap ends, as it
// does where the cycle begins.  A gap of one step saves no line.
func elided(c results.Counterexample, full bool) func(k int) int {
	shown := func(k int) bool {
		return k < shownEnds || k >= len(c.Steps)-shownEnds || phaseChange.MatchString(c.Steps[k].Event)
	}
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
