package algorithms

import "github.com/mxgen/mxgen/reference"

// refineSuzukiKasami is the refinement mapping.
func refineSuzukiKasami(w *reference.World, cells *reference.Cells) {
	cells.Rows("rn", func(i int) []int { return suzukiKasamiAt(w, i).rn })
	t := findToken(w)
	for j, number := range t.served(w) {
		cells.Number("ln", j+1, number)
	}
	cells.Queue("queue", suzukiKasamiQueue(w, t), w.N())
	refineNumberedTokenNet(w, cells, t)
}

// suzukiKasamiQueue returns the queue on the token.
func suzukiKasamiQueue(w *reference.World, t tokenPlace) []int {
	if t.at > 0 {
		return suzukiKasamiAt(w, t.at).queue
	}
	return t.load[min(w.N(), len(t.load)):]
}
