package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// The token-passing algorithm of Ricart and Agrawala (Ben-Ari, Algorithm 10.3;
// thesis, section 2.4; docs/algorithms.md, A7): a node that requests sends the
// number of its request to every other node.  The token carries the number of
// each node's last granted request, so that the node that has it knows which
// nodes wait.
//
// The variant is the policy that chooses among the waiting nodes: arbitrary
// chooses any (Ben-Ari), cyclic the next one in the order of nodes (Ricart and
// Agrawala), minnumber the one with the smallest number (thesis).
var ricartAgrawalaTokenAlgorithm = reference.Algorithm{
	Name:              "ricart-agrawala-token",
	Messages:          []string{request, token},
	Check:             checkRicartAgrawalaToken,
	Programs:          each(newRicartAgrawalaToken),
	Normalise:         normaliseNumberedToken,
	SentFor:           sentForAsker(token),
	RefinementMapping: refineRicartAgrawalaToken,
	Picture:           drawRicartAgrawalaToken,
	Properties:        ricartAgrawalaTokenProperties,
}

// ricartAgrawalaToken is one node.  In lists, node j is element j-1.
type ricartAgrawalaToken struct {
	reference.Client
	policy    string // how the next node is chosen, constant
	num       int    // number of our last request
	requested []int  // highest number received from each other node; ours stays 0
	token     bool   // the token is here
	granted   []int  // on the token: number of each node's last request granted
}

// The policies, by the names of their switches.
const (
	arbitraryPolicy = "arbitrary"
	cyclicPolicy    = "cyclic"
	minNumberPolicy = "minnumber"
)

// checkArbitrary refuses the policy arbitrary where the nodes to choose from do
// not fit into a Set.
func checkArbitrary(cfg config.Config) error {
	if cfg.Variant.Has(arbitraryPolicy) && cfg.N > reference.MaxNodes {
		return fmt.Errorf("variant %s: n %d: want at most %d", arbitraryPolicy, cfg.N, reference.MaxNodes)
	}
	return nil
}

// policyOf returns the policy of a configuration; the default is cyclic.
func policyOf(cfg config.Config) string {
	if len(cfg.Variant) == 0 {
		return cyclicPolicy
	}
	return cfg.Variant[0].Name
}

func checkRicartAgrawalaToken(cfg config.Config) error {
	if err := checkNumberedToken(cfg); err != nil {
		return err
	}
	if err := rejectSwitches(cfg, arbitraryPolicy, cyclicPolicy, minNumberPolicy); err != nil {
		return err
	}
	if len(cfg.Variant) > 1 {
		return fmt.Errorf("variant %s: want one policy", cfg.Variant)
	}
	if err := checkArbitrary(cfg); err != nil {
		return err
	}
	if policyOf(cfg) == minNumberPolicy && cfg.Rounds == 0 {
		return fmt.Errorf("variant %s: needs rounds, because it reads the numbers themselves, which grow", minNumberPolicy)
	}
	return nil
}

func newRicartAgrawalaToken(cfg config.Config, i int) (reference.Node, error) {
	n := &ricartAgrawalaToken{policy: policyOf(cfg), requested: make([]int, cfg.N)}
	if i == cfg.Token {
		n.token, n.granted = true, make([]int, cfg.N)
	}
	return n, nil
}

// State visits the node's variables.
func (n *ricartAgrawalaToken) State(v *reference.Visitor) {
	n.Client.State(v)
	v.Int("num", &n.num)
	v.List("requested", &n.requested)
	v.Bool("token", &n.token)
	v.List("granted", &n.granted)
}

// Request asks every other node, unless the token is here (Main, p2 to p5).
func (n *ricartAgrawalaToken) Request(_ int, out *reference.Outbox) {
	if n.token {
		return
	}
	n.num++
	n.SendToOthers(out, request, n.num)
}

// Receive handles a REQUEST (task Receive) or takes the token (Main, p6).
// A node with the token that has requested keeps it until it leaves.
func (n *ricartAgrawalaToken) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case request:
		n.requested[from-1] = max(n.requested[from-1], m.Fields[0])
		if n.token && n.Phase == reference.Idle {
			n.sendToken(n.choose(), out)
		}
	case token:
		n.token = true
		n.granted = append(n.granted[:0], m.Load...)
	}
}

// MayEnter holds while the token is here.
func (n *ricartAgrawalaToken) MayEnter() bool { return n.token }

// Exit notes on the token that the request is granted, and sends the token to
// the node that the policy chooses (Main, p10 to p12).
func (n *ricartAgrawalaToken) Exit(out *reference.Outbox) { n.ExitTo(n.choose(), out) }

// ExitTo is Exit with the policy arbitrary: target is any waiting node.
func (n *ricartAgrawalaToken) ExitTo(target int, out *reference.Outbox) {
	n.granted[n.ID-1] = n.num
	n.sendToken(target, out)
}

// Targets returns the nodes among which the policy arbitrary chooses.
func (n *ricartAgrawalaToken) Targets() reference.Set {
	if n.policy != arbitraryPolicy {
		return 0
	}
	return n.pending()
}

// sendToken sends the token to a node; to 0 it sends nothing, so that the token
// is not lost (docs/algorithms.md, section 7, B3).
func (n *ricartAgrawalaToken) sendToken(to int, out *reference.Outbox) {
	if to == 0 {
		return
	}
	out.SendLoad(to, token, n.granted...)
	n.token, n.granted = false, n.granted[:0]
}

// pending returns the nodes whose known requests are not granted.  It is empty
// if the token is not here.
func (n *ricartAgrawalaToken) pending() (p reference.Set) {
	for j := 1; j <= len(n.granted); j++ {
		if n.waits(j) {
			p = p.With(j)
		}
	}
	return p
}

// waits reports whether node j is among the pending nodes.
func (n *ricartAgrawalaToken) waits(j int) bool {
	return len(n.granted) > 0 && j != n.ID && n.requested[j-1] > n.granted[j-1]
}

// choose returns one of the pending nodes, 0 if there is none.  With the policy
// arbitrary there is at most one here, because Targets chooses among more.
func (n *ricartAgrawalaToken) choose() (chosen int) {
	for k := range n.N - 1 {
		j := (n.ID+k)%n.N + 1 // in cyclic order, from the next node on
		switch {
		case !n.waits(j):
		case chosen == 0:
			chosen = j
		case n.policy == minNumberPolicy && precedes(n.requested[j-1], j, n.requested[chosen-1], chosen):
			chosen = j
		}
	}
	return chosen
}

// served returns the numbers on the token, nil if it is not here.
func (n *ricartAgrawalaToken) served() []int {
	if !n.token {
		return nil
	}
	return n.granted
}

// lower subtracts the numbers of granted requests, by node.
func (n *ricartAgrawalaToken) lower(granted []int) {
	lowerAll(n.requested, granted)
	n.num = max(0, n.num-granted[n.ID-1])
}

func ricartAgrawalaTokenAt(w *reference.World, i int) *ricartAgrawalaToken {
	return programOf[*ricartAgrawalaToken](w, i)
}
