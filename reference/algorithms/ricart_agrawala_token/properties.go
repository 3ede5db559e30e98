package ricartagrawalatoken

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// properties are the invariants of docs/algorithms.md, A7.
func properties(config.Config) []reference.Property {
	return []reference.Property{
		common.ExactlyOne(common.Token, common.HasNumberedToken),
		{Name: "numbers", State: numbers},
	}
}

// numbers: no node knows a request that was not made; all
// requests of a node except possibly the last one are granted; and the last
// request of a node that waits without the token is not granted.
func numbers(w *reference.World) error {
	t := common.FindToken(w)
	granted := t.Served(w)
	for j := range w.N() {
		n := nodeAt(w, j+1)
		for i := range w.N() {
			if heard := int(nodeAt(w, i+1).requested.At(j + 1)); heard > n.num {
				return fmt.Errorf("node %d has heard of request %d of node %d, which has made %d", i+1, heard, n.ID, n.num)
			}
		}
		open := n.num - granted[j]
		switch {
		case open != 0 && open != 1:
			return fmt.Errorf("node %d has made %d requests and %d were granted", n.ID, n.num, granted[j])
		case n.Phase == reference.Wait && n.ID != t.At && open != 1:
			return fmt.Errorf("node %d waits without the token, and its request %d was granted", n.ID, n.num)
		}
	}
	return nil
}
