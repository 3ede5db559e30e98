package reference

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mxgen/mxgen/models/config"
)

// Algorithm is what the frame must know of an algorithm.  Every algorithm is
// one file, which registers it.
type Algorithm struct {
	// Name as on the command line.
	Name string
	// Messages lists the classes of messages.
	Messages []string
	// Check says what is wrong with a configuration for this algorithm; the
	// frame has checked N, network and rounds.  An unbounded configuration
	// without finite form must be refused here.
	Check func(config.Config) error
	// Node makes the program of node i in its initial state.
	Node func(cfg config.Config, i int) (Node, error)
	// Normalise brings a world into its normal form (spec section 0.6) and
	// returns what was subtracted from every number, or the most of it where
	// that differs from node to node.  One event after
	// a world in normal form, it must return something other than 0 if it
	// changes another node than that of the event.  It is nil where no
	// number grows without bound.
	Normalise func(*World) (shift int)
	// Map fills the variables that are compared with a model, always the
	// same ones in the same order.  Phases and requests are filled by the
	// frame.
	Map func(*World, *Cells)
	// Serves tells whose requests a message is sent for.
	Serves Serves
	// Passed tells the arbiters at which an entry of node by passes the request
	// with which node i waits.  Entries are then counted at each, and the most at
	// one is what matters.  It is nil where there are no arbiters.
	Passed func(w *World, i, by int) Set
	// Properties are the algorithm's own, for this configuration.
	Properties func(config.Config) []Property
}

// normalise is Normalise, nothing where there is none.
func (a *Algorithm) normalise(w *World) (shift int) {
	if a.Normalise == nil {
		return 0
	}
	return a.Normalise(w)
}

var registry = map[string]*Algorithm{}

// register makes an algorithm known; two of one name are a mistake of ours.
func register(a *Algorithm) {
	if registry[a.Name] != nil {
		panic("reference: two algorithms named " + a.Name)
	}
	registry[a.Name] = a
}

// Lookup finds an algorithm by name.
func Lookup(name string) (*Algorithm, bool) {
	a, ok := registry[name]
	return a, ok
}

// Names returns the names of all algorithms in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(registry)) }

// rejectSwitches refuses a variant with switches other than the known ones.
func rejectSwitches(cfg config.Config, known ...string) error {
	for _, s := range cfg.Variant {
		if !slices.Contains(known, s.Name) {
			return fmt.Errorf("variant %s: not a switch that the program has; it has %v", s, known)
		}
	}
	return nil
}
