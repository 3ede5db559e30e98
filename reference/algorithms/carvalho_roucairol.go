package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// The algorithm of Carvalho and Roucairol (Neilsen's thesis, section 2.3, which
// only sketches it; docs/algorithms.md, A5): it differs from that of Ricart and
// Agrawala in that a REPLY is an authorisation, which stays valid until its
// sender requests.  A node therefore asks only the nodes whose authorisation it
// does not have.
//
// With the switch staircase a node initially has the authorisation of every node
// with a larger number; otherwise no node has an authorisation.
var carvalhoRoucairolAlgorithm = reference.Algorithm{
	Name:              "carvalho-roucairol",
	Messages:          []string{request, reply},
	Check:             checkCarvalhoRoucairol,
	Numbers:           []string{"num", "hi"},
	Programs:          each(newCarvalhoRoucairol),
	SentFor:           sentForAsker(reply),
	RefinementMapping: refineCarvalhoRoucairol,
	Picture:           drawCarvalhoRoucairol,
	Properties:        carvalhoRoucairolProperties,
}

// carvalhoRoucairol is one node.
type carvalhoRoucairol struct {
	reference.Client
	tickets
	deferred   reference.LargeSet // whose REQUEST is answered on leaving
	authorised reference.LargeSet // whose authorisation is here
}

func checkCarvalhoRoucairol(cfg config.Config) error {
	if cfg.Rounds == 0 {
		return fmt.Errorf("rounds 0: the distance of tickets has no bound; want at least 1")
	}
	return rejectSwitches(cfg, "staircase")
}

func newCarvalhoRoucairol(cfg config.Config, i int) (reference.Node, error) {
	n := &carvalhoRoucairol{}
	if cfg.Variant.Has("staircase") {
		for j := i + 1; j <= cfg.N; j++ {
			n.authorised.Add(j)
		}
	}
	return n, nil
}

// State visits the node's variables.
func (n *carvalhoRoucairol) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Int("num", &n.num)
	v.Int("hi", &n.hi)
	v.LargeSet("deferred", &n.deferred)
	v.LargeSet("authorised", &n.authorised)
}

// Request draws a ticket and asks the nodes whose authorisation is missing.
func (n *carvalhoRoucairol) Request(_ int, out *reference.Outbox) {
	n.num = n.hi + 1
	for j := 1; j <= n.N; j++ {
		if j != n.ID && !n.authorised.Has(j) {
			out.Send(j, request, n.num)
		}
	}
}

// Receive handles a REQUEST or takes an authorisation.
func (n *carvalhoRoucairol) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case request:
		n.receiveRequest(m.Fields[0], from, out)
	case reply:
		n.authorised.Add(from)
	}
}

// receiveRequest defers a request or gives the authorisation away.  A waiting
// node that loses an authorisation must ask for it again.  If it did not have
// the authorisation, it has already asked.
func (n *carvalhoRoucairol) receiveRequest(ticket, from int, out *reference.Outbox) {
	n.hi = max(n.hi, ticket)
	if n.Phase == reference.CS || n.Phase == reference.Wait && precedes(n.num, n.ID, ticket, from) {
		n.deferred.Add(from)
		return
	}
	had := n.authorised.Has(from)
	n.give(from, out)
	if n.Phase == reference.Wait && had {
		out.Send(from, request, n.num)
	}
}

// give sends an authorisation to node j; the node loses that of j.
func (n *carvalhoRoucairol) give(j int, out *reference.Outbox) {
	n.authorised.Remove(j)
	out.Send(j, reply)
}

// MayEnter holds while the authorisations of all others are here.  The node may
// lose one again before it enters.
func (n *carvalhoRoucairol) MayEnter() bool { return n.authorised.Len() == n.N-1 }

// Exit replies to every deferred node.
func (n *carvalhoRoucairol) Exit(out *reference.Outbox) {
	for j := range n.deferred.All() {
		n.give(j, out)
	}
	n.deferred.Clear()
}

func carvalhoRoucairolAt(w *reference.World, i int) *carvalhoRoucairol {
	return programOf[*carvalhoRoucairol](w, i)
}
