package algorithms

import (
	"slices"

	"github.com/mxgen/mxgen/reference"
)

// maekawaBypassedAt returns the members of by at which the request of node i has
// arrived and is not released.
func maekawaBypassedAt(w *reference.World, i, by int) (passed reference.Set) {
	v, _ := maekawaVariantOf(w.System().Config) // Check has read it before
	if v.numbered {
		for m := range maekawaAt(w, by).members.All() {
			if maekawaAt(w, m).asked[i] != 0 {
				passed = passed.With(m)
			}
		}
		return passed
	}
	for m := range maekawaQueuedAt(w, by).members.All() {
		if a := maekawaQueuedAt(w, m); a.lock == i || slices.Contains(a.queue, i) {
			passed = passed.With(m)
		}
	}
	return passed
}
