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

// suzukiKasamiInQueue: nobody is in the queue on the token twice, and whoever
// is in it waits for a request that is the next to be served.  Its own number
// says so; the node that has the token may not have heard of it yet.
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
