// Package scenarios has the scenarios of the papers as YAML files, and the tests that
// execute them in the Go program and in the model.  README.md describes the format.
package scenarios

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// Scenario is a sequence of events with the values that the source tells.
type Scenario struct {
	Name   string
	Source string // the paper or book, and where in it
	Config config.Config
	Steps  []Step
}

// Step is some events and what is expected after them.
type Step struct {
	Name       string
	Events     []event.Event
	Expect     []Expectation
	Net        []string // messages in flight as "3>4 REQUEST 3", sorted
	HasNet     bool     // Net is given
	Enabled    []string // labels of the enabled events except requests, sorted
	HasEnabled bool     // Enabled is given
	Violates   []string // the properties that the events violate, by name
	Sent       int      // messages since the beginning, -1: not given
}

// Expectation is the value of a variable of the compared state.
type Expectation struct {
	Name  string // as the model has it, such as next[2] or rn[3].by[4]
	Value int
}

// Events are the labels of all events.
func (s *Scenario) Events() (labels []string) {
	for _, step := range s.Steps {
		for _, e := range step.Events {
			labels = append(labels, e.String())
		}
	}
	return labels
}
