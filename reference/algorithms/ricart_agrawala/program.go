// Package ricartagrawala is the algorithm of Ricart and Agrawala (Ben-Ari, Algorithm 10.2;
// docs/algorithms.md, A4): a node that requests draws a ticket higher than all tickets that it has
// received, and asks every other node.  A node replies at once, unless its own request precedes
// the received one: then it replies when it leaves the critical section.
//
// Switches, all but the last from Ben-Ari's exercises and outlines: arbitrary-number=T draws any
// ticket from 1 to T.  no-tie-break compares tickets without node numbers.  no-request-flag makes
// an idle node compare with its old ticket.  own-number includes the node's own ticket in the
// highest one (exercise 6).  assign stores the last ticket received instead of the highest
// (exercise 7).  modulo=M draws tickets modulo M, as Ricart and Agrawala propose with M = 2N-1;
// the distance of two tickets then decides which is earlier (docs/algorithms.md, section 0.6).
package ricartagrawala

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// Algorithm is the entry of the algorithm.
var Algorithm = reference.Algorithm{
	Name:              "ricart-agrawala",
	Messages:          []string{common.Request, common.Reply},
	Check:             check,
	Programs:          common.Each(newNode),
	Normalise:         normalise,
	SentFor:           common.SentForAsker(common.Reply),
	RefinementMapping: refine,
	Picture:           draw,
	Properties:        properties,
}

// node is one node.
type node struct {
	reference.Client
	switches
	common.Tickets
	replies  int                // REPLYs counted for this request
	deferred reference.LargeSet // whose REQUEST is answered on leaving
}

// switches is the variant, constant in a run.
type switches struct {
	largest int  // the ticket is any of 1..largest; 0: it is hi + 1
	noTie   bool // equal tickets do not precede each other
	noFlag  bool // an idle node compares as if it had requested
	own     bool // hi includes the own ticket
	assign  bool // hi is the last ticket received
	modulo  int  // tickets are numbers modulo this, 0: all numbers
}

func check(cfg config.Config) error {
	arbitrary, modulo := "arbitrary-number", "modulo"
	if t := cfg.Variant.Value(arbitrary); cfg.Variant.Has(arbitrary) && (t < 1 || t > reference.MaxCell) {
		return fmt.Errorf("variant %s: want %s=T with a largest ticket from 1 to %d", arbitrary, arbitrary, reference.MaxCell)
	}
	if m := cfg.Variant.Value(modulo); cfg.Variant.Has(modulo) && (m < 2 || m > reference.MaxCell+1) {
		return fmt.Errorf("variant %s: want %s=M with M from 2 to %d", modulo, modulo, reference.MaxCell+1)
	}
	if cfg.Variant.Has(modulo) && cfg.Variant.Has(arbitrary) {
		return fmt.Errorf("variant %s: tickets are either drawn at will or modulo M", cfg.Variant)
	}
	if cfg.Variant.Has("assign") && cfg.Rounds == 0 {
		return fmt.Errorf("variant assign, rounds 0: no finite form is known; want at least 1")
	}
	return common.RejectSwitches(cfg, arbitrary, "assign", modulo, "no-request-flag", "no-tie-break", "own-number")
}

func newNode(cfg config.Config, _ int) (reference.Node, error) {
	return &node{switches: switches{
		largest: cfg.Variant.Value("arbitrary-number"),
		noTie:   cfg.Variant.Has("no-tie-break"),
		noFlag:  cfg.Variant.Has("no-request-flag"),
		own:     cfg.Variant.Has("own-number"),
		assign:  cfg.Variant.Has("assign"),
		modulo:  cfg.Variant.Value("modulo"),
	}}, nil
}

// State visits the node's variables.
func (n *node) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Int("num", &n.Num)
	v.Int("hi", &n.Hi)
	v.Int("replies", &n.replies)
	v.LargeSet("deferred", &n.deferred)
}

// Choices is the number of tickets to choose from.
func (n *node) Choices() int { return n.largest }

// Request draws a ticket and asks every other node (Main, first part).
func (n *node) Request(ticket int, out *reference.Outbox) {
	n.Num = n.next(n.Hi)
	if n.largest > 0 {
		n.Num = ticket
	}
	if n.own && n.before(n.Hi, n.Num) {
		n.Hi = n.Num
	}
	n.replies = 0
	n.SendToOthers(out, common.Request, n.Num)
}

// Receive handles a REQUEST (task Receive) or counts a REPLY.
func (n *node) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case common.Request:
		ticket := m.Fields[0]
		if n.assign || n.before(n.Hi, ticket) {
			n.Hi = ticket
		}
		if n.idles() || n.yieldsTo(ticket, from) {
			out.Send(from, common.Reply)
		} else {
			n.deferred.Add(from)
		}
	case common.Reply:
		n.replies++
	}
}

// idles reports whether the node replies because it has not requested.
func (n *node) idles() bool { return n.Phase == reference.Idle && !n.noFlag }

// yieldsTo reports whether the request of another node precedes ours.
func (n *node) yieldsTo(ticket, from int) bool {
	if n.noTie {
		return n.before(ticket, n.Num)
	}
	return n.precedes(ticket, from, n.Num, n.ID)
}

// next is the ticket after t.
func (s *switches) next(t int) int {
	if s.modulo > 0 {
		return (t + 1) % s.modulo
	}
	return t + 1
}

// before is the order of tickets.  Of two numbers modulo M whose distance is
// large, the larger is the earlier one: it was drawn before the wrap-around.
func (s *switches) before(t, u int) bool {
	if s.modulo > 0 && max(t-u, u-t) > (s.modulo-1)/2 {
		return t > u
	}
	return t < u
}

// precedes is the order of requests: by ticket, then by node.
func (s *switches) precedes(t, i, u, j int) bool {
	return s.before(t, u) || t == u && i < j
}

// MayEnter holds once all others have replied.
func (n *node) MayEnter() bool { return n.replies == n.N-1 }

// Exit replies to every deferred node (Main, second part).
func (n *node) Exit(out *reference.Outbox) {
	n.replies = 0
	for j := range n.deferred.All() {
		out.Send(j, common.Reply)
	}
	n.deferred.Clear()
}

func nodeAt(w *reference.World, i int) *node {
	return common.ProgramOf[*node](w, i)
}

// Lacks counts the REPLYs.
func (n *node) Lacks() string {
	return fmt.Sprintf("replies = N-1 = %d, has %d", n.N-1, n.replies)
}
