// Package algorithms has the algorithms for distributed mutual
// exclusion as programs for package reference.  They are written from the
// sources and from docs/algorithms.md, and share no code with the Promela
// models, so that a comparison of the two can find an error in either.
//
//	cfg := config.Config{Algorithm: "ricart-agrawala", N: 3, Network: config.FIFO}
//	sys, err := algorithms.New(cfg)
//	if err != nil {
//		return err
//	}
//	w := sys.World() // the initial state; w.Step makes one event happen
//
// The files of an algorithm are named after it, with _ for - in its name:
//
//	NAME.go             the program of one node: state and event handlers
//	NAME_properties.go  the invariants that only this algorithm has
//	NAME_refinement.go  the refinement mapping, see below
//	NAME_norm.go        the normal form, where numbers grow without bound
//	NAME_picture.go     what the sources draw of a state
//
// The other files have what several algorithms share: messages.go, tickets.go,
// token.go, numbered_token.go, tree.go, quorum.go, pictures.go, and sent_for.go for
// the accounting of messages.  NAME_mutants.go has the seeded bugs.
//
// A new algorithm adds its files and one element to the list in algorithms.go.
//
// The refinement mapping of an algorithm maps a state of the program to the
// values of named variables.  The comparison reads the variables of the model
// by the same names.  Where the model omits something because it cannot
// change, such as the ticket of a REQUEST under way, the mapping checks that
// it does not and reports an error otherwise.
//
// The package has no command line, no search and no I/O, and it does not
// import the templates or the models.
package algorithms

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
)

// all lists the algorithms in alphabetical order of their names.
var all = []*reference.Algorithm{
	&carvalhoRoucairolAlgorithm,
	&centralizedAlgorithm,
	&lamportAlgorithm,
	&maekawaAlgorithm,
	&neilsenMizunoAlgorithm,
	&raymondAlgorithm,
	&raymondKAlgorithm,
	&ricartAgrawalaAlgorithm,
	&ricartAgrawalaTokenAlgorithm,
	&singhalAlgorithm,
	&suzukiKasamiAlgorithm,
	&tokenRingAlgorithm,
}

// New makes the system of the algorithm that cfg names.  An error names the
// algorithm, the operand and what would be right.
func New(cfg config.Config) (*reference.System, error) {
	a, ok := Lookup(cfg.Algorithm)
	if !ok {
		return nil, fmt.Errorf("algorithm %q: not one of %v", cfg.Algorithm, Names())
	}
	return reference.Assemble(a, cfg)
}

// Lookup finds an algorithm by name.
func Lookup(name string) (*reference.Algorithm, bool) {
	for _, a := range all {
		if a.Name == name {
			return a, true
		}
	}
	return nil, false
}

// Names returns the names of all algorithms in alphabetical order.
func Names() []string {
	var names []string
	for _, a := range all {
		names = append(names, a.Name)
	}
	slices.Sort(names)
	return names
}

// rejectSwitches refuses a variant with switches other than the known ones.
func rejectSwitches(cfg config.Config, known ...string) error {
	for _, s := range cfg.Variant {
		if !slices.Contains(known, s.Name) {
			return fmt.Errorf("variant %s: not a switch that the program has; it has %v", s, known)
		}
	}
	return nil
}
