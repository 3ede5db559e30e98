package suzukikasami

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// properties are the invariants of docs/algorithms.md, A8.
func properties(config.Config) []reference.Property {
	return []reference.Property{
		common.ExactlyOne(common.Token, common.HasNumberedToken),
		{Name: "queue", State: inQueue},
	}
}

// inQueue: no node is twice in the queue on the token, and a node in
// the queue waits with a request that is the next of its requests to be served.
// The invariant uses the number at the node itself, because the node with the
// token may have an older one.
func inQueue(w *reference.World) error {
	t := common.FindToken(w)
	served := t.Served(w)
	var queued reference.Set
	for _, j := range queue(w, t) {
		n := nodeAt(w, j)
		switch {
		case queued.Has(j):
			return fmt.Errorf("node %d is in the queue twice", j)
		case n.Phase != reference.Wait:
			return fmt.Errorf("node %d is in the queue and is %s", j, n.Phase)
		case int(n.rn.At(j)) != served[j-1]+1:
			return fmt.Errorf("node %d is in the queue with request %d, and %d was served", j, n.rn.At(j), served[j-1])
		}
		queued = queued.With(j)
	}
	return nil
}
