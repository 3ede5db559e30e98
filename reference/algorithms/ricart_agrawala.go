package reference

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// The algorithm of Ricart and Agrawala (Ben-Ari, Algorithm 10.2; spec A4):
// who wants to enter draws a ticket above all that it has heard of and asks
// everybody; the others reply at once, or, if they precede, when they leave.
//
// Switches, all but the last from Ben-Ari's exercises and outlines:
// arbitrary-number=T draws any ticket from 1 to T, no-tie-break compares
// tickets without ids, no-request-flag lets an idle node compare with its old
// ticket, own-number counts the own ticket among those heard of (exercise 6),
// assign keeps the last ticket received instead of the highest (exercise 7).
// modulo=M draws tickets modulo M, as Ricart and Agrawala themselves propose
// with M = 2N-1; which of two is the earlier then depends on their distance
// (spec section 0.6).

const reply = "REPLY"

func init() {
	register(&Algorithm{
		Name:       "ricart-agrawala",
		Messages:   []string{request, reply},
		Check:      checkRicartAgrawala,
		Node:       newRicartAgrawala,
		Normalise:  normaliseRicartAgrawala,
		Serves:     servesAsker(reply),
		Map:        mapRicartAgrawala,
		Properties: ricartAgrawalaProperties,
	})
}

// ricartAgrawala is one node of it.
type ricartAgrawala struct {
	Client
	ricartAgrawalaSwitches
	tickets
	replies  int // REPLYs counted for this request
	deferred Set // whose REQUEST is answered on leaving
}

// ricartAgrawalaSwitches is the variant, constant in a run.
type ricartAgrawalaSwitches struct {
	largest int  // tickets are drawn at will from 1..largest; 0: hi + 1
	noTie   bool // of equal tickets none precedes the other
	noFlag  bool // an idle node compares as if it wanted something
	own     bool // hi counts the own ticket, too
	assign  bool // hi is the last ticket received
	modulo  int  // tickets are numbers modulo this, 0: all numbers
}

func checkRicartAgrawala(cfg config.Config) error {
	arbitrary, modulo := "arbitrary-number", "modulo"
	if t := cfg.Variant.Value(arbitrary); cfg.Variant.Has(arbitrary) && (t < 1 || t > MaxCell) {
		return fmt.Errorf("variant %s: want %s=T with a largest ticket from 1 to %d", arbitrary, arbitrary, MaxCell)
	}
	if m := cfg.Variant.Value(modulo); cfg.Variant.Has(modulo) && (m < 2 || m > MaxCell+1) {
		return fmt.Errorf("variant %s: want %s=M with M from 2 to %d", modulo, modulo, MaxCell+1)
	}
	if cfg.Variant.Has(modulo) && cfg.Variant.Has(arbitrary) {
		return fmt.Errorf("variant %s: tickets are either drawn at will or modulo M", cfg.Variant)
	}
	if cfg.Variant.Has("assign") && cfg.Rounds == 0 {
		return fmt.Errorf("variant assign, rounds 0: no finite form is known; want at least 1")
	}
	return rejectSwitches(cfg, arbitrary, "assign", modulo, "no-request-flag", "no-tie-break", "own-number")
}

func newRicartAgrawala(cfg config.Config, _ int) (Node, error) {
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
func (n *ricartAgrawala) State(v *Visitor) {
	n.Client.State(v)
	v.Int("num", &n.num)
	v.Int("hi", &n.hi)
	v.Int("replies", &n.replies)
	v.Set("deferred", &n.deferred)
}

// Choices is the number of tickets to choose from.
func (n *ricartAgrawala) Choices() int { return n.largest }

// Request draws a ticket and asks everybody (Main, first part).
func (n *ricartAgrawala) Request(ticket int, out *Outbox) {
	n.num = n.next(n.hi)
	if n.largest > 0 {
		n.num = ticket
	}
	if n.own && n.before(n.hi, n.num) {
		n.hi = n.num
	}
	n.replies = 0
	n.sendToOthers(out, request, n.num)
}

// Receive handles a REQUEST (task Receive) or counts a REPLY.
func (n *ricartAgrawala) Receive(from int, m event.Message, out *Outbox) {
	switch m.Kind {
	case request:
		ticket := m.Fields[0]
		if n.assign || n.before(n.hi, ticket) {
			n.hi = ticket
		}
		if n.idles() || n.yieldsTo(ticket, from) {
			out.Send(from, reply)
		} else {
			n.deferred = n.deferred.With(from)
		}
	case reply:
		n.replies++
	}
}

// idles reports whether the node replies because it wants nothing.
func (n *ricartAgrawala) idles() bool { return n.Phase == Idle && !n.noFlag }

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

// before is the order of tickets.  Of two numbers modulo M that are far apart,
// the larger is taken for the one drawn before numbers began anew.
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

// precedes is the order of requests with tickets that are never drawn again.
func precedes(t, i, u, j int) bool { return t < u || t == u && i < j }

// MayEnter holds once all others have replied.
func (n *ricartAgrawala) MayEnter() bool { return n.replies == n.N-1 }

// Exit answers whoever was deferred (Main, second part).
func (n *ricartAgrawala) Exit(out *Outbox) {
	n.replies = 0
	for j := range n.deferred.All() {
		out.Send(j, reply)
	}
	n.deferred = 0
}

// ricartAgrawalaNode lets the frame see the program inside a wrapped one.
func (n *ricartAgrawala) ricartAgrawalaNode() *ricartAgrawala { return n }

func ricartAgrawalaAt(w *World, i int) *ricartAgrawala {
	if n, ok := w.nodes[i-1].(*ricartAgrawala); ok {
		return n // not wrapped, which is quicker to see
	}
	return w.nodes[i-1].(interface{ ricartAgrawalaNode() *ricartAgrawala }).ricartAgrawalaNode()
}

// mapRicartAgrawala is the map to the model's variables.  The model leaves
// out the ticket of a REQUEST under way, because it is num of the sender;
// the map holds it to that.
func mapRicartAgrawala(w *World, cells *Cells) {
	for i := range w.nodes {
		cells.Number("num", i+1, ricartAgrawalaAt(w, i+1).num)
	}
	for i := range w.nodes {
		cells.Number("hi", i+1, ricartAgrawalaAt(w, i+1).hi)
	}
	for i := range w.nodes {
		cells.Number("replies", i+1, ricartAgrawalaAt(w, i+1).replies)
	}
	for i := range w.nodes {
		cells.Set("deferred", i+1, ricartAgrawalaAt(w, i+1).deferred)
	}
	var requests, replies, behind [MaxNodes + 1]Set
	for _, f := range w.InFlight() {
		switch f.Msg.Kind {
		case request:
			cells.mark(&requests[f.From], f.To, f)
			if replies[f.From].Has(f.To) {
				behind[f.From] = behind[f.From].With(f.To)
			}
			if num := ricartAgrawalaAt(w, f.From).num; f.Msg.Fields[0] != num {
				cells.fail("the REQUEST from %d to %d has ticket %d, but num[%d] is %d", f.From, f.To, f.Msg.Fields[0], f.From, num)
			}
		case reply:
			cells.mark(&replies[f.From], f.To, f)
		}
	}
	for j := 1; j <= len(w.nodes); j++ {
		cells.Set("request_to", j, requests[j])
	}
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
