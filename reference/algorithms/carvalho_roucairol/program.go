// Package carvalhoroucairol is the algorithm of Carvalho and Roucairol (Neilsen's thesis, section
// 2.3, which only sketches it; docs/algorithms.md, A5): it differs from that of Ricart and
// Agrawala in that a REPLY is an authorisation, which stays valid until its sender requests.  A
// node therefore asks only the nodes whose authorisation it does not have.
//
// With the switch staircase a node initially has the authorisation of every node with a larger
// number; otherwise no node has an authorisation.
package carvalhoroucairol

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// Algorithm is the entry of the algorithm.
var Algorithm = reference.Algorithm{
	Name:              "carvalho-roucairol",
	Messages:          []string{common.Request, common.Reply},
	Check:             check,
	Numbers:           []string{"num", "hi"},
	Programs:          common.Each(newNode),
	SentFor:           common.SentForAsker(common.Reply),
	RefinementMapping: refine,
	Picture:           draw,
	Properties:        properties,
}

// node is one node.
type node struct {
	reference.Client
	common.Tickets
	deferred   reference.LargeSet // whose REQUEST is answered on leaving
	authorised reference.LargeSet // whose authorisation is here
}

func check(cfg config.Config) error {
	if cfg.Rounds == 0 {
		return fmt.Errorf("rounds 0: the distance of tickets has no bound; want at least 1")
	}
	return common.RejectSwitches(cfg, "staircase")
}

func newNode(cfg config.Config, i int) (reference.Node, error) {
	n := &node{}
	if cfg.Variant.Has("staircase") {
		for j := i + 1; j <= cfg.N; j++ {
			n.authorised.Add(j)
		}
	}
	return n, nil
}

// State visits the node's variables.
func (n *node) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Int("num", &n.Num)
	v.Int("hi", &n.Hi)
	v.LargeSet("deferred", &n.deferred)
	v.LargeSet("authorised", &n.authorised)
}

// Request draws a ticket and asks the nodes whose authorisation is missing.
func (n *node) Request(_ int, out *reference.Outbox) {
	n.Num = n.Hi + 1
	for j := 1; j <= n.N; j++ {
		if j != n.ID && !n.authorised.Has(j) {
			out.Send(j, common.Request, n.Num)
		}
	}
}

// Receive handles a REQUEST or takes an authorisation.
func (n *node) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case common.Request:
		n.receiveRequest(m.Fields[0], from, out)
	case common.Reply:
		n.authorised.Add(from)
	}
}

// receiveRequest defers a request or gives the authorisation away.  A waiting
// node that loses an authorisation must ask for it again.  If it did not have
// the authorisation, it has already asked.
func (n *node) receiveRequest(ticket, from int, out *reference.Outbox) {
	n.Hi = max(n.Hi, ticket)
	if n.Phase == reference.CS || n.Phase == reference.Wait && common.Precedes(n.Num, n.ID, ticket, from) {
		n.deferred.Add(from)
		return
	}
	had := n.authorised.Has(from)
	n.give(from, out)
	if n.Phase == reference.Wait && had {
		out.Send(from, common.Request, n.Num)
	}
}

// give sends an authorisation to node j; the node loses that of j.
func (n *node) give(j int, out *reference.Outbox) {
	n.authorised.Remove(j)
	out.Send(j, common.Reply)
}

// MayEnter holds while the authorisations of all others are here.  The node may
// lose one again before it enters.
func (n *node) MayEnter() bool { return n.authorised.Len() == n.N-1 }

// Exit replies to every deferred node.
func (n *node) Exit(out *reference.Outbox) {
	for j := range n.deferred.All() {
		n.give(j, out)
	}
	n.deferred.Clear()
}

func nodeAt(w *reference.World, i int) *node {
	return common.ProgramOf[*node](w, i)
}

// Lacks names the nodes whose authorisation is missing.
func (n *node) Lacks() string {
	return "the authorisation of every other node, has not that of " + common.Others(n.N, n.ID, n.authorised.Small())
}
