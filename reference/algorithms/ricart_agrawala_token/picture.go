package ricartagrawalatoken

import (
	"strconv"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// draw draws the arrays requested, and granted on the token (Ben-Ari, Algorithm 10.3).  A
// request that is not granted is marked.
func draw(w *reference.World) reference.Picture {
	place := common.FindToken(w)
	granted := place.Served(w)
	t := common.ByNode(w, "requested")
	t.Rows = common.Rows(w, func(i, j int) reference.Cell {
		n := nodeAt(w, i)
		if i == j { // its own request is in num
			return common.Marked("("+strconv.Itoa(n.num)+")", reference.Notable, n.num > granted[i-1])
		}
		return common.Marked(strconv.Itoa(int(n.requested.At(j))), reference.Notable, int(n.requested.At(j)) > granted[j-1])
	})
	return reference.Picture{
		{Title: "requests received (requested), a node's own in brackets (num)", Table: t},
		{Title: "token, " + common.TokenIs(place.At, place.From, place.To), Table: common.TokenRow(w, "granted", granted)},
		{Title: "may get the token next", Queue: next(w, place.At)},
	}
}

// next are the nodes of which one gets the token from the node where it is, if no other request arrives there: the
// one that the policy chooses, or any that waits.
func next(w *reference.World, at int) *reference.Queue {
	q := &reference.Queue{Empty: "nobody", Set: true}
	if at == 0 {
		q.Empty = "decided by the node that gets it"
		return q
	}
	n := nodeAt(w, at)
	waiting := n.pending()
	if chosen := n.choose(); n.policy != common.ArbitraryPolicy && chosen != 0 {
		waiting = reference.Set(0).With(chosen)
	}
	for i := range waiting.All() {
		q.Places = append(q.Places, reference.Place{Node: i, Mark: w.MarkOf(i)})
	}
	return q
}
