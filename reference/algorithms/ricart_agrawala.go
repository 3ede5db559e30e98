package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// The algorithm of Ricart and Agrawala (Ben-Ari, Algorithm 10.2;
// docs/algorithms.md, A4): a node that requests draws a ticket higher than all
// tickets that it has received, and asks every other node.  A node replies at
// once, unless its own request precedes the received one: then it replies when
// it leaves the critical section.
//
// Switches, all but the last from Ben-Ari's exercises and outlines:
// arbitrary-number=T draws any ticket from 1 to T.  no-tie-break compares
// tickets without node numbers.  no-request-flag makes an idle node compare
// with its old ticket.  own-number includes the node's own ticket in the
// highest one (exercise 6).  assign stores the last ticket received instead of
// the highest (exercise 7).  modulo=M draws tickets modulo M, as Ricart and
// Agrawala propose with M = 2N-1; the distance of two tickets then decides
// which is earlier (docs/algorithms.md, section 0.6).
var ricartAgrawalaAlgorithm = reference.Algorithm{
	Name:              "ricart-agrawala",
	Messages:          []string{request, reply},
	Check:             checkRicartAgrawala,
	Programs:          each(newRicartAgrawala),
	Normalise:         normaliseRicartAgrawala,
	SentFor:           sentForAsker(reply),
	RefinementMapping: refineRicartAgrawala,
	Picture:           drawRicartAgrawala,
	Properties:        ricartAgrawalaProperties,
}

// ricartAgrawala is one node.
type ricartAgrawala struct {
	reference.Client
	ricartAgrawalaSwitches
	tickets
	replies  int                // REPLYs counted for this request
	deferred reference.LargeSet // whose REQUEST is answered on leaving
}

// ricartAgrawalaSwitches is the variant, constant in a run.
type ricartAgrawalaSwitches struct {
	largest int  // the ticket is any of 1..largest; 0: it is hi + 1
	noTie   bool // equal tickets do not precede each other
	noFlag  bool // an idle node compares as if it had requested
	own     bool // hi includes the own ticket
	assign  bool // hi is the last ticket received
	modulo  int  // tickets are numbers modulo this, 0: all numbers
}

func checkRicartAgrawala(cfg config.Config) error {
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
	return rejectSwitches(cfg, arbitrary, "assign", modulo, "no-request-flag", "no-tie-break", "own-number")
}

func newRicartAgrawala(cfg config.Config, _ int) (reference.Node, error) {
	return &ricartAgrawala{ricartAgrawalaSwitches: ricartAgrawalaSwitches{
		largest: cfg.Variant.Value("arbitrary-number"),
		noTie:   cfg.Variant.Has("no-tie-break"),
		noFlag:  cfg.Variant.Has("no-request-flag"),
		own:     cfg.Variant.Has("own-number"),
		assign:  cfg.Variant.Has("assign"),
		modulo:  cfg.Variant.Value("modulo"),
	}}, nil
}

// State visits the node's variables.
func (n *ricartAgrawala) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Int("num", &n.num)
	v.Int("hi", &n.hi)
	v.Int("replies", &n.replies)
	v.LargeSet("deferred", &n.deferred)
}

// Choices is the number of tickets to choose from.
func (n *ricartAgrawala) Choices() int { return n.largest }

// Request draws a ticket and asks every other node (Main, first part).
func (n *ricartAgrawala) Request(ticket int, out *reference.Outbox) {
	n.num = n.next(n.hi)
	if n.largest > 0 {
		n.num = ticket
	}
	if n.own && n.before(n.hi, n.num) {
		n.hi = n.num
	}
	n.replies = 0
	n.SendToOthers(out, request, n.num)
}

// Receive handles a REQUEST (task Receive) or counts a REPLY.
func (n *ricartAgrawala) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case request:
		ticket := m.Fields[0]
		if n.assign || n.before(n.hi, ticket) {
			n.hi = ticket
		}
		if n.idles() || n.yieldsTo(ticket, from) {
			out.Send(from, reply)
		} else {
			n.deferred.Add(from)
		}
	case reply:
		n.replies++
	}
}

// idles reports whether the node replies because it has not requested.
func (n *ricartAgrawala) idles() bool { return n.Phase == reference.Idle && !n.noFlag }

// yieldsTo reports whether the request of another node precedes ours.
func (n *ricartAgrawala) yieldsTo(ticket, from int) bool {
	if n.noTie {
		return n.before(ticket, n.num)
	}
	return n.precedes(ticket, from, n.num, n.ID)
}

// next is the ticket after t.
func (s *ricartAgrawalaSwitches) next(t int) int {
	if s.modulo > 0 {
		return (t + 1) % s.modulo
	}
	return t + 1
}

// before is the order of tickets.  Of two numbers modulo M whose distance is
// large, the larger is the earlier one: it was drawn before the wrap-around.
func (s *ricartAgrawalaSwitches) before(t, u int) bool {
	if s.modulo > 0 && max(t-u, u-t) > (s.modulo-1)/2 {
		return t > u
	}
	return t < u
}

// precedes is the order of requests: by ticket, then by node.
func (s *ricartAgrawalaSwitches) precedes(t, i, u, j int) bool {
	return s.before(t, u) || t == u && i < j
}

// MayEnter holds once all others have replied.
func (n *ricartAgrawala) MayEnter() bool { return n.replies == n.N-1 }

// Exit replies to every deferred node (Main, second part).
func (n *ricartAgrawala) Exit(out *reference.Outbox) {
	n.replies = 0
	for j := range n.deferred.All() {
		out.Send(j, reply)
	}
	n.deferred.Clear()
}

func ricartAgrawalaAt(w *reference.World, i int) *ricartAgrawala {
	return programOf[*ricartAgrawala](w, i)
}
