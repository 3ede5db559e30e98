// Package registry defines what mxgen knows about an algorithm besides its
// template and its Go implementation: an Algorithm, with its Properties, its
// Messages, what can be counted (Counting) and the Bugs that can be seeded.
//
// The entries themselves are in models/algorithms, one file for each
// algorithm.  A minimal entry:
//
//	var example = &registry.Algorithm{
//		Name:       "example", // its template is example.pml.tmpl
//		Title:      "An example.",
//		Sources:    []string{"where the algorithm is published"},
//		Idea:       "How it works.",
//		Assumes:    "handlers run in local mutual exclusion",
//		MinN:       1,
//		MaxN:       30,
//		Networks:   []config.Network{config.Unordered, config.FIFO},
//		Messages:   []registry.Message{{Name: "REQUEST", Links: everyPair, Gloss: "asks for permission"}},
//		Properties: common(),
//		Numbers:    func(config.Config) string { return "the algorithm counts nothing" },
//		Bugs:       []registry.Bug{ ... }, // at least one for each property
//	}
package registry

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
)

// Algorithm is a registry entry.  The README's table, mxgen list, the flags of an
// algorithm, its properties and their expected verdicts are derived from it.
type Algorithm struct {
	Name    string   // as on the command line; the template is Name.pml.tmpl
	Title   string   // one line
	Sources []string // where the algorithm is described
	Idea    string   // how it works, in two or three sentences
	Assumes string   // assumptions besides the network

	MinN     int              // smallest number of nodes
	MaxN     int              // largest number of nodes
	Networks []config.Network // networks that it can be modelled on, the default first
	Switches []Switch         // of --variant; empty: the algorithm has no variants
	// Takes names the parameters that not every algorithm has: "topology", "token",
	// "coordinator", "order", "k", "never-exit", "quorum", "requesters".
	Takes []string
	// Refuse returns the reason why a configuration, valid otherwise, cannot be
	// modelled, without the algorithm's name in its operand.  nil: every valid
	// configuration can be modelled.
	Refuse func(config.Config) *config.Error

	Messages   []Message  // message classes
	Properties []Property // all that can be decided, in the order of reports
	// Numbers says how the model stays finite without --rounds.
	Numbers func(config.Config) string
	// Data returns what the template needs beyond the configuration, computed in Go
	// rather than in the template.  nil: nothing.
	Data func(config.Config) any
	// Room is how many messages a link of the model has room for, where they are in order; 0 or nil: one of a class.
	Room      func(config.Config) int
	Options   Options   // choices inside an event; zero: each event has one outcome
	Variables Variables // variables of the model that need an explanation; zero: none

	// Fails maps the properties that are expected to be violated in a configuration
	// to the reasons.  All others are expected to pass.  nil: none is violated.
	Fails      func(config.Config) map[string]string
	Statements []string // what the sources state about cost and progress, and what mxgen found
	Counting   Counting // what can be counted, and the bounds that the sources state
	Costs      []Cost   // what the sources say that an entry costs on average

	Bugs []Bug // mistakes that can be seeded, at least one for each property
}

// Options lists the options of the model's processes for an event that has not
// exactly one outcome.
type Options struct {
	// Requests returns the further arguments that request(i) can be called with, one
	// option for each, where the requester chooses.  nil: no further argument.
	Requests func(config.Config) []string

	// Exits returns the calls by which node i can leave, where it chooses whom it
	// serves next or never leaves.  nil: the one call exit_cs(i).
	Exits func(c config.Config, i int) []string

	// Deliveries replaces the message classes in the receive options: one option for
	// whichever message is next on a link where one for each class would be too much
	// text.  nil: one for each class of Messages.  Names are those of the processes in
	// a liveness model.
	Deliveries func(config.Config) []Message
}

