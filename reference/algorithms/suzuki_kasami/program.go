// Package suzukikasami is the algorithm of Suzuki and Kasami (slides, "Suzuki-Kasami's broadcast
// algorithm"; docs/algorithms.md, A8): a node that requests broadcasts the number of its request.
// The token carries the number of each node's last served request, which identifies outdated
// requests, and a queue of the nodes that get it next.
//
// In REQUEST(i, n) of the slides, i is the sender, which the network knows.
package suzukikasami

import (
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// Algorithm is the entry of the algorithm.
var Algorithm = reference.Algorithm{
	Name:              "suzuki-kasami",
	Messages:          []string{common.Request, common.Token},
	Check:             check,
	Programs:          common.Each(newNode),
	Normalise:         common.NormaliseNumberedToken,
	SentFor:           common.SentForAsker(common.Token),
	RefinementMapping: refine,
	Picture:           draw,
	Properties:        properties,
}

// node is one node.  In ln, node j is element j-1.
type node struct {
	reference.Client
	rn    reference.Numbers[int32] // highest known number of a request of each node
	token bool                     // the token is here
	ln    []int                    // on the token: number of each node's last served request
	queue []int                    // on the token: nodes that get it next, oldest first
}

func check(cfg config.Config) error {
	if err := common.CheckNumberedToken(cfg); err != nil {
		return err
	}
	return common.RejectSwitches(cfg)
}

func newNode(cfg config.Config, i int) (reference.Node, error) {
	n := &node{rn: reference.NewNumbers[int32](cfg.N)}
	if i == cfg.Token {
		n.token, n.ln = true, make([]int, cfg.N)
	}
	return n, nil
}

// State visits the node's variables.
func (n *node) State(v *reference.Visitor) {
	n.Client.State(v)
	n.rn.Visit(v, "rn")
	v.Bool("token", &n.token)
	v.List("ln", &n.ln)
	v.Nodes("queue", &n.queue)
}

// Request broadcasts the number of the request, unless the token is here.
func (n *node) Request(_ int, out *reference.Outbox) {
	if n.token {
		return
	}
	n.rn.Set(n.ID, n.rn.At(n.ID)+1)
	n.SendToOthers(out, common.Request, int(n.rn.At(n.ID)))
}

// Receive handles a REQUEST or takes the token.
func (n *node) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case common.Request:
		n.rn.Set(from, max(n.rn.At(from), int32(m.Fields[0])))
		if n.token && n.Phase == reference.Idle && n.outstanding(from) {
			n.pass(out)
		}
	case common.Token:
		n.token = true
		n.ln = append(n.ln[:0], m.Load[:n.N]...)
		n.queue = append(n.queue[:0], m.Load[n.N:]...)
	}
}

// outstanding reports whether the last known request of j is not served.  The
// token must be here.
func (n *node) outstanding(j int) bool { return int(n.rn.At(j)) == n.ln[j-1]+1 }

// MayEnter holds while the token is here.
func (n *node) MayEnter() bool { return n.token }

// Exit notes on the token that the request is served, and passes it on.
func (n *node) Exit(out *reference.Outbox) {
	n.ln[n.ID-1] = int(n.rn.At(n.ID))
	n.pass(out)
}

// pass queues the other nodes with an outstanding request and sends the token to
// the head of the queue.  The token stays if the queue is empty.
func (n *node) pass(out *reference.Outbox) {
	for j := 1; j <= n.N; j++ {
		if j != n.ID && n.outstanding(j) && !slices.Contains(n.queue, j) {
			n.queue = append(n.queue, j)
		}
	}
	if len(n.queue) == 0 {
		return
	}
	out.SendLoad(n.queue[0], common.Token, append(n.ln, n.queue[1:]...)...)
	n.token, n.ln, n.queue = false, nil, nil
}

// Served returns the numbers on the token, nil if it is not here.
func (n *node) Served() []int {
	if !n.token {
		return nil
	}
	return n.ln
}

// Lower subtracts the numbers of served requests, by node.
func (n *node) Lower(served []int) { common.LowerAll(n.rn.Small(), served) }

// MostBytes is the memory that rn takes at most.
func (n *node) MostBytes() int64 { return n.rn.MostBytes() }

func nodeAt(w *reference.World, i int) *node { return common.ProgramOf[*node](w, i) }

// Lacks: the token is elsewhere.
func (n *node) Lacks() string { return common.NoToken }
