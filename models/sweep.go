package models

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/quorum"
)

// SweepQuorums selects the sweep over every quorum system of a number of nodes.
const SweepQuorums = "quorums"

// mostSwept is the largest number of nodes whose systems are swept.  Five nodes have 17
// systems; the verification of all systems of six nodes would not end in a useful time.
const mostSwept = 5

// Sweep returns the configurations that the parameters, without a quorum, give with each
// quorum system of quorum.Systems: for each system one configuration for each numbering
// of its nodes, since node numbers break ties.  The error is a *config.Error.
func Sweep(algorithm, what string, p Params) ([][]config.Config, error) {
	a, err := algorithms.Lookup(algorithm)
	if err != nil {
		return nil, err
	}
	bad := func(operand, reason, remedy string) ([][]config.Config, error) {
		return nil, &config.Error{Operand: a.Name + ": " + operand, Reason: reason, Remedy: remedy}
	}
	given := func(name string) bool { _, ok := p[name]; return ok }
	switch {
	case what != SweepQuorums:
		return bad(fmt.Sprintf("sweep %.40q", what), "unknown", "there is "+SweepQuorums)
	case !slices.Contains(a.Takes, "quorum"):
		return bad("sweep "+what, "the algorithm asks no quorums", "sweep maekawa")
	case given("quorum"):
		return bad("quorum", "does not go with a sweep, which takes every system", "leave it out")
	case given("allow-invalid-quorums"):
		return bad("allow-invalid-quorums", "does not go with a sweep, whose systems are all valid", "leave it out")
	}
	one, err := Resolve(algorithm, p)
	if err != nil {
		return nil, err
	}
	if one.N > mostSwept {
		return bad(fmt.Sprintf("sweep %s, n %d", what, one.N), "there are too many systems", fmt.Sprintf("needs at most n %d", mostSwept))
	}
	var all [][]config.Config
	for system := range quorum.Systems(one.N) {
		var numbered []config.Config
		for sets := range quorum.Numberings(system) {
			with := maps.Clone(p)
			with["quorum"] = quorum.Listed(sets)
			c, err := Resolve(algorithm, with)
			if err != nil {
				return nil, err
			}
			numbered = append(numbered, c)
		}
		all = append(all, numbered)
	}
	return all, nil
}
