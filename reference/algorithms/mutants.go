package algorithms

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// Mutant is an algorithm with a seeded bug and the property that must find it.
// The bugs of an algorithm are in its mutants.go.  Tests hold that each is found; people
// look for it by hand (mxgen explore).
type Mutant struct {
	common.Mutant
	original *reference.Algorithm
}

// Algorithm returns the algorithm with the bug.
func (b Mutant) Algorithm() *reference.Algorithm { return b.Seed(b.original) }

// Slug is the name as one word, for command lines and links.
func (b Mutant) Slug() string { return strings.ReplaceAll(strings.ToLower(b.Name), " ", "-") }

// In assembles the system of another configuration with the bug.  It refuses a
// configuration whose nodes have another program than those of b.Config, because the bug
// replaces handlers of that program.
func (b Mutant) In(cfg config.Config) (*reference.System, error) {
	if cfg.Algorithm != b.Config.Algorithm {
		return nil, fmt.Errorf("%s: the bug %q is one of %s", cfg.Algorithm, b.Name, b.Config.Algorithm)
	}
	sys, err := reference.Assemble(b.Algorithm(), cfg)
	if err != nil {
		return nil, err
	}
	own, err := firstNode(b.original, b.Config)
	if err != nil {
		return nil, err
	}
	if here, err := firstNode(b.original, cfg); err != nil || reflect.TypeOf(here) != reflect.TypeOf(own) {
		return nil, fmt.Errorf("%s: the bug %q is in the program of another variant, such as %q", cfg.Algorithm, b.Name, b.Config.Variant)
	}
	return sys, nil
}

// firstNode is the program of node 1.
func firstNode(a *reference.Algorithm, cfg config.Config) (reference.Node, error) {
	program, err := a.Programs(cfg)
	if err != nil {
		return nil, err
	}
	return program(1)
}

// Mutants returns every seeded bug.
func Mutants() (mutants []Mutant) {
	for _, e := range all {
		for _, m := range e.mutants() {
			mutants = append(mutants, Mutant{m, e.algorithm})
		}
	}
	return mutants
}
