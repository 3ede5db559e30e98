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
