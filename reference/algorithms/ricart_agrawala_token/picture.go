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
		return common.Marked(strconv.Itoa(n.requested[j-1]), reference.Notable, n.requested[j-1] > granted[j-1])
	})
	var next reference.Set
	if place.At != 0 {
		next = nodeAt(w, place.At).pending()
	}
	return reference.Picture{
		{Title: "requests received (requested), a node's own in brackets (num)", Table: t},
		{Title: "token, " + common.TokenIs(place.At, place.From, place.To), Table: common.TokenRow(w, "granted", granted)},
		{Title: "may get the token next", Queue: setQueue(w, next)},
	}
}

// setQueue are nodes in no order.
func setQueue(w *reference.World, s reference.Set) *reference.Queue {
	q := &reference.Queue{Empty: "nobody"}
	for i := range s.All() {
		q.Places = append(q.Places, reference.Place{Node: i, Mark: w.MarkOf(i)})
	}
	return q
}
