// Package diff compares two traces of one configuration.
//
// By default it compares them as partial orders, by happens-before: the order
// of the events at each node, and the sending of a message before its
// arrival.  Two interleavings of one partial order are equal.
//
// For nodes whose handlers are deterministic it is enough to compare, node by
// node, the sequences of its events.  Equal sequences of events give equal
// sequences of sends; and they give equal happens-before, if the k-th arrival
// of a message at i from j is matched with its k-th sending.  With fifo that
// is what happened.  Without order two equal messages under way can be
// exchanged for each other: no node sees the difference, and every
// interleaving that another matching allows, this one allows too.  So which
// of them arrived is no part of a trace, and none of the comparison.
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
	// Steps yields the trace from its beginning, each time it is called.  An
	// error is the last that it yields.
	Steps func() iter.Seq2[trace.Step, error]
}

// The ways to compare.
const (
	PartialOrder = "partial-order" // by happens-before
	Exact        = "exact"         // step by step
)

// Result is the outcome of a comparison.
type Result struct {
	Schema string `json:"schema"`
	Mode   string `json:"mode"`
	Equal  bool   `json:"equal"`
	// Events is how many each trace has, if they are equal.
	Events     int         `json:"events,omitempty"`
	Divergence *Divergence `json:"divergence,omitempty"`
}

// The ways in which two steps can differ.
const (
	ByEvent = "event" // different events, or one trace has ended
	BySends = "sends" // one event, but other messages are sent
	ByState = "state" // one event, but the node is in another state afterwards
)

// Divergence is the first step that differs.  As a partial order a trace has
// no one first step; this is one that no other difference precedes in either
// trace, or, if each difference is preceded by another in one of them, one
// that none precedes in trace A.
type Divergence struct {
	Node    int    `json:"node"`  // whose events differ; Exact: 0 if of two nodes
	Index   int    `json:"index"` // of the step among the node's, Exact: among all, from 1
	Differs string `json:"differs"`
	A       Point  `json:"a"`
	B       Point  `json:"b"`
}

// Point is where one trace is when the two part.
type Point struct {
	Line  int         `json:"line,omitempty"`  // of the event
	Event string      `json:"event,omitempty"` // empty: the trace has ended
	Sends []string    `json:"sends,omitempty"` // where they differ
	After trace.State `json:"after,omitempty"` // the state after the event, where it differs
	State trace.State `json:"state"`           // the node's variables before the event
	// Possible are the events that could happen then: at the node, or, Exact,
	// anywhere.
	Possible []string `json:"possible"`
	// Misfit is why the trace is no behaviour of the program before that
	// already, in which case State and Possible are those of the program
	// as far as it could follow.
	Misfit string `json:"misfit,omitempty"`
}

// Compare compares two traces.  The error is one of reading, or a
// *config.Error if the two are not of one configuration.
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
	r := Result{Schema: Schema, Mode: mode, Equal: len(differences) == 0}
	switch {
	case err != nil:
		return Result{}, err
	case r.Equal:
		r.Events = events
		return r, nil
	}
	r.Divergence, err = p.explain(differences, exact)
	return r, err
}

// pair is the two traces of a comparison, a first.
type pair [2]Side

// comparable refuses two configurations that differ in what nodes can see.
// The name of a topology, a bug of the model, and budgets are none of that.
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

// difference is a node's first step that differs.
type difference struct {
	node    int // Exact: 0 if the steps are of two nodes
	index   int // from 1
	differs string
	sides   [2]place
}

// place is where a difference is in one trace.
type place struct {
	position int         // of the step, from 1; one after the last: the trace has ended
	step     *trace.Step // nil: the trace has ended
}

// compareSteps returns how two steps differ, "" if they do not.  What only
// one of them says is not compared.
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
