package reference

import (
	"fmt"

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

// String is the phase as the spec writes it.
func (p Phase) String() string { return phaseNames[p] }

// Node is the program of one node and its state.  Handlers are deterministic,
// touch nothing but the node, and put what they send into the Outbox.  The
// caller holds to spec section 0.2: it checks the guards, moves the phase
// before the handler runs, and runs one handler at a time.
//
// An implementation embeds Client and may leave out Start, MayRequest, Choices,
// Targets and ExitTo.
type Node interface {
	// Start sends what is under way initially.  It changes nothing else.
	Start(out *Outbox)
	// MayRequest is what else than being idle a request needs.
	MayRequest() bool
	// Request handles the node's wish to enter.  The phase is Wait already.
	// The choice is from 1 to Choices(), 0 where there are none.
	Request(choice int, out *Outbox)
	// Receive handles a message from another node.
	Receive(from int, m event.Message, out *Outbox)
	// MayEnter is the entry condition E(i) for a node in Wait.
	MayEnter() bool
	// Exit handles leaving.  The phase is Idle already.
	Exit(out *Outbox)
	// ExitTo handles leaving where the target, a member of Targets(), is
	// chosen at will.
	ExitTo(target int, out *Outbox)
	// Choices is how many numbers a request may choose from, 0: none.
	Choices() int
	// Targets is the nodes that an exit may choose from, empty: nothing is to
	// be chosen.  The phase is CS.
	Targets() Set
	// State visits every variable of the node, always in the same order.
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

func (c *Client) client() *Client { return c }

// Start sends nothing: initially nothing is under way.
func (c *Client) Start(*Outbox) {}

// MayRequest says that an idle node may always request.
func (c *Client) MayRequest() bool { return true }

// Choices says that a request has nothing to choose.
func (c *Client) Choices() int { return 0 }

// Targets says that an exit has nothing to choose.
func (c *Client) Targets() Set { return 0 }

// ExitTo is never called where an exit has nothing to choose.
func (c *Client) ExitTo(target int, _ *Outbox) {
	panic(fmt.Sprintf("reference: node %d cannot choose to exit to %d", c.ID, target))
}

// State visits what every node has.
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

// Enabled reports whether the node by itself can do e: whether its guard
// holds and whether the choice exists.  A receive is always possible for
// a node; whether its message is there is for the network to say.
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

// Handle runs the handler of an event that is enabled, moving the phase first.
// What the node sends is appended to out.
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
