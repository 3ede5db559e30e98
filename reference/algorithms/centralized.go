package reference

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// The centralised coordinator (slides, "centralized"; spec A1): clients ask
// node c, which grants the critical section to one after the other in the
// order in which their requests arrive.  The coordinator may be its own
// client, by local calls instead of messages.

const (
	request = "REQUEST"
	grant   = "GRANT"
	release = "RELEASE"
)

func init() {
	register(&Algorithm{
		Name:       "centralized",
		Messages:   []string{request, grant, release},
		Check:      checkCentralized,
		Node:       newCentralized,
		Serves:     servesAsker(grant),
		Map:        mapCentralized,
		Properties: centralizedProperties,
	})
}

// centralized is one node of it.
type centralized struct {
	Client
	c       int   // the coordinator, 1..N, constant
	granted bool  // the critical section is ours
	busy    int   // coordinator: to whom it is granted, 0 nobody
	queue   []int // coordinator: who asked meanwhile, oldest first
}

func checkCentralized(cfg config.Config) error {
	if cfg.Coordinator < 1 || cfg.Coordinator > cfg.N {
		return fmt.Errorf("coordinator %d: want a node from 1 to %d", cfg.Coordinator, cfg.N)
	}
	return rejectSwitches(cfg)
}

func newCentralized(cfg config.Config, _ int) (Node, error) {
	return &centralized{c: cfg.Coordinator}, nil
}

// State visits the node's variables; busy and queue are the coordinator's.
func (n *centralized) State(v *Visitor) {
	n.Client.State(v)
	v.Bool("granted", &n.granted)
	if n.ID == n.c {
		v.Int("busy", &n.busy)
		v.List("queue", &n.queue)
	}
}

// Request asks the coordinator.
func (n *centralized) Request(_ int, out *Outbox) {
	if n.ID == n.c {
		n.ask(n.ID, out)
	} else {
		out.Send(n.c, request)
	}
}

// Receive handles all three classes.
func (n *centralized) Receive(from int, m event.Message, out *Outbox) {
	switch m.Kind {
	case request:
		n.ask(from, out)
	case grant:
		n.granted = true
	case release:
		n.free(out)
	}
}

// MayEnter holds once the critical section is granted.
func (n *centralized) MayEnter() bool { return n.granted }

// Exit gives the critical section back.
func (n *centralized) Exit(out *Outbox) {
	n.granted = false
	if n.ID == n.c {
		n.free(out)
	} else {
		out.Send(n.c, release)
	}
}

// ask runs at the coordinator: i asks for the critical section.
func (n *centralized) ask(i int, out *Outbox) {
	if n.busy == 0 {
		n.give(i, out)
	} else {
		n.queue = append(n.queue, i)
	}
}

// give runs at the coordinator: the critical section goes to i.
func (n *centralized) give(i int, out *Outbox) {
	n.busy = i
	if i == n.ID {
		n.granted = true
	} else {
		out.Send(i, grant)
	}
}

// free runs at the coordinator: the critical section is back.
func (n *centralized) free(out *Outbox) {
	n.busy = 0
	if len(n.queue) > 0 {
		oldest := n.queue[0]
		n.queue = append(n.queue[:0], n.queue[1:]...)
		n.give(oldest, out)
	}
}

// centralizedNode lets the frame see the program inside a wrapped one.
func (n *centralized) centralizedNode() *centralized { return n }

func centralizedAt(w *World, i int) *centralized {
	if n, ok := w.nodes[i-1].(*centralized); ok {
		return n // not wrapped, which is quicker to see
	}
	return w.nodes[i-1].(interface{ centralizedNode() *centralized }).centralizedNode()
}

// mapCentralized is the map to the model's variables: granted of every node,
// busy and queue of the coordinator, and for each class the set of clients
// from or to whom one is under way.
func mapCentralized(w *World, cells *Cells) {
	for i := range w.nodes {
		cells.Bool("granted", i+1, centralizedAt(w, i+1).granted)
	}
	c := centralizedAt(w, w.sys.Config.Coordinator)
	cells.One("busy", c.busy)
	if len(c.queue) > c.N {
		cells.fail("queue: %d nodes wait in a queue for %d", len(c.queue), c.N)
	}
	for k := range c.N {
		i := 0
		if k < len(c.queue) {
			i = c.queue[k]
		}
		cells.Number("queue", k, i)
	}
	var requests, grants, releases Set
	for _, f := range w.InFlight() {
		switch f.Msg.Kind {
		case request:
			cells.mark(&requests, f.From, f)
		case grant:
			cells.mark(&grants, f.To, f)
		case release:
			cells.mark(&releases, f.From, f)
			if w.net.fifo && requests.Has(f.From) {
				cells.fail("a RELEASE of %d is behind its REQUEST", f.From)
			}
		}
	}
	cells.One("request_net", int(requests))
	cells.One("grant_net", int(grants))
	cells.One("release_net", int(releases))
}

func centralizedProperties(cfg config.Config) []Property {
	properties := []Property{{Name: "grant", State: centralizedGrant}}
	if cfg.Network == config.FIFO {
		// Without order a node's next REQUEST may overtake its RELEASE.
		properties = append(properties, Property{Name: "queue", State: centralizedQueue})
	}
	return properties
}

// centralizedGrant: the grant is in exactly one place.
func centralizedGrant(w *World) error {
	free, granted, under := 0, 0, 0
	if centralizedAt(w, w.sys.Config.Coordinator).busy == 0 {
		free++
	}
	for i := range w.nodes {
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

// centralizedQueue: whoever has the grant does not wait for it.
func centralizedQueue(w *World) error {
	c := centralizedAt(w, w.sys.Config.Coordinator)
	if slices.Contains(c.queue, c.busy) {
		return fmt.Errorf("node %d has the grant and is in the queue %v", c.busy, c.queue)
	}
	return nil
}
