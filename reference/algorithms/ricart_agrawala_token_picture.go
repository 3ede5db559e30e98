package algorithms

import (
	"strconv"

	"github.com/mxgen/mxgen/reference"
)

// drawRicartAgrawalaToken draws the arrays requested, and granted on the token (Ben-Ari, Algorithm 10.3).  A
// request that is not granted is marked.
func drawRicartAgrawalaToken(w *reference.World) reference.Picture {
	place := findToken(w)
	granted := place.served(w)
	t := byNode(w, "requested")
	t.Rows = rows(w, func(i, j int) reference.Cell {
		n := ricartAgrawalaTokenAt(w, i)
		if i == j { // its own request is in num
			return marked("("+strconv.Itoa(n.num)+")", reference.Notable, n.num > granted[i-1])
		}
		return marked(strconv.Itoa(n.requested[j-1]), reference.Notable, n.requested[j-1] > granted[j-1])
	})
	var next reference.Set
	if place.at != 0 {
		next = ricartAgrawalaTokenAt(w, place.at).pending()
	}
	return reference.Picture{
		{Title: "requests received (requested), a node's own in brackets (num)", Table: t},
		{Title: "token, " + tokenIs(place.at, place.from, place.to), Table: tokenRow(w, "granted", granted)},
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
