// Package algorithms has the registry entries: one file for each algorithm, named
// as in reference/algorithms, with its variants, messages, properties, expected
// failures, bounds and seeded bugs.  All lists the entries, and Lookup finds one by
// its name.
//
// An algorithm also has a template, templates/NAME.pml.tmpl, and an implementation
// in Go, in reference/algorithms, which has a list of its own.  No other product code depends
// on which algorithms exist.
package algorithms

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// all has the entries in the order of their names.
var all = []*registry.Algorithm{
	carvalhoRoucairol,
	centralized,
	lamport,
	maekawa,
	neilsenMizuno,
	raymond,
	raymondK,
	ricartAgrawala,
	ricartAgrawalaToken,
	singhal,
	suzukiKasami,
	tokenRing,
}

// All returns the algorithms in the order of their names.
func All() []*registry.Algorithm { return slices.Clone(all) }

// Lookup finds an algorithm by name.  The error is a *config.Error that lists
// the names of all algorithms.
func Lookup(name string) (*registry.Algorithm, error) {
	var names []string
	for _, a := range all {
		if a.Name == name {
			return a, nil
		}
		names = append(names, a.Name)
	}
	return nil, &config.Error{
		Operand: fmt.Sprintf("algorithm %.60q", name),
		Reason:  "unknown",
		Remedy:  config.ThereAre(name, names),
	}
}
