package models

import "strings"

// Kind says how a property is decided.
type Kind int

const (
	State    Kind = iota // a claim about every reachable state, asserted by the watch process
	Step                 // a claim about single steps, asserted inside the handlers
	Reach                // something that must be possible: SPIN has to violate its negation
	Liveness             // something that must happen in the end, under message fairness
	Ghost                // as State, but told from variables that only this property's own model has
)

// Property is one thing that mxgen decides about a model.
type Property struct {
	Name  string // as on the command line and in results
	Macro string // its name in the model; empty: Name with _ for -
	Gloss string // what it says, a short clause
	Kind  Kind
	Only  func(View) bool // configurations that have it; nil: all
}

// macro is the name under which the property stands in a model.
func (p Property) macro() string {
	if p.Macro != "" {
		return p.Macro
	}
	return strings.ReplaceAll(p.Name, "-", "_")
}

// The properties of every algorithm (spec section 0.5).
var (
	mutex = Property{
		Name: "mutex", Kind: State,
		Gloss: "at most one node is in its critical section",
	}
	deadlock = Property{
		Name: "deadlock", Macro: "deadlocked", Kind: State,
		Gloss: "whenever a node waits, something can happen that is no new request",
	}
	noOverflow = Property{
		Name: "no-overflow", Kind: Step,
		Gloss: "no message or number outgrows the place that the model has for it",
	}
	entry = Property{
		Name: "entry", Macro: "never_enters", Kind: Reach,
		Gloss: "every node can enter: SPIN must violate each never_enters",
	}
	starvation = Property{
		Name: "starvation", Kind: Liveness,
		Gloss: "every node that waits enters in the end",
	}
)

// common returns the properties that all algorithms have, own ones in between.
func common(own ...Property) []Property { return commonOf(mutex, own...) }

// commonOf is common with another reading of mutex.
func commonOf(mutex Property, own ...Property) []Property {
	all := append([]Property{mutex, deadlock, noOverflow}, own...)
	return append(all, entry, starvation)
}
