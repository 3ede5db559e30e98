package algorithms

import (
	"math/big"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// maekawaBounds are the sources' bounds on messages per entry.  K is the size of the
// node's set.  They assume that a node is a member of its own set.
var maekawaBounds = slices.Concat(
	votesBound("Maekawa, 8.1", true, "3(K-1)", 3, 3, func(c config.Config) bool { return !c.Variant.Has("circulating") }),
	votesBound("slides", false, "3(K-1)", 3, 3, func(c config.Config) bool { return c.Variant.Has("basic") || c.Variant.Has("slides") }),
	votesBound("Maekawa, 10", false, "3(K-1)", 3, 3, func(c config.Config) bool { return c.Variant.Has("ordered") || c.Variant.Has("own-first") }),
	votesBound("Maekawa, 8.2", false, "5(K-1)", 5, 5, func(c config.Config) bool { return c.Variant.Has("mk85") }),
	thesisBound(),
	votesBound("derived", true, "(K-1)+(K-1)", 2, 2, func(c config.Config) bool { return c.Variant.Has("circulating") }),
	votesBound("derived", false, "(K+1)+(K-1)", 2, 0, func(c config.Config) bool { return c.Variant.Has("circulating") }),
	[]registry.Bound{{
		Measure: registry.MeasureBypass, Load: registry.LoadAny, Formula: "K-1", NodeValue: perVote(1, 1), Source: "Maekawa, 6.3",
		Only: isNumbered,
	}},
	only(delay(registry.LoadAny, "slides: 2T", "2", constant(2)), func(c config.Config) bool { return c.Variant.Has("basic") || c.Variant.Has("slides") }),
	only(delay(registry.LoadBlocked, "derived from the slides' 2T", "2", constant(2)), isNumbered),
	only(response("Maekawa, 10", "2", constant(2)), parallelVotes),
	[]registry.Bound{{
		Measure: registry.MeasureResponse, Load: registry.LoadAlone, Formula: "2(K-1)", NodeValue: perVote(2, 2), Source: "derived",
		Only: func(c config.Config) bool {
			return (c.Variant.Has("ordered") || c.Variant.Has("own-first")) && ownMembers(c)
		},
	}, {
		Measure: registry.MeasureResponse, Load: registry.LoadAlone, Formula: "K", NodeValue: perVote(1, 0), Source: "Maekawa, 10",
		Only: func(c config.Config) bool { return c.Variant.Has("circulating") && ownMembers(c) },
	}},
)

// only restricts bounds to some configurations.
func only(all []registry.Bound, to func(config.Config) bool) []registry.Bound {
	for k := range all {
		all[k].Only = to
	}
	return all
}

// parallelVotes tells whether a node asks all members at once.
func parallelVotes(c config.Config) bool {
	return isNumbered(c) || c.Variant.Has("basic") || c.Variant.Has("slides")
}

// maekawaAverages are the averages over all nodes that the paper's tables have.
var maekawaAverages = []registry.Average{{
	Formula: "3 times the mean of |S|-1", Source: "Maekawa, 7 and table II",
	Only: func(c config.Config) bool { return parallelVotes(c) && ownMembers(c) },
	Value: func(c config.Config) *big.Rat {
		sum, count := 0, 0
		for i := 1; i <= c.N; i++ {
			if c.Requests(i) {
				sum, count = sum+3*(len(c.Quorums[i-1])-1), count+1
			}
		}
		return ratio(sum, count)
	},
}}

// thesisBound is the thesis' upper bound for Sanders' repair.
func thesisBound() []registry.Bound {
	b := votesBound("thesis, 2.6", false, "7(K-1)", 7, 7, func(c config.Config) bool { return isNumbered(c) && !c.Variant.Has("mk85") })
	b[0].Refuted = "with two requests each, one costs 16 where 7(K-1) is 14 (N=4, scenario MK-5)"
	return b
}

// votesBound is a bound of factor*K - less messages.
func votesBound(source string, lower bool, formula string, factor, less int, only func(config.Config) bool) []registry.Bound {
	return []registry.Bound{{
		Measure: registry.MeasureMessages, Load: registry.LoadAny, Lower: lower, Formula: formula, NodeValue: perVote(factor, less), Source: source,
		Only: func(c config.Config) bool { return only(c) && ownMembers(c) },
	}}
}

// perVote is factor*K - less.
func perVote(factor, less int) func(config.Config, int) int {
	return func(c config.Config, i int) int { return factor*len(c.Quorums[i-1]) - less }
}

// ownMembers tells whether all who request are in their own sets.
func ownMembers(c config.Config) bool {
	for i := 1; i <= c.N; i++ {
		if c.Requests(i) && !slices.Contains(c.Quorums[i-1], i) {
			return false
		}
	}
	return true
}
