package centralized

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

func properties(cfg config.Config) []reference.Property {
	properties := []reference.Property{{Name: "grant", State: grant}}
	if cfg.Network == config.FIFO {
		// On an unordered link the next REQUEST of a node may overtake its RELEASE.
		properties = append(properties, reference.Property{Name: "queue", State: queue})
	}
	return properties
}

// grant: there is exactly one grant: at the coordinator, at a node,
// or in a GRANT or RELEASE under way.
func grant(w *reference.World) error {
	free, granted, under := 0, 0, 0
	if nodeAt(w, w.System().Config.Coordinator).busy == 0 {
		free++
	}
	for i := range w.N() {
		if nodeAt(w, i+1).granted {
			granted++
		}
	}
	for _, f := range w.InFlight() {
		if f.Msg.Kind != common.Request {
			under++
		}
	}
	if free+granted+under != 1 {
		return fmt.Errorf("the grant is in %d places: free %d, at nodes %d, under way %d", free+granted+under, free, granted, under)
	}
	return nil
}

// queue: the node that has the grant is not in the queue.
func queue(w *reference.World) error {
	c := nodeAt(w, w.System().Config.Coordinator)
	if slices.Contains(c.queue, c.busy) {
		return fmt.Errorf("node %d has the grant and is in the queue %v", c.busy, c.queue)
	}
	return nil
}
