package maekawa

import (
	"slices"

	"github.com/mxgen/mxgen/reference"
)

// bypassedAt returns the members of by at which the request of node i has
// arrived and is not released.
func bypassedAt(w *reference.World, i, by int) (passed reference.Set) {
	v, _ := variantOf(w.System().Config) // Check has read it before
	if v.numbered {
		for m := range nodeAt(w, by).members.All() {
			if nodeAt(w, m).asked[i] != 0 {
				passed = passed.With(m)
			}
		}
		return passed
	}
	for m := range queuedAt(w, by).members.All() {
		if a := queuedAt(w, m); a.lock == i || slices.Contains(a.queue, i) {
			passed = passed.With(m)
		}
	}
	return passed
}
