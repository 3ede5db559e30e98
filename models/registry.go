// Package models knows the algorithms: what they are called, what they take,
// what they claim, and how a configuration of one is rendered as Promela.
package models

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mxgen/mxgen/models/config"
)

// Algorithm is a registry entry: all that mxgen knows about an algorithm
// besides its template and its Go implementation.  Lists of algorithms, their
// flags, properties and expected verdicts are derived from these entries.
type Algorithm struct {
	Name     string   // as on the command line; its template is Name.pml.tmpl
	Title    string   // one line
	Sources  []string // where the algorithm is described
	Idea     string   // how it works, two or three sentences
	Assumes  string   // what it needs of the world, besides the network
	MinN     int
	MaxN     int
	Networks []config.Network // that it can be modelled on, the default first
	Switches []SwitchInfo     // of --variant
	Takes    []string         // of "topology", "token", "coordinator", "order", "k", "never-exit", "quorum", "requesters"
	Messages []Message        // message classes

	// Deliveries are the messages that are received as one, such as whichever is
	// next on a link, where an option for each class would be too much text; nil:
	// each class of Messages has its own.  Names are those of liveness processes.
	Deliveries func(config.Config) []Message

	// Properties are all that can be decided, in the order of reports.
	Properties []Property

	// Numbers says how the model stays finite without --rounds.
	Numbers func(View) string

	// Sets names variables of the model that are sets of nodes, node i as bit i.
	Sets []string

	// Shown writes the value of a variable for people to read, where its number
	// does not speak for itself; nil: there are no such variables.
	Shown func(c config.Config, variable string, value int) (text string, ok bool)

	// Relative names variables of which the normal form of an unbounded model keeps
	// only the differences; nil: there are none.
	Relative func(config.Config) []string

	// Scratch names variables of the model that are zero between steps.
	Scratch []string

	// Data is what the template needs beyond the configuration, computed here
	// rather than in the template.
	Data func(config.Config) any

	// Choices are what request(i) may choose at will, as further arguments;
	// nil: nothing.
	Choices func(config.Config) []string

	// Exits are the options by which node i may leave, as calls of handlers, where
	// whom it serves next is a choice at will, or where it never leaves; nil: there
	// is one, exit_cs(i).
	Exits func(c config.Config, i int) []string

	// Refuse says why a configuration, in order otherwise, cannot be modelled, as a
	// *config.Error without the algorithm's name in its operand; nil: none is refused.
	Refuse func(config.Config) *config.Error

	// Fails names the properties that are expected to be violated in a
	// configuration, with the reason; all others are expected to pass.  It is
	// nil where nothing is broken.
	Fails func(config.Config) map[string]string

	// Claims are the sources' claims about costs, as text.
	Claims []string

	// Bounds are those of the claims that bounds judges.
	Bounds []Bound

	// Loads is under which loads messages can be counted, the standard one first;
	// nil: under all.
	Loads func(config.Config) []Load

	// Arrived is a macro's text: node i knows of the request that other waits with,
	// as far as it is told by REQUESTs; empty: it always does.
	Arrived string

	// PassedAt is a macro's text: an entry of node i passes the request of other at
	// arbiter m.  Then entries are counted at each arbiter, and bypass is the most at
	// one; empty: there are no arbiters.
	PassedAt string

	// Overtaking says that entries of others can be counted while a node waits.
	Overtaking bool

	// Late says that messages for a request may be sent after its node has left.
	Late bool

	Bugs []Bug
}

// SwitchInfo describes one switch of an algorithm's variant.
type SwitchInfo struct {
	Name  string
	Gloss string
	// Default makes the value that the switch has when none is given; nil: it takes none.
	Default func(n int) int
	Min     int // smallest value, 0: 1
	Max     int // largest value
	// Group names switches of which exactly one is on: the Standard one unless
	// another is given.  Empty: the switch stands for itself.
	Group    string
	Standard bool
	// With names switches of another group, listed before: the switch has a meaning
	// only with one of them.  Empty: it goes with any.
	With []string
}

// Message is a class of messages: those of one class on one link share a place
// in the network and a process in the liveness model.
type Message struct {
	Name  string // as printed: REQUEST
	Links func(config.Config) [][2]int
	Gloss string
	// Options are the calls by which i receives a message from j where several of
	// the class may be under way on the link; nil: there is one, receive_name(j, i).
	Options func(c config.Config, j, i int) []string
}

// Bug is a mistake that can be seeded into a model, to see that a property
// catches it: one exact replacement in the rendered text.
type Bug struct {
	Name   string
	Gloss  string // what is wrong
	Old    string // text that stands exactly once in the model
	New    string
	Caught string // a property that must fail
	On     string // the smallest configuration on which it does, as flags
}

var registry = map[string]*Algorithm{}

// register adds an entry; each algorithm's file calls it once.
func register(a *Algorithm) *Algorithm {
	if registry[a.Name] != nil {
		panic("algorithm registered twice: " + a.Name)
	}
	registry[a.Name] = a
	return a
}

// All returns the algorithms in the order of their names.
func All() []*Algorithm {
	var all []*Algorithm
	for _, name := range slices.Sorted(maps.Keys(registry)) {
		all = append(all, registry[name])
	}
	return all
}

// Lookup finds an algorithm by name.  The error is a *config.Error that lists
// the names there are.
func Lookup(name string) (*Algorithm, error) {
	if a := registry[name]; a != nil {
		return a, nil
	}
	return nil, &config.Error{
		Operand: fmt.Sprintf("algorithm %.60q", name),
		Reason:  "unknown",
		Remedy:  config.ThereAre(name, slices.Sorted(maps.Keys(registry))),
	}
}

// PropertiesOf returns the properties that a configuration has.
func (a *Algorithm) PropertiesOf(c config.Config) []Property {
	v := View{Config: c}
	return slices.DeleteFunc(slices.Clone(a.Properties), func(p Property) bool {
		return p.Only != nil && !p.Only(v)
	})
}

// Property finds a property of a configuration by name.  The error is a
// *config.Error that lists those there are.
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

// Bug finds a seeded bug by name.
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

// everyPair is the links of a class that any node may send to any other.
func everyPair(c config.Config) [][2]int {
	var links [][2]int
	for j := 1; j <= c.N; j++ {
		for i := 1; i <= c.N; i++ {
			if i != j {
				links = append(links, [2]int{j, i})
			}
		}
	}
	return links
}

// alongEdges is the links of a class that is sent along tree edges only.
func alongEdges(c config.Config) [][2]int {
	return slices.DeleteFunc(everyPair(c), func(l [2]int) bool {
		return !slices.Contains(c.Edges, config.Edge{min(l[0], l[1]), max(l[0], l[1])})
	})
}

// needsRounds refuses what has no finite form unless each node's requests are counted.
func needsRounds(what string) *config.Error {
	return &config.Error{
		Operand: "rounds",
		Reason:  "not given, and no finite form is known of " + what,
		Remedy:  "needs --rounds R, which lets each node request at most R times",
	}
}
