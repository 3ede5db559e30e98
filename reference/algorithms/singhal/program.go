// Package singhal is Singhal's heuristic algorithm (thesis, section 2.5; slides, "Singhal's
// heuristic algorithm"; docs/algorithms.md, A9, which corrects the slides): a node stores what it
// knows of the state of every other node.  It asks only those nodes for the token that it knows to
// request it, because they may get the token.  The token carries such knowledge too.
//
// The algorithm of the slides loses requests from N = 3 on (A9).  The switch repaired is a repair
// of ours, see receiveNoNews.
//
// Initially node i assumes that all nodes with smaller numbers request (a staircase), and node 1
// holds the token.  The variant is the policy that chooses among several requesting nodes:
// arbitrary chooses any, cyclic the next one.
package singhal

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// Algorithm is the entry of the algorithm.
var Algorithm = reference.Algorithm{
	Name:              "singhal",
	Messages:          []string{common.Request, common.Token},
	Check:             check,
	Numbers:           []string{"sn", "tsn"},
	Programs:          common.Each(newNode),
	SentFor:           common.SentForAsker(common.Token),
	RefinementMapping: refine,
	Picture:           draw,
	Properties:        properties,
}

// The states of a node, with the numbers that compared states give them.
const (
	notRequesting = iota // N
	requesting           // R
	executing            // E: has the token for its own entry
	holding              // H: has the token and does not request
)

// node is one node.  In the lists of the token, node j is element j-1.
type node struct {
	reference.Client
	switches
	asked  reference.LargeSet       // repaired: whom we have asked with our latest number
	own    uint8                    // in the state vector: our own state
	others reference.LargeSet       // in the state vector: the other nodes that we know to be requesting; the rest is not
	sn     reference.Numbers[int32] // sequence numbers: of the last request that we know of
	tsv    []int                    // on the token: each node's state; 0 or nil while it is not here
	tsn    []int                    // on the token: the number of the request that tsv is of
}

// switches is the variant, constant in a run.
type switches struct {
	policy   string // chooses the next node
	repaired bool   // a REQUEST without news is answered, see receiveNoNews
}

const repairedSwitch = "repaired"

func check(cfg config.Config) error {
	if err := common.RejectSwitches(cfg, common.ArbitraryPolicy, common.CyclicPolicy, repairedSwitch); err != nil {
		return err
	}
	switch {
	case cfg.Variant.Has(common.ArbitraryPolicy) && cfg.Variant.Has(common.CyclicPolicy):
		return fmt.Errorf("variant %s: want one policy", cfg.Variant)
	case cfg.Rounds == 0:
		return fmt.Errorf("rounds 0: no finite form of the numbers is known; want at least 1")
	case cfg.Rounds > common.MaxNumberedRounds:
		return fmt.Errorf("rounds %d: want at most %d", cfg.Rounds, common.MaxNumberedRounds)
	}
	return common.CheckArbitrary(cfg)
}

func newNode(cfg config.Config, i int) (reference.Node, error) {
	s := switches{policy: common.PolicyOf(cfg), repaired: cfg.Variant.Has(repairedSwitch)}
	n := &node{switches: s, sn: reference.NewNumbers[int32](cfg.N)}
	n.others.AddBelow(i)
	if i == 1 {
		n.own = holding
		n.tsv, n.tsn = make([]int, cfg.N), make([]int, cfg.N)
	}
	return n, nil
}

// State visits the node's variables.
func (n *node) State(v *reference.Visitor) {
	n.Client.State(v)
	if n.repaired {
		v.LargeSet("asked", &n.asked)
	}
	if n.tsv == nil { // to be visited as 0
		n.tsv, n.tsn = make([]int, n.N), make([]int, n.N)
	}
	sv := n.sv()
	reference.VisitEnums(v, "sv", &sv)
	for j, state := range sv {
		n.know(j+1, int(state))
	}
	n.sn.Visit(v, "sn")
	reference.VisitEnums(v, "tsv", &n.tsv)
	v.List("tsn", &n.tsn)
}

// sv is the state vector, with node j at j-1; there are at most MaxNodes nodes.
func (n *node) sv() []uint8 {
	list := make([]uint8, n.N)
	for j := range list {
		list[j] = n.state(j + 1)
	}
	return list
}

// state is what this node knows of the state of node j.
func (n *node) state(j int) uint8 {
	switch {
	case j == n.ID:
		return n.own
	case n.others.Has(j):
		return requesting
	}
	return notRequesting
}

// know notes the state of node j.  Of others a node only knows whether they are requesting.
func (n *node) know(j, state int) {
	switch {
	case j == n.ID:
		n.own = uint8(state)
	case state == requesting:
		n.others.Add(j)
	default:
		n.others.Remove(j)
	}
}

// Request uses the token if it is here, and otherwise asks the nodes that may
// get it.
func (n *node) Request(_ int, out *reference.Outbox) {
	if n.own == holding {
		n.own = executing
		return
	}
	n.own = requesting
	n.sn.Set(n.ID, n.sn.At(n.ID)+1)
	n.asked.Clear()
	for j := range n.others.All() {
		n.ask(j, out)
	}
}

