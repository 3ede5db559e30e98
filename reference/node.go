package reference

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mxgen/mxgen/reference/event"
)

// Phase is where a node's client is: idle, waiting or in its critical section.
type Phase int

// The phases, with the numbers that compared states give them.
const (
	Idle Phase = iota // not interested
	Wait              // has requested, not yet in
	CS                // in its critical section
)

var phaseNames = [...]string{"idle", "wait", "cs"}

// String returns the phase as docs/algorithms.md writes it.
func (p Phase) String() string { return phaseNames[p] }

// Node is the program of one node and its state.  Handlers are deterministic,
// change only their node, and send messages through the Outbox.  The caller
// follows docs/algorithms.md, section 0.2: it checks the guard, changes the
// phase before the handler runs, and runs one handler at a time.
//
// An implementation embeds Client.  Client implements Start, MayRequest,
// Choices, Targets and ExitTo for algorithms that do not need them.
type Node interface {
	// Start sends the messages that are under way initially.  It does not
	// change the node.
	Start(out *Outbox)
	// MayRequest is the guard of a request in addition to being idle.
	MayRequest() bool
	// Request handles a request of the node's client.  The phase is Wait
	// already.  The choice is from 1 to Choices(), or 0 if that is 0.
	Request(choice int, out *Outbox)
	// Receive handles a message from another node.
	Receive(from int, m event.Message, out *Outbox)
	// MayEnter is the entry condition E(i) for a node in Wait.
	MayEnter() bool
	// Exit handles leaving.  The phase is Idle already.
	Exit(out *Outbox)
	// ExitTo handles leaving with a nondeterministic choice: target is any
	// member of Targets().
	ExitTo(target int, out *Outbox)
	// Choices is the number of choices of a request; 0: there is no choice.
	Choices() int
	// Targets is the set of nodes that an exit chooses from; empty: there is no
	// choice.  The phase is CS.
	Targets() Set
	// State visits every variable of the node in a fixed order.
	State(v *Visitor)

	client() *Client
}

// Client is the part of a node that every algorithm has.
type Client struct {
	ID     int  // 1..N
	N      int  // number of nodes
	Rounds int  // requests allowed, 0: any number
	Stays  bool // never leaves its critical section
	Phase  Phase

	requests int // made so far; counted only where Rounds bounds them
}

// client implements Node for every type that embeds Client.
//
//lint:ignore U1000 the types that embed Client are in reference/algorithms
func (c *Client) client() *Client { return c }

// Start sends nothing: initially no message is under way.
func (c *Client) Start(*Outbox) {}

// MayRequest returns true: an idle node may always request.
func (c *Client) MayRequest() bool { return true }

// Choices returns 0: a request has no choice.
func (c *Client) Choices() int { return 0 }

// Targets returns the empty set: an exit has no choice.
func (c *Client) Targets() Set { return 0 }

// ExitTo panics: the machinery does not call it when an exit has no choice.
func (c *Client) ExitTo(target int, _ *Outbox) {
	panic(fmt.Sprintf("reference: node %d cannot choose to exit to %d", c.ID, target))
}

// State visits the variables that every node has.
func (c *Client) State(v *Visitor) {
	v.Int("phase", (*int)(&c.Phase))
	if c.Rounds > 0 {
		v.Int("requests", &c.requests)
	}
}

// SendToOthers sends one message to every node but this one.
func (c *Client) SendToOthers(out *Outbox, kind string, fields ...int) {
	for j := 1; j <= c.N; j++ {
		if j != c.ID {
			out.Send(j, kind, fields...)
		}
	}
}

// mayRequest is the guard of request.
func mayRequest(n Node) bool {
	c := n.client()
	return c.Phase == Idle && (c.Rounds == 0 || c.requests < c.Rounds) && n.MayRequest()
}

// mayExit is the guard of exit.
func (c *Client) mayExit() bool { return c.Phase == CS && !c.Stays }

// Enabled reports whether the node can do e: whether the guard holds and the
// choice exists.  A receive is always enabled at a node; World.Can asks the
// network whether the message is there.
func Enabled(n Node, e event.Event) bool {
	c := n.client()
	switch e.Kind {
	case event.Request:
		k := n.Choices()
		return mayRequest(n) && e.Choice <= k && (e.Choice > 0) == (k > 0)
	case event.Receive:
		return true
	case event.Enter:
		return c.Phase == Wait && n.MayEnter()
	case event.Exit:
		if !c.mayExit() {
			return false
		}
		targets := n.Targets()
		return e.Choice == 0 && targets == 0 || targets.Has(e.Choice)
	}
	return false
}

// Handle changes the phase and runs the handler of an enabled event.  It
// appends the messages that the node sends to out.
func Handle(n Node, e event.Event, out *Outbox) {
	c := n.client()
	switch e.Kind {
	case event.Request:
		c.Phase = Wait
		if c.Rounds > 0 {
			c.requests++
		}
		n.Request(e.Choice, out)
	case event.Receive:
		n.Receive(e.Peer, e.Msg, out)
	case event.Enter:
		c.Phase = CS
	case event.Exit:
		c.Phase = Idle
		if e.Choice == 0 {
			n.Exit(out)
		} else {
			n.ExitTo(e.Choice, out)
		}
	}
}

// OwnEvent returns an enabled event of the node's client, with a random choice where the
// algorithm leaves one.  It enters and leaves before it requests; requests says whether the
// client wants anything more.
func OwnEvent(n Node, requests bool, random *rand.Rand) (event.Event, bool) {
	for _, kind := range []event.Kind{event.Enter, event.Exit, event.Request} {
		e := event.Event{Kind: kind, Node: n.client().ID}
		if kind == event.Request {
			if !requests {
				continue
			}
			if k := n.Choices(); k > 0 {
				e.Choice = 1 + random.IntN(k)
			}
		}
		if kind == event.Exit {
			if targets := slices.Collect(n.Targets().All()); len(targets) > 0 {
				e.Choice = targets[random.IntN(len(targets))]
			}
		}
		if Enabled(n, e) {
			return e, true
		}
	}
	return event.Event{}, false
}

// PhaseOf returns where the node's client is.
func PhaseOf(n Node) Phase { return n.client().Phase }
