package registry

import (
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// Kind says how a property is decided.
type Kind int

// The kinds of properties.
const (
	State    Kind = iota // an invariant: holds in every reachable state, asserted by the watch process
	Step                 // holds for single steps, asserted inside the handlers
	Reach                // must be possible: SPIN has to violate the negation
	Liveness             // must happen eventually, under message fairness
	History              // an invariant over history variables, which only this property's own model has
)

// Safety tells whether a search of the safety model decides properties of the kind.
func (k Kind) Safety() bool { return k == State || k == Step }

// Property is one statement that mxgen decides about a model.
type Property struct {
	Name  string // as on the command line and in results
	Macro string // its name in the model; empty: Name with _ for -
	Gloss string // what it says, a short clause
	Kind  Kind
	Only  func(config.Config) bool // configurations that have it; nil: all
}

// Symbol is the name of the property in a model.
func (p Property) Symbol() string {
	if p.Macro != "" {
		return p.Macro
	}
	return strings.ReplaceAll(p.Name, "-", "_")
}

// NoOverflow is the property that the pass of every other one rests on: no value of the
// model has left its range.
const NoOverflow = "no-overflow"

// KindOf is the kind of a property of the algorithm.  A name that the algorithm does
// not have is that of a user's formula, which is decided as Liveness is.
func (a *Algorithm) KindOf(property string) Kind {
	for _, p := range a.Properties {
		if p.Name == property {
			return p.Kind
		}
	}
	return Liveness
}
