package raymondk

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// properties are the invariants of docs/algorithms.md, A6.
func properties(config.Config) []reference.Property {
	return []reference.Property{{Name: "conservation", State: conservation}}
}

// conservation: the number of REPLYs that node i expects from j is the
// sum of the REQUESTs under way from i to j, the requests that j has deferred,
// and the requests that REPLYs under way from j to i answer.
func conservation(w *reference.World) error {
	var owed [reference.MaxNodes + 1][reference.MaxNodes + 1]int // owed[i][j]: by j to i
	for _, f := range w.InFlight() {
		if f.Msg.Kind == common.Request {
			owed[f.From][f.To]++
		} else {
			owed[f.To][f.From] += f.Msg.Fields[0]
		}
	}
	for j := range w.N() {
		for i, count := range nodeAt(w, j+1).deferCount {
			owed[i][j+1] += count
		}
	}
	for i := range w.N() {
		for j, count := range nodeAt(w, i+1).replyCount {
			if j != i+1 && count != owed[i+1][j] { // a node asks the others
				return fmt.Errorf("node %d counts %d replies owed by node %d, where there are %d", i+1, count, j, owed[i+1][j])
			}
		}
	}
	return nil
}
