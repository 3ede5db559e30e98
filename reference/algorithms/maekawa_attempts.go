package algorithms

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// maekawaSentForLatest tells requests of a node apart by their numbers.  While the RELEASE of a
// request is under way, its arbiter can send INQUIRE for it although the node waits with its
// next request already.  A request before that one is known to no arbiter: the node has been
// served since, with the vote of each of its members.
func maekawaSentForLatest(w *reference.World, i, from int, _ event.Send) bool {
	return from == i || maekawaIsLatest(w, i, from)
}

// maekawaIsLatest reports whether the request of node i that arbiter m knows is its latest.
func maekawaIsLatest(w *reference.World, i, m int) bool {
	latest := maekawaAt(w, i).ts
	return latest == 0 || maekawaAt(w, m).asked[i] == latest
}

// maekawaOutstanding reports whether an arbiter knows the request.
func maekawaOutstanding(w *reference.World, i int, latest bool) bool {
	for m := 1; m <= w.N(); m++ {
		if maekawaAt(w, m).asked[i] != 0 && maekawaIsLatest(w, i, m) == latest {
			return true
		}
	}
	return false
}
