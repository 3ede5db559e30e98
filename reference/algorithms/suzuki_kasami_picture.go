package algorithms

import (
	"strconv"

	"github.com/mxgen/mxgen/reference"
)

// drawSuzukiKasami draws RN of each node, and the token with LN and its queue.  A request that the
// token has not served is marked.
func drawSuzukiKasami(w *reference.World) reference.Picture {
	place := findToken(w)
	ln := place.served(w)
	var queue []int
	if place.at != 0 {
		queue = suzukiKasamiAt(w, place.at).queue
	} else if len(place.load) > w.N() {
		queue = place.load[w.N():]
	}
	t := byNode(w, "RN")
	t.Rows = rows(w, func(i, j int) reference.Cell {
		number := suzukiKasamiAt(w, i).rn[j-1]
		return marked(strconv.Itoa(number), reference.Notable, number > ln[j-1])
	})
	return reference.Picture{
		{Title: "highest known requests (rn)", Table: t},
		{Title: "token, " + tokenIs(place.at, place.from, place.to), Table: tokenRow(w, "LN", ln)},
		{Title: "queue of the token", Queue: queueOf(w, queue, nil)},
	}
}

// tokenRow is a table with the numbers on a token.
func tokenRow(w *reference.World, name string, numbers []int) *reference.Table {
	t := byNode(w, "")
	r := reference.Row{Name: name}
	for _, n := range numbers {
		r.Cells = append(r.Cells, reference.Cell{Text: strconv.Itoa(n)})
	}
	t.Rows = []reference.Row{r}
	return t
}
