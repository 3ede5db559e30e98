// Package diff compares two traces of one configuration and explains the first
// difference.
//
//	r, err := diff.Compare(a, b, false) // r.Equal, r.Divergence
//
// By default it compares the traces as partial orders, by happens-before: the
// order of the events at each node, and the sending of a message before its
// receipt.  Two interleavings of one partial order are equal.
//
// Because handlers are deterministic, it suffices to compare the sequence of
// events of each node.  Equal sequences of events give equal sequences of sent
// messages.  They also give equal happens-before relations if the k-th receipt
// of a message at i from j is matched with its k-th sending.  On a fifo link
// this matching is the true one.  On an unordered link two equal messages under
// way are interchangeable: no node sees the difference, and this matching
// allows every interleaving that another one allows.  A trace therefore does
// not say which of two equal messages was received.
//
// Both traces are executed too.  One that is not a run of its algorithm is equal to nothing.
//
// Non-goals: finding the cause of a difference, and comparing more than two
// traces.
package diff

import (
	"fmt"
	"iter"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/trace"
)

// Schema names the JSON of a Result.
const Schema = "mxgen.diff/v1"

// Side is one of the two traces.
type Side struct {
	Config config.Config
	// Steps yields the trace from its beginning, at every call.  It yields an
	// error last.
	Steps func() iter.Seq2[trace.Step, error]
}

// The modes of a comparison.
const (
	PartialOrder = "partial-order" // by happens-before
	Exact        = "exact"         // step by step
)

// Result is the outcome of a comparison.
type Result struct {
	Schema string `json:"schema"`
	Mode   string `json:"mode"`
	Equal  bool   `json:"equal"`
	// Events is the number of events of each trace, if they are equal.
	Events     int         `json:"events,omitempty"`
	Divergence *Divergence `json:"divergence,omitempty"`
	// Impossible has for each trace that is not a run of its algorithm its first step that
	// is none.  Such a trace is equal to nothing, not even to itself.
	Impossible []Impossible `json:"impossible,omitempty"`
}

// The kinds of difference between two steps.
const (
	ByEvent = "event" // different events, or one trace has ended
	BySends = "sends" // one event, but other messages are sent
	ByState = "state" // one event, but the node is in another state afterwards
)

// Divergence is the first step that differs.  A partial order can have several
// first differences.  Compare takes one that no other difference precedes in
// either trace.  If there is none, it takes one that no other difference
// precedes in trace A.
type Divergence struct {
	Node    int    `json:"node"`  // whose events differ; Exact: 0 if the events are at two nodes
	Index   int    `json:"index"` // of the step among those of the node, Exact: among all, from 1
	Differs string `json:"differs"`
	A       Point  `json:"a"`
	B       Point  `json:"b"`
}

// Point is the position of one trace at the difference.
type Point struct {
	Line  int         `json:"line,omitempty"`  // of the event
	Event string      `json:"event,omitempty"` // empty: the trace has ended
	Sends []string    `json:"sends,omitempty"` // where they differ
	After trace.State `json:"after,omitempty"` // the state after the event, where it differs
	State trace.State `json:"state"`           // the node's variables before the event
	// Possible has the enabled events: of the node, or, Exact, of all nodes.
	Possible []string `json:"possible"`
	// Misfit is set if an earlier step of the trace is not a step of the
	// program, and says why.  State and Possible are then those of the last
	// world that the program has reached.
	Misfit string `json:"misfit,omitempty"`
}

// Compare compares two traces.  It returns an error if reading fails, and a
// *config.Error if the traces have different configurations.
func Compare(a, b Side, exact bool) (Result, error) {
	if err := comparable(a.Config, b.Config); err != nil {
		return Result{}, err
	}
	p, mode := pair{a, b}, PartialOrder
	find := p.partial
	if exact {
		find, mode = p.exact, Exact
	}
	differences, events, err := find()
	if err != nil {
		return Result{}, err
	}
	r := Result{Schema: Schema, Mode: mode}
	if r.Impossible, err = p.impossible(); err != nil {
		return Result{}, err
	}
	switch {
	case len(differences) > 0:
		r.Divergence, err = p.explain(differences, exact)
	case len(r.Impossible) == 0:
		r.Equal, r.Events = true, events
	}
	return r, err
}

// pair has the two traces of a comparison, a first.
type pair [2]Side

// comparable rejects two configurations that differ in something that nodes can
// see.  Nodes cannot see the name of a topology, a bug of the model, and the
// number of rounds.
func comparable(a, b config.Config) error {
	for _, c := range []*config.Config{&a, &b} {
		c.Topology, c.Bug, c.Rounds = "", "", 0
	}
	if a.String() == b.String() && slices.Equal(a.Edges, b.Edges) {
		return nil
	}
	return &config.Error{Operand: "traces", Reason: "of different configurations: " + describe(a) + ", and " + describe(b)}
}

func describe(c config.Config) string {
	text := c.String()
	for _, e := range c.Edges {
		text += fmt.Sprintf(" %d-%d", e[0], e[1])
	}
	return text
}

// difference is the first step of a node that differs.
type difference struct {
	node    int // Exact: 0 if the steps are of two nodes
	index   int // from 1
	differs string
	sides   [2]place
}

// place is the position of a difference in one trace.
type place struct {
	position int         // of the step, from 1; one after the last: the trace has ended
	step     *trace.Step // nil: the trace has ended
}

// compareSteps returns the kind of difference between two steps, "" if there is
// none.  It ignores what one of the steps omits.
func compareSteps(a, b *trace.Step) string {
	switch {
	case !a.Event.Equal(b.Event):
		return ByEvent
	case !a.NoSends && !b.NoSends && !trace.SameSends(a.Sends, b.Sends):
		return BySends
	case !a.NoState && !b.NoState && !sameState(a.After, b.After):
		return ByState
	}
	return ""
}

// sameState compares the variables that both states have.
func sameState(a, b trace.State) bool {
	return !slices.ContainsFunc(a, func(v reference.Var) bool {
		w, both := b.Find(v.Name)
		return both && !v.Equal(w)
	})
}
