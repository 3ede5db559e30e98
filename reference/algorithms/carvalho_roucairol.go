package reference

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// The algorithm of Carvalho and Roucairol (Neilsen's thesis, section 2.3,
// which only sketches it; spec A5): as that of Ricart and Agrawala, but a
// REPLY stands as an authorisation until its sender asks for it back, so only
// those are asked whose authorisation is missing.
//
// With the switch staircase a node has the authorisation of all larger nodes
// to begin with; otherwise nobody has any.

func init() {
	register(&Algorithm{
		Name:       "carvalho-roucairol",
		Messages:   []string{request, reply},
		Check:      checkCarvalhoRoucairol,
		Node:       newCarvalhoRoucairol,
		Serves:     servesAsker(reply),
		Map:        mapCarvalhoRoucairol,
		Properties: carvalhoRoucairolProperties,
	})
}

// carvalhoRoucairol is one node of it.
type carvalhoRoucairol struct {
	Client
	tickets
	deferred   Set // whose REQUEST is answered on leaving
	authorised Set // whose authorisation is here
}

func checkCarvalhoRoucairol(cfg config.Config) error {
	if cfg.Rounds == 0 {
		return fmt.Errorf("rounds 0: the distance of tickets has no bound; want at least 1")
	}
	return rejectSwitches(cfg, "staircase")
}

func newCarvalhoRoucairol(cfg config.Config, i int) (Node, error) {
	n := &carvalhoRoucairol{}
	if cfg.Variant.Has("staircase") {
		for j := i + 1; j <= cfg.N; j++ {
			n.authorised = n.authorised.With(j)
		}
	}
	return n, nil
}

// State visits the node's variables.
func (n *carvalhoRoucairol) State(v *Visitor) {
	n.Client.State(v)
	v.Int("num", &n.num)
	v.Int("hi", &n.hi)
	v.Set("deferred", &n.deferred)
	v.Set("authorised", &n.authorised)
}

// Request draws a ticket and asks those whose authorisation is missing.
func (n *carvalhoRoucairol) Request(_ int, out *Outbox) {
	n.num = n.hi + 1
	for j := 1; j <= n.N; j++ {
		if j != n.ID && !n.authorised.Has(j) {
			out.Send(j, request, n.num)
		}
	}
}

// Receive handles a REQUEST or takes an authorisation.
func (n *carvalhoRoucairol) Receive(from int, m event.Message, out *Outbox) {
	switch m.Kind {
	case request:
		n.receiveRequest(m.Fields[0], from, out)
	case reply:
		n.authorised = n.authorised.With(from)
	}
}

// receiveRequest defers a request, or gives an authorisation away.  A node
// that still wants to enter and loses what it had must ask for it again; what
// it did not have, it has asked for already.
func (n *carvalhoRoucairol) receiveRequest(ticket, from int, out *Outbox) {
	n.hi = max(n.hi, ticket)
	if n.Phase == CS || n.Phase == Wait && precedes(n.num, n.ID, ticket, from) {
		n.deferred = n.deferred.With(from)
		return
	}
	had := n.authorised.Has(from)
	n.give(from, out)
	if n.Phase == Wait && had {
		out.Send(from, request, n.num)
	}
}

// give gives an authorisation to node j, which takes away that of j.
func (n *carvalhoRoucairol) give(j int, out *Outbox) {
	n.authorised = n.authorised.Without(j)
	out.Send(j, reply)
}

// MayEnter holds while the authorisations of all others are here.  One may go
// again before the node enters.
func (n *carvalhoRoucairol) MayEnter() bool { return n.authorised.Len() == n.N-1 }

// Exit answers whoever was deferred.
func (n *carvalhoRoucairol) Exit(out *Outbox) {
	for j := range n.deferred.All() {
		n.give(j, out)
	}
	n.deferred = 0
}

func carvalhoRoucairolAt(w *World, i int) *carvalhoRoucairol {
	return programOf[*carvalhoRoucairol](w, i)
}

// mapCarvalhoRoucairol is the map to the model's variables.
func mapCarvalhoRoucairol(w *World, cells *Cells) {
	for i := range w.nodes {
		cells.Number("num", i+1, carvalhoRoucairolAt(w, i+1).num)
	}
	for i := range w.nodes {
		cells.Number("hi", i+1, carvalhoRoucairolAt(w, i+1).hi)
	}
	for i := range w.nodes {
		cells.Set("deferred", i+1, carvalhoRoucairolAt(w, i+1).deferred)
	}
	for i := range w.nodes {
		cells.Set("authorised", i+1, carvalhoRoucairolAt(w, i+1).authorised)
	}
	mapCarvalhoRoucairolNet(w, cells)
}

// mapCarvalhoRoucairolNet maps the messages: the ticket of the REQUEST on
// each link, the set of nodes to which each has sent a REPLY, and with fifo
// whether a REQUEST is behind a REPLY.
func mapCarvalhoRoucairolNet(w *World, cells *Cells) {
	var replies, behind [MaxNodes + 1]Set
	w.eachLink(func(j, i int, link []InFlight) {
		ticket := 0
		for _, f := range link {
			switch {
			case f.Msg.Kind == reply:
				cells.mark(&replies[j], i, f)
			case ticket != 0:
				cells.fail("a second REQUEST is under way from %d to %d", j, i)
			default:
				ticket = f.Msg.Fields[0]
				if replies[j].Has(i) {
					behind[j] = behind[j].With(i)
				}
			}
		}
		cells.Pair("request_net", j, i, ticket)
	})
	for j := 1; j <= len(w.nodes); j++ {
		cells.Set("reply_to", j, replies[j])
	}
	if !w.net.fifo {
		return
	}
	for j := 1; j <= len(w.nodes); j++ {
		cells.Set("request_behind", j, behind[j])
	}
}

func carvalhoRoucairolProperties(config.Config) []Property {
	return []Property{{Name: "authorisation", State: carvalhoRoucairolAuthorisation}}
}

// carvalhoRoucairolAuthorisation: of two nodes at most one has the other's
// authorisation.
func carvalhoRoucairolAuthorisation(w *World) error {
	for i := range w.nodes {
		for j := range carvalhoRoucairolAt(w, i+1).authorised.All() {
			if carvalhoRoucairolAt(w, j).authorised.Has(i + 1) {
				return fmt.Errorf("nodes %d and %d have each other's authorisation", i+1, j)
			}
		}
	}
	return nil
}
