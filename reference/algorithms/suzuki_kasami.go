package algorithms

import (
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// The algorithm of Suzuki and Kasami (slides, "Suzuki-Kasami's broadcast
// algorithm"; docs/algorithms.md, A8): a node that requests broadcasts the
// number of its request.  The token carries the number of each node's last
// served request, which identifies outdated requests, and a queue of the nodes
// that get it next.
//
// In REQUEST(i, n) of the slides, i is the sender, which the network knows.
var suzukiKasamiAlgorithm = reference.Algorithm{
	Name:              "suzuki-kasami",
	Messages:          []string{request, token},
	Check:             checkSuzukiKasami,
	Programs:          each(newSuzukiKasami),
	Normalise:         normaliseNumberedToken,
	SentFor:           sentForAsker(token),
	RefinementMapping: refineSuzukiKasami,
	Picture:           drawSuzukiKasami,
	Properties:        suzukiKasamiProperties,
}

// suzukiKasami is one node.  In lists, node j is element j-1.
type suzukiKasami struct {
	reference.Client
	rn    []int // highest known number of a request of each node
	token bool  // the token is here
	ln    []int // on the token: number of each node's last served request
	queue []int // on the token: nodes that get it next, oldest first
}

func checkSuzukiKasami(cfg config.Config) error {
	if err := checkNumberedToken(cfg); err != nil {
		return err
	}
	return rejectSwitches(cfg)
}

func newSuzukiKasami(cfg config.Config, i int) (reference.Node, error) {
	n := &suzukiKasami{rn: make([]int, cfg.N)}
	if i == cfg.Token {
		n.token, n.ln = true, make([]int, cfg.N)
	}
	return n, nil
}

// State visits the node's variables.
func (n *suzukiKasami) State(v *reference.Visitor) {
	n.Client.State(v)
	v.List("rn", &n.rn)
	v.Bool("token", &n.token)
	v.List("ln", &n.ln)
	v.List("queue", &n.queue)
}

// Request broadcasts the number of the request, unless the token is here.
func (n *suzukiKasami) Request(_ int, out *reference.Outbox) {
	if n.token {
		return
	}
	n.rn[n.ID-1]++
	n.SendToOthers(out, request, n.rn[n.ID-1])
}

// Receive handles a REQUEST or takes the token.
func (n *suzukiKasami) Receive(from int, m event.Message, out *reference.Outbox) {
	switch m.Kind {
	case request:
		n.rn[from-1] = max(n.rn[from-1], m.Fields[0])
		if n.token && n.Phase == reference.Idle && n.outstanding(from) {
			n.pass(out)
		}
	case token:
		n.token = true
		n.ln = append(n.ln[:0], m.Load[:n.N]...)
		n.queue = append(n.queue[:0], m.Load[n.N:]...)
	}
}

// outstanding reports whether the last known request of j is not served.  The
// token must be here.
func (n *suzukiKasami) outstanding(j int) bool { return n.rn[j-1] == n.ln[j-1]+1 }

// MayEnter holds while the token is here.
func (n *suzukiKasami) MayEnter() bool { return n.token }

// Exit notes on the token that the request is served, and passes it on.
func (n *suzukiKasami) Exit(out *reference.Outbox) {
	n.ln[n.ID-1] = n.rn[n.ID-1]
	n.pass(out)
}

// pass queues the other nodes with an outstanding request and sends the token to
// the head of the queue.  The token stays if the queue is empty.
func (n *suzukiKasami) pass(out *reference.Outbox) {
	for j := 1; j <= n.N; j++ {
		if j != n.ID && n.outstanding(j) && !slices.Contains(n.queue, j) {
			n.queue = append(n.queue, j)
		}
	}
	if len(n.queue) == 0 {
		return
	}
	out.SendLoad(n.queue[0], token, append(n.ln, n.queue[1:]...)...)
	n.token, n.ln, n.queue = false, n.ln[:0], n.queue[:0]
}

// served returns the numbers on the token, nil if it is not here.
func (n *suzukiKasami) served() []int {
	if !n.token {
		return nil
	}
	return n.ln
}

// lower subtracts the numbers of served requests, by node.
func (n *suzukiKasami) lower(served []int) { lowerAll(n.rn, served) }

func suzukiKasamiAt(w *reference.World, i int) *suzukiKasami { return programOf[*suzukiKasami](w, i) }
