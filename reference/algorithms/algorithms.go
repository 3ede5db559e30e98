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
// An algorithm has a directory of its name, with _ for -:
//
//	program.go     the program of one node: state and event handlers
//	properties.go  the invariants that only this algorithm has
//	refinement.go  the refinement mapping, see below
//	norm.go        the normal form, where numbers grow without bound
//	picture.go     what the sources draw of a state
//	mutants.go     the seeded bugs, and the property that finds each
//
// Maekawa's has more: quorum.go, queued.go (the programs without numbers), variant.go, and attempts.go and bypass.go
// (what its costs are counted by); that of Neilsen and Mizuno has init.go.
// What several algorithms share is in common.
//
// A new algorithm adds its directory and an element to the list in algorithms.go.
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
	carvalhoroucairol "github.com/mxgen/mxgen/reference/algorithms/carvalho_roucairol"
	"github.com/mxgen/mxgen/reference/algorithms/centralized"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/algorithms/lamport"
	"github.com/mxgen/mxgen/reference/algorithms/maekawa"
	neilsenmizuno "github.com/mxgen/mxgen/reference/algorithms/neilsen_mizuno"
	"github.com/mxgen/mxgen/reference/algorithms/raymond"
	raymondk "github.com/mxgen/mxgen/reference/algorithms/raymond_k"
	ricartagrawala "github.com/mxgen/mxgen/reference/algorithms/ricart_agrawala"
	ricartagrawalatoken "github.com/mxgen/mxgen/reference/algorithms/ricart_agrawala_token"
	"github.com/mxgen/mxgen/reference/algorithms/singhal"
	suzukikasami "github.com/mxgen/mxgen/reference/algorithms/suzuki_kasami"
	tokenring "github.com/mxgen/mxgen/reference/algorithms/token_ring"
)

// entry is an algorithm with its seeded bugs.
type entry struct {
	algorithm *reference.Algorithm
	mutants   func() []common.Mutant
}

// all lists the algorithms in alphabetical order of their names.
var all = []entry{
	{&carvalhoroucairol.Algorithm, carvalhoroucairol.Mutants},
	{&centralized.Algorithm, centralized.Mutants},
	{&lamport.Algorithm, lamport.Mutants},
	{&maekawa.Algorithm, maekawa.Mutants},
	{&neilsenmizuno.Algorithm, neilsenmizuno.Mutants},
	{&raymond.Algorithm, raymond.Mutants},
	{&raymondk.Algorithm, raymondk.Mutants},
	{&ricartagrawala.Algorithm, ricartagrawala.Mutants},
	{&ricartagrawalatoken.Algorithm, ricartagrawalatoken.Mutants},
	{&singhal.Algorithm, singhal.Mutants},
	{&suzukikasami.Algorithm, suzukikasami.Mutants},
	{&tokenring.Algorithm, tokenring.Mutants},
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
	for _, e := range all {
		if e.algorithm.Name == name {
			return e.algorithm, true
		}
	}
	return nil, false
}

// Names returns the names of all algorithms in alphabetical order.
func Names() []string {
	var names []string
	for _, e := range all {
		names = append(names, e.algorithm.Name)
	}
	slices.Sort(names)
	return names
}
