package algorithms

import "github.com/mxgen/mxgen/reference"

// refineRicartAgrawalaToken is the refinement mapping.
func refineRicartAgrawalaToken(w *reference.World, cells *reference.Cells) {
	cells.Numbers("num", func(i int) int { return ricartAgrawalaTokenAt(w, i).num })
	cells.Rows("requested", func(i int) []int { return ricartAgrawalaTokenAt(w, i).requested })
	t := findToken(w)
	for j, number := range t.served(w) {
		cells.Number("granted", j+1, number)
	}
	refineNumberedTokenNet(w, cells, t)
}
