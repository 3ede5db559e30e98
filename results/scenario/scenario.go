// Package scenario runs the scenarios of the sources: sequences of events
// that a paper or a book tells, with the values that it gives for variables
// on the way.
//
// A scenario is a YAML file in results/scenarios.  Program executes it on the
// Go program, Model on the model, with SPIN; both check every value listed,
// and Model that the two sides agree on all others too.
//
//	name: NM-1
//	source: where it is told
//	algorithm: neilsen-mizuno
//	with: {n: 5, topology: line, token: 5}     # as in a suite, single values
//	steps:
//	  - step: b
//	    events: [request 3]                    # default: none
//	    expect:                                # afterwards
//	      next: [2, 3, 0, 5, 0]                # nodes 1 to n
//	      phase: [idle, idle, wait, idle, idle]
//	      net: ["3>4 REQUEST 3"]               # all messages under way
//	    enabled: []                            # all that can happen but requests
//	    violates: mutex                        # default: nothing
//	    sent: 1                                # messages so far
//
// Variables are those of the model, by its names.  A set of nodes is written as
// a list.  A variable with several numbers at each node is a list of lists; a
// queue may be shorter than its room: queue: [[], [3], []].
package scenario

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// Scenario is a sequence of events with expectations.
type Scenario struct {
	Name   string
	Source string // the paper or book, and where in it
	Config config.Config
	Steps  []Step
}

// Step is some events and what holds after them.
type Step struct {
	Name     string
	Events   []event.Event
	Expect   []Expectation
	Net      []string // messages under way as "3>4 REQUEST 3", sorted
	HasNet   bool     // Net is given
	Enabled  []string // labels of what can happen but requests, sorted
	HasCan   bool     // Enabled is given
	Violates []string // properties, by name; all others hold
	Sent     int      // messages since the beginning, -1: not given
}

// Expectation is the value of a variable of the compared state.
type Expectation struct {
	Name  string // as the model has it, such as next[2] or rn[3].by[4]
	Value int
}

// Events returns the labels of all events.
func (s *Scenario) Events() (labels []string) {
	for _, step := range s.Steps {
		for _, e := range step.Events {
			labels = append(labels, e.String())
		}
	}
	return labels
}
