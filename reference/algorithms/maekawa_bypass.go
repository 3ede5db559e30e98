package reference

import "slices"

// maekawaPassed is the members that by asks to whom the request of node i has
// come, and is not over.
func maekawaPassed(w *World, i, by int) (passed Set) {
	v, _ := maekawaVariantOf(w.sys.Config) // Check has read it before
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
