package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
)

// suzukiKasamiProperties are the invariants of docs/algorithms.md, A8.
func suzukiKasamiProperties(config.Config) []reference.Property {
	return []reference.Property{
		exactlyOne(token, hasNumberedToken),
		{Name: "queue", State: suzukiKasamiInQueue},
	}
}

// suzukiKasamiInQueue: no node is twice in the queue on the token, and a node in
// the queue waits with a request that is the next of its requests to be served.
// The invariant uses the number at the node itself, because the node with the
// token may have an older one.
func suzukiKasamiInQueue(w *reference.World) error {
	t := findToken(w)
	served := t.served(w)
	var queued reference.Set
	for _, j := range suzukiKasamiQueue(w, t) {
		n := suzukiKasamiAt(w, j)
		switch {
		case queued.Has(j):
			return fmt.Errorf("node %d is in the queue twice", j)
		case n.Phase != reference.Wait:
			return fmt.Errorf("node %d is in the queue and is %s", j, n.Phase)
		case n.rn[j-1] != served[j-1]+1:
			return fmt.Errorf("node %d is in the queue with request %d, and %d was served", j, n.rn[j-1], served[j-1])
		}
		queued = queued.With(j)
	}
	return nil
}
