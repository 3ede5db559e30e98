package algorithms

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
)

func centralizedProperties(cfg config.Config) []reference.Property {
	properties := []reference.Property{{Name: "grant", State: centralizedGrant}}
	if cfg.Network == config.FIFO {
		// On an unordered link the next REQUEST of a node may overtake its RELEASE.
		properties = append(properties, reference.Property{Name: "queue", State: centralizedQueue})
	}
	return properties
}

// centralizedGrant: there is exactly one grant: at the coordinator, at a node,
// or in a GRANT or RELEASE under way.
func centralizedGrant(w *reference.World) error {
	free, granted, under := 0, 0, 0
	if centralizedAt(w, w.System().Config.Coordinator).busy == 0 {
		free++
	}
	for i := range w.N() {
		if centralizedAt(w, i+1).granted {
			granted++
		}
	}
	for _, f := range w.InFlight() {
		if f.Msg.Kind != request {
			under++
		}
	}
	if free+granted+under != 1 {
		return fmt.Errorf("the grant is in %d places: free %d, at nodes %d, under way %d", free+granted+under, free, granted, under)
	}
	return nil
}

// centralizedQueue: the node that has the grant is not in the queue.
func centralizedQueue(w *reference.World) error {
	c := centralizedAt(w, w.System().Config.Coordinator)
	if slices.Contains(c.queue, c.busy) {
		return fmt.Errorf("node %d has the grant and is in the queue %v", c.busy, c.queue)
	}
	return nil
}
