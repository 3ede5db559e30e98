package maekawa

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// sentForLatest tells requests of a node apart by their numbers.  While the RELEASE of a
// request is under way, its arbiter can send INQUIRE for it although the node waits with its
// next request already.  A request before that one is known to no arbiter: the node has been
// served since, with the vote of each of its members.
func sentForLatest(w *reference.World, i, from int, _ event.Send) bool {
	return from == i || isLatest(w, i, from)
}

// isLatest reports whether the request of node i that arbiter m knows is its latest.
func isLatest(w *reference.World, i, m int) bool {
	latest := nodeAt(w, i).ts
	return latest == 0 || nodeAt(w, m).asked[i] == latest
}

// outstanding reports whether an arbiter knows the request.
func outstanding(w *reference.World, i int, latest bool) bool {
	for m := 1; m <= w.N(); m++ {
		if nodeAt(w, m).asked[i] != 0 && isLatest(w, i, m) == latest {
			return true
		}
	}
	return false
}

// sentForQuorumRequester is for Maekawa's family.  A message of an arbiter is
// sent for its receiver, a REQUEST that circulates for its originator, any other
// message for its sender.
func sentForQuorumRequester(w *reference.World, from int, s event.Send) reference.Set {
	switch s.Msg.Kind {
	case common.Locked, common.Failed, common.Inquire:
		return common.One(s.To)
	case common.Request:
		if w.System().Config.Variant.Has("circulating") {
			return common.One(s.Msg.Fields[0])
		}
	}
	return common.One(from)
}