// ask sends our latest number to a node.
func (n *node) ask(j int, out *reference.Outbox) {
	if n.repaired {
		n.asked.Add(j)
	}
	out.Send(j, common.Request, int(n.sn.At(n.ID)))
}

// Receive handles a REQUEST or takes the token.
func (n *node) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case common.Request:
		n.receiveRequest(from, m.Fields[0], out)
	case common.Token:
		n.own = executing
		n.tsv = slices.Clone(m.Load[:n.N])
		n.tsn = slices.Clone(m.Load[n.N:])
	}
}

// receiveRequest stores a request that it did not know.  A node that requests
// too asks the sender if it has not asked it before; a node that holds the token
// sends it.
func (n *node) receiveRequest(from, number int, out *reference.Outbox) {
	if n.repaired && n.noNews(from, number) {
		n.receiveNoNews(from, number, out)
		return
	}
	if int(n.sn.At(from)) >= number {
		return
	}
	n.sn.Set(from, int32(number))
	asked := n.others.Has(from)
	n.others.Add(from)
	switch n.own {
	case requesting:
		if !asked {
			n.ask(from, out)
		}
	case holding:
		n.tsv[from-1] = requesting
		n.tsn[from-1] = number
		n.own = notRequesting
		n.sendToken(from, out)
	}
}

// noNews reports whether the request of a REQUEST is already known or served, as
// far as this node, or the token if it is here, knows.
func (n *node) noNews(from, number int) bool {
	switch n.own {
	case executing, holding:
		return number <= n.tsn[from-1]
	}
	return number <= int(n.sn.At(from))
}

// receiveNoNews is the repair.  A REQUEST that was served while it was under way
// shows that its sender relied on this node, and that this node has not asked
// the sender since.  The next request of the sender may then not reach the
// token.  The node therefore stores the REQUEST as any other, and if it requests
// the token, uses it or holds it, it asks the sender, once for each of its own
// requests.
func (n *node) receiveNoNews(from, number int, out *reference.Outbox) {
	n.sn.Set(from, max(n.sn.At(from), int32(number)))
	n.others.Add(from)
	if n.own != notRequesting && !n.asked.Has(from) {
		n.ask(from, out)
	}
}

// sendToken sends the token to a node.
func (n *node) sendToken(to int, out *reference.Outbox) {
	out.SendLoad(to, common.Token, slices.Concat(n.tsv, n.tsn)...)
	n.tsv, n.tsn = nil, nil
}

// MayEnter holds while the token is here for us.
func (n *node) MayEnter() bool { return n.own == executing }

// Exit exchanges knowledge with the token and sends it on if a node is known to
// request.
func (n *node) Exit(out *reference.Outbox) { n.ExitTo(n.choose(), out) }

// ExitTo is Exit with a given next node, 0 for none.
func (n *node) ExitTo(target int, out *reference.Outbox) {
	n.own, n.tsv[n.ID-1] = notRequesting, notRequesting
	for j := 1; j <= n.N; j++ {
		if n.knowsBetter(j) {
			n.tsv[j-1], n.tsn[j-1] = int(n.state(j)), int(n.sn.At(j))
		} else {
			n.know(j, n.tsv[j-1])
			n.sn.Set(j, int32(n.tsn[j-1]))
		}
	}
	if target == 0 {
		n.own = holding
	} else {
		n.sendToken(target, out)
	}
}

// knowsBetter reports whether this node knows a later request of node j than the
// token does.
func (n *node) knowsBetter(j int) bool { return int(n.sn.At(j)) > n.tsn[j-1] }

// Targets returns the nodes among which the policy arbitrary chooses.
func (n *node) Targets() reference.Set {
	if n.policy != common.ArbitraryPolicy {
		return 0
	}
	return n.known()
}

// known returns the other nodes that request, according to the newer of the
// knowledge of this node and of the token.
func (n *node) known() (s reference.Set) {
	for j := 1; j <= n.N; j++ {
		if n.requests(j) {
			s = s.With(j)
		}
	}
	return s
}

// requests reports whether another node requests, according to that knowledge.
func (n *node) requests(j int) bool {
	state := n.tsv[j-1]
	if n.knowsBetter(j) {
		state = int(n.state(j))
	}
	return j != n.ID && state == requesting
}

// choose returns the next requesting node in cyclic order, 0 if there is none.
func (n *node) choose() int {
	for k := range n.N - 1 {
		if j := (n.ID+k)%n.N + 1; n.requests(j) {
			return j
		}
	}
	return 0
}

// MostBytes is the memory that sn and others take at most.
func (n *node) MostBytes() int64 { return n.sn.MostBytes() + int64(n.N/8) }

func nodeAt(w *reference.World, i int) *node { return common.ProgramOf[*node](w, i) }

// Lacks: the token is elsewhere.
func (n *node) Lacks() string { return common.NoToken }
