// Package lamport is Lamport's algorithm (Neilsen's thesis, section 2.1; slides, "Lamport's
// algorithm"; docs/algorithms.md, A3): every node stores the requests of all nodes, ordered by
// time stamp and node.  A node enters when its own request is the first that it knows and it has
// received a later message from every other node.  Because links keep the order of messages, no
// earlier request of that node can then be under way.
//
// Switches: l0 acknowledges every REQUEST.  l1 (thesis) acknowledges none between the node's own
// request and its RELEASE.  l2 omits the ACK only while the node has an outstanding request that
// is later than the received one; that request replaces the ACK.  With light-clock the clock ticks
// only when a REQUEST is sent or received.
package lamport

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// Algorithm is the entry of the algorithm.
var Algorithm = reference.Algorithm{
	Name:              "lamport",
	Messages:          []string{common.Request, common.Ack, common.Release},
	Check:             check,
	Programs:          common.Each(newNode),
	Normalise:         normalise,
	Numbers:           []string{"clk"},
	SentFor:           common.SentForAsker(common.Ack),
	RefinementMapping: refine,
	Picture:           draw,
	Properties:        properties,
}

// node is one node.
type node struct {
	reference.Client
	switches
	clk int                    // logical clock
	q   reference.Numbers[int] // stamp of the request of each node that is not released, 0 none
	ok  reference.LargeSet     // nodes that have sent a message later than our request
}

// switches is the variant, constant in a run.
type switches struct {
	withhold withhold
	light    bool // only REQUESTs make the clock tick
}

// withhold is the condition under which a REQUEST gets no ACK.
type withhold uint8

const (
	never           withhold = iota // l0
	whileRequesting                 // l1
	whileLater                      // l2
)

func check(cfg config.Config) error {
	variants := 0
	for _, s := range []string{"l0", "l1", "l2"} {
		if cfg.Variant.Has(s) {
			variants++
		}
	}
	if variants > 1 {
		return fmt.Errorf("variant %s: want one of l0, l1 and l2", cfg.Variant)
	}
	if err := common.RejectSwitches(cfg, "l0", "l1", "l2", "light-clock"); err != nil {
		return err
	}
	if cfg.Rounds == 0 && cfg.Network != config.FIFO {
		return fmt.Errorf("rounds 0: the messages on an unordered link have no bound; want at least 1")
	}
	return nil
}

func newNode(cfg config.Config, _ int) (reference.Node, error) {
	s := switches{light: cfg.Variant.Has("light-clock")}
	switch {
	case cfg.Variant.Has("l1"):
		s.withhold = whileRequesting
	case cfg.Variant.Has("l2"):
		s.withhold = whileLater
	}
	return &node{switches: s, q: reference.NewNumbers[int](cfg.N)}, nil
}

// State visits the node's variables.
func (n *node) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Int("clk", &n.clk)
	n.q.Visit(v, "q")
	v.LargeSet("ok", &n.ok)
}

// Request stamps a request and sends it to every other node.
func (n *node) Request(_ int, out *reference.Outbox) {
	n.clk++
	n.q.Set(n.ID, n.clk)
	n.ok.Clear()
	n.SendToOthers(out, common.Request, n.clk)
}

// Receive handles all three classes.
func (n *node) Receive(from int, m event.Message, out *reference.Outbox) {
	stamp := m.Fields[0]
	n.clk = max(n.clk, stamp)
	if m.Kind == common.Request || !n.light {
		n.clk++
	}
	switch m.Kind {
	case common.Request:
		n.q.Set(from, stamp)
	case common.Release:
		n.q.Set(from, 0)
	}
	if n.Phase == reference.Wait && n.isBefore(stamp, from) {
		n.ok.Add(from)
	}
	if m.Kind == common.Request && !n.withholds(stamp, from) {
		out.Send(from, common.Ack, n.clk)
	}
}

// withholds reports whether a REQUEST gets no ACK.
func (n *node) withholds(stamp, from int) bool {
	switch n.withhold {
	case whileRequesting:
		return n.Phase != reference.Idle
	case whileLater:
		return n.Phase != reference.Idle && !n.isBefore(stamp, from)
	}
	return false
}

// isBefore reports whether our request precedes a message of another node.
func (n *node) isBefore(stamp, from int) bool {
	return common.Precedes(n.q.At(n.ID), n.ID, stamp, from)
}

// MayEnter holds when our request is certainly the first of all.
func (n *node) MayEnter() bool {
	if n.ok.Len() < n.N-1 {
		return false // the common case, without a look at each node
	}
	for j, stamp := range n.q.All() {
		if j != n.ID && !n.isBefore(stamp, j) {
			return false
		}
	}
	return true
}

// Exit releases our request.
func (n *node) Exit(out *reference.Outbox) {
	n.q.Set(n.ID, 0)
	n.ok.Clear()
	if !n.light {
		n.clk++
	}
	n.SendToOthers(out, common.Release, n.clk)
}

// MostBytes is the memory that q takes at most.
func (n *node) MostBytes() int64 { return n.q.MostBytes() }

func nodeAt(w *reference.World, i int) *node { return common.ProgramOf[*node](w, i) }

// Lacks names the nodes that may precede this one.
func (n *node) Lacks() string {
	var behind reference.Set
	for j := 1; j <= n.N; j++ {
		if n.ok.Has(j) && (n.q.At(j) == 0 || n.isBefore(n.q.At(j), j)) {
			behind = behind.With(j)
		}
	}
	return fmt.Sprintf("its request %d to precede those of all others, and does not know it of %s", n.q.At(n.ID), common.Others(n.N, n.ID, behind))
}
