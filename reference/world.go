package reference

import (
	"fmt"
	"iter"
	"slices"

	"github.com/mxgen/mxgen/reference/event"
)

// World is one global state: the nodes and the messages under way.  One
// goroutine at a time may use it.
type World struct {
	sys     *System
	nodes   []Node
	net     network
	out     Outbox
	visitor Visitor
	lister  Visitor // of Listed
	cells   Cells

	flights []InFlight // the network decoded
	decoded bool       // flights is up to date
	base    base
}

// System returns the system whose state the world is.
func (w *World) System() *System { return w.sys }

// N returns the number of nodes.
func (w *World) N() int { return len(w.nodes) }

// FIFO reports whether a link delivers messages in the order of sending.
func (w *World) FIFO() bool { return w.net.fifo }

// Node returns the program of node i, 1..N.
func (w *World) Node(i int) Node { return w.nodes[i-1] }

// Phase returns the phase of node i, 1..N.
func (w *World) Phase(i int) Phase { return w.nodes[i-1].client().Phase }

// InFlight returns the messages under way, in canonical order.  The result is
// valid until the world changes; the caller must not change it.
func (w *World) InFlight() []InFlight {
	if !w.decoded {
		w.flights = w.net.decode(w.flights[:0], &w.out.fields)
		w.decoded = true
	}
	return w.flights
}

// Crowded reports whether two messages of one class are under way on one link.
// Fairness by class is then weaker than fairness by message.
func (w *World) Crowded() bool {
	flights := w.InFlight()
	for k := range flights {
		for l := k + 1; l < len(flights) && sameLink(&flights[k], &flights[l]); l++ {
			if flights[k].Msg.Kind == flights[l].Msg.Kind {
				return true
			}
		}
	}
	return false
}

func sameLink(a, b *InFlight) bool { return a.From == b.From && a.To == b.To }

// Enabled yields every event that is enabled at the time of the call, in a
// fixed order: requests, receives, entries, exits, each by node.  The caller
// may keep the events and change the world while it reads them.
func (w *World) Enabled() iter.Seq[event.Event] {
	events := w.AppendEnabled(nil)
	for k := range events {
		events[k] = events[k].Clone()
	}
	return slices.Values(events)
}

// AppendEnabled appends every enabled event, in the order of Enabled.  The
// events are valid until the world changes; Clone makes a copy that stays.
func (w *World) AppendEnabled(events []event.Event) []event.Event {
	for i, n := range w.nodes {
		if !mayRequest(n) {
			continue
		}
		k := n.Choices()
		for choice := min(1, k); choice <= k; choice++ {
			events = append(events, event.Event{Kind: event.Request, Node: i + 1, Choice: choice})
		}
	}
	flights := w.InFlight()
	for k := range flights {
		f := &flights[k]
		if f.To == 0 {
			continue // sent to nobody: only a wrong algorithm does this
		}
		if k > 0 && sameLink(&flights[k-1], f) && (w.net.fifo || flights[k-1].Msg.Equal(f.Msg)) {
			continue // behind another message, or equal to it
		}
		events = append(events, event.Event{Kind: event.Receive, Node: f.To, Peer: f.From, Msg: f.Msg})
	}
	for i, n := range w.nodes {
		if n.client().Phase == Wait && n.MayEnter() {
			events = append(events, event.Event{Kind: event.Enter, Node: i + 1})
		}
	}
	for i, n := range w.nodes {
		if !n.client().mayExit() {
			continue
		}
		targets := n.Targets()
		if targets == 0 {
			events = append(events, event.Event{Kind: event.Exit, Node: i + 1})
			continue
		}
		for j := range targets.All() {
			events = append(events, event.Event{Kind: event.Exit, Node: i + 1, Choice: j})
		}
	}
	return events
}

// Can reports whether e is enabled.
func (w *World) Can(e event.Event) bool {
	if e.Node < 1 || e.Node > len(w.nodes) || !Enabled(w.nodes[e.Node-1], e) {
		return false
	}
	if e.Kind != event.Receive {
		return true
	}
	_, size := w.net.find(e)
	return size > 0
}