// Variables describes variables of an algorithm's model, for reports and for the
// check of a user's formula.
type Variables struct {
	Sets    []string // sets of nodes or of numbers, i as bit i
	Scratch []string // zero between steps, so that no formula may read them
	// Shifted returns the variables of which the normal form of an unbounded model
	// keeps only the differences, so that no formula may read them there.  nil: none.
	Shifted func(config.Config) []string
	// Text writes a value for people to read where the number does not explain
	// itself.  nil: every number does.
	Text func(c config.Config, variable string, value int) (text string, ok bool)
}

// Switch describes one switch of an algorithm's variant.
type Switch struct {
	Name  string
	Gloss string
	// Default returns the value of the switch when none is given; nil: it takes none.
	Default func(n int) int
	Min     int // smallest value, 0: 1
	Max     int // largest value
	// Group names a set of switches of which exactly one is on: the Standard one unless
	// another is given.  Empty: the switch is independent.
	Group    string
	Standard bool
	// With names switches of another group, listed before: the switch has a meaning
	// only with one of them.  Empty: it can be combined with any.
	With []string
}

// Message is a class of messages.  The messages of one class on one link share a
// place in the network and a process in the liveness model.
type Message struct {
	Name  string                       // as printed: REQUEST
	Links func(config.Config) [][2]int // pairs of a sender and a receiver
	// Fields are the numbers that it carries, in the order of an event's text.  A variant may
	// have a message without them.
	Fields []string
	Gloss  string // what it says
	// Options returns the calls by which i receives a message from j where several of
	// the class can be under way on the link; nil: the one call receive_name(j, i).
	Options func(c config.Config, j, i int) []string
}

// Bug is a mistake that can be seeded into a model to show that a property
// detects it: one exact replacement in the rendered text.
type Bug struct {
	Name   string
	Gloss  string // what is wrong
	Old    string // text that occurs exactly once in the model
	New    string // its replacement
	Caught string // a property that the bug violates
	On     string // the smallest configuration in which it does, as flags
}

// PropertiesOf returns the properties that a configuration has.
func (a *Algorithm) PropertiesOf(c config.Config) []Property {
	return slices.DeleteFunc(slices.Clone(a.Properties), func(p Property) bool {
		return p.Only != nil && !p.Only(c)
	})
}

// Property finds a property of a configuration by name.  The error is a
// *config.Error that lists the properties of the configuration.
func (a *Algorithm) Property(c config.Config, name string) (Property, error) {
	var names []string
	for _, p := range a.PropertiesOf(c) {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Property{}, &config.Error{
		Operand: fmt.Sprintf("%s: property %.60q", a.Name, name),
		Reason:  "unknown here",
		Remedy:  config.ThereAre(name, names),
	}
}

// Bug finds a seeded bug by name.  The error is a *config.Error that lists the
// algorithm's bugs.
func (a *Algorithm) Bug(name string) (Bug, error) {
	var names []string
	for _, b := range a.Bugs {
		if b.Name == name {
			return b, nil
		}
		names = append(names, b.Name)
	}
	return Bug{}, &config.Error{
		Operand: fmt.Sprintf("%s: bug %.60q", a.Name, name),
		Reason:  "unknown",
		Remedy:  config.ThereAre(name, names),
	}
}

// TakesParam reports whether an algorithm has a parameter that not all have.  An
// algorithm with quorums can be told to accept invalid ones.
func (a *Algorithm) TakesParam(name string) bool {
	if name == "allow-invalid-quorums" {
		name = "quorum"
	}
	return slices.Contains(a.Takes, name)
}

// ExpectedFailures names the properties that are expected to be violated in a
// configuration, in the order of reports.
func (a *Algorithm) ExpectedFailures(c config.Config) []string {
	if a.Fails == nil {
		return nil
	}
	fails := a.Fails(c)
	var names []string
	for _, p := range a.PropertiesOf(c) {
		if fails[p.Name] != "" {
			names = append(names, p.Name)
		}
	}
	return names
}