// Step executes e and returns the messages that were sent, valid until the
// world changes again.  The world is in normal form afterwards, unless it is
// raw; the returned messages have the numbers that the node sent.  If e is not
// enabled, Step returns an error and the world does not change.
func (w *World) Step(e event.Event) ([]event.Send, error) {
	if e.Node < 1 || e.Node > len(w.nodes) {
		return nil, fmt.Errorf("%s: nodes are 1 to %d", e, len(w.nodes))
	}
	n := w.nodes[e.Node-1]
	can := Enabled(n, e)
	if can && e.Kind == event.Receive {
		e.Msg.Load, can = w.net.take(e, &w.out.fields)
	}
	if !can {
		return nil, fmt.Errorf("%s: cannot happen here; possible are %s", e, w.possible())
	}
	w.base.touch(e.Node)
	w.decoded = false
	w.out.sends = w.out.sends[:0]
	Handle(n, e, &w.out)
	for _, s := range w.out.sends {
		w.net.put(e.Node, s.To, s.Msg)
	}
	w.normalise()
	return w.out.sends, nil
}

// possible lists the enabled events for an error message.
func (w *World) possible() string {
	var labels []string
	for e := range w.Enabled() {
		labels = append(labels, e.String())
	}
	return fmt.Sprintf("%q", labels)
}

// Normalise brings a raw world into its normal form and returns the number that
// was subtracted from every number.  It returns 0 for an algorithm without
// normal form.
func (w *World) Normalise() (shift int) {
	w.base.touchAll()
	return w.sys.Algorithm.normalise(w)
}

// normalise brings a world that is not raw into its normal form.
func (w *World) normalise() {
	if w.sys.normal && w.sys.Algorithm.normalise(w) != 0 {
		w.base.touchAll()
	}
}

// RewriteMessages calls do, which may change the fields, for every message
// under way.  Normal forms use it.
func (w *World) RewriteMessages(do func(*InFlight)) {
	flights := w.InFlight()
	w.net.bytes = w.net.bytes[:0]
	before := w.net.tracked.rewrite()
	for k := range flights {
		f := &flights[k]
		do(f)
		if k > 0 && sameLink(&flights[k-1], f) {
			w.net.put(f.From, f.To, f.Msg) // its place may be another now
		} else {
			w.net.tracked.put(k)
			w.net.bytes = w.net.append(w.net.bytes, f.From, f.To, f.Msg)
		}
	}
	w.net.tracked.rewritten(before)
	w.decoded = false
}

// EachLink calls do for every ordered pair of nodes, including the pairs of a
// node with itself, with the messages under way from one to the other.
func (w *World) EachLink(do func(from, to int, link []InFlight)) {
	rest := w.InFlight()
	for j := 1; j <= len(w.nodes); j++ {
		for i := 1; i <= len(w.nodes); i++ {
			n := 0
			for n < len(rest) && rest[n].From == j && rest[n].To == i {
				n++
			}
			do(j, i, rest[:n])
			rest = rest[n:]
		}
	}
}

// DropMessages removes the messages for which unwanted returns true.  Normal
// forms use it.
func (w *World) DropMessages(unwanted func(*InFlight) bool) {
	flights := w.InFlight()
	kept, dropped := w.net.bytes[:0], 0
	for k, b := 0, w.net.bytes; len(b) > 0; k++ {
		size := end(b)
		if !unwanted(&flights[k]) {
			kept = append(kept, b[:size]...)
		} else {
			w.net.tracked.take(k - dropped)
			dropped++
		}
		b = b[size:]
	}
	w.net.bytes = kept
	w.decoded = false
}

// Vars returns the variables of node i by name, in a fixed order.
func (w *World) Vars(i int) []Var { return Vars(w.nodes[i-1]) }

// Listed is Vars into memory that the world's next Listed uses again.
func (w *World) Listed(i int) []Var {
	v := &w.lister
	v.mode, v.vars, v.kinds, v.of = list, v.vars[:0], v.kinds[:0], v.of[:0]
	w.nodes[i-1].State(v)
	return v.vars
}

// Vars returns the variables of a node by name, in a fixed order.
func Vars(n Node) []Var {
	v := Visitor{mode: list}
	n.State(&v)
	return v.vars
}

// VarKinds returns the types of the variables that Vars returns.
func VarKinds(n Node) []VarKind {
	v := Visitor{mode: list}
	n.State(&v)
	return v.kinds
}

// Receives reports whether e receives the message with this index in InFlight, or one that
// is equal to it and arrives as well: on an unordered link.
func (w *World) Receives(e event.Event, at int) bool {
	if e.Kind != event.Receive {
		return false
	}
	flights := w.InFlight()
	f := &flights[at]
	if w.net.fifo && at > 0 && sameLink(&flights[at-1], f) {
		return false // behind another message
	}
	return f.From == e.Peer && f.To == e.Node && f.Msg.Equal(e.Msg)
}
