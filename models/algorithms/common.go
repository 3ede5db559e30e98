package algorithms

import (
	"math/big"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/models/topology"
)

// Properties, links, bounds and refusals that several algorithms share.

// The properties of every algorithm (docs/algorithms.md, section 0.5).
var (
	mutex = registry.Property{
		Name: "mutex", Kind: registry.State,
		Gloss: "at most one node is in its critical section",
	}
	deadlock = registry.Property{
		Name: "deadlock", Macro: "deadlocked", Kind: registry.State,
		Gloss: "whenever a node waits, some event other than a new request is enabled",
	}
	noOverflow = registry.Property{
		Name: registry.NoOverflow, Kind: registry.Step,
		Gloss: "every message and number fits into the variable that the model has for it",
	}
	entry = registry.Property{
		Name: "entry", Macro: "never_enters", Kind: registry.Reach,
		Gloss: "every node can enter: SPIN must violate each never_enters",
	}
	starvation = registry.Property{
		Name: "starvation", Kind: registry.Liveness,
		Gloss: "every node that waits enters eventually",
	}
)

// common returns the properties that all algorithms have, with the algorithm's own
// in between.
func common(own ...registry.Property) []registry.Property { return commonOf(mutex, own...) }

// commonOf is common with another definition of mutex.
func commonOf(mutex registry.Property, own ...registry.Property) []registry.Property {
	all := append([]registry.Property{mutex, deadlock, noOverflow}, own...)
	return append(all, entry, starvation)
}

// noTieBreak is the bug that takes away what the distinct numbers of nodes are for.
func noTieBreak(caught, on string) registry.Bug {
	return registry.Bug{
		Name:   "no-tie-break",
		Gloss:  "equal numbers are compared without the nodes, so neither request precedes the other",
		Old:    "((a) < (b) || (a) == (b) && (j) < (i))",
		New:    "((a) < (b))",
		Caught: caught, On: on,
	}
}

// everyPair returns the links of a class that any node may send to any other.
func everyPair(c config.Config) [][2]int {
	var links [][2]int
	for j := 1; j <= c.N; j++ {
		for i := 1; i <= c.N; i++ {
			if i != j {
				links = append(links, [2]int{j, i})
			}
		}
	}
	return links
}

// alongEdges returns the links of a class that is sent along tree edges only.
func alongEdges(c config.Config) [][2]int {
	return slices.DeleteFunc(everyPair(c), func(l [2]int) bool {
		return !slices.Contains(c.Edges, config.Edge{min(l[0], l[1]), max(l[0], l[1])})
	})
}

// onFIFO selects the configurations whose links are first in, first out.
func onFIFO(c config.Config) bool { return c.Network == config.FIFO }

// needsRounds refuses a configuration without a finite form when the number of
// requests is not limited.
func needsRounds(what string) *config.Error {
	return &config.Error{
		Operand: "rounds",
		Reason:  "not given, and no finite form is known of " + what,
		Remedy:  "needs --rounds R, which lets each node request at most R times",
	}
}

// perEntry returns a lower and an upper bound of messages per entry.
func perEntry(load registry.Load, source, least string, low func(config.Config) int, most string, high func(config.Config) int) []registry.Bound {
	return []registry.Bound{
		{Measure: registry.MeasureMessages, Load: load, Lower: true, Formula: least, Value: low, Source: source},
		{Measure: registry.MeasureMessages, Load: load, Formula: most, Value: high, Source: source},
	}
}

func zero(config.Config) int { return 0 }

func constant(n int) func(config.Config) int { return func(config.Config) int { return n } }

// delay returns an upper bound of the synchronisation delay, in messages.
func delay(load registry.Load, source, formula string, value func(config.Config) int) []registry.Bound {
	return []registry.Bound{{Measure: registry.MeasureDelay, Load: load, Formula: formula, Value: value, Source: source}}
}

// response returns an upper bound of the messages in sequence between a request and its
// entry, while nobody else requests.
func response(source, formula string, value func(config.Config) int) []registry.Bound {
	return []registry.Bound{{Measure: registry.MeasureResponse, Load: registry.LoadAlone, Formula: formula, Value: value, Source: source}}
}

// diameters returns factor*D + more, D the diameter of the tree.
func diameters(factor, more int) func(config.Config) int {
	return func(c config.Config) int { return factor*topology.Diameter(c.Edges, c.N) + more }
}

// meanDistance is the mean distance in the tree of two nodes that are drawn independently.  An edge
// is between them if they are on different sides of it.
func meanDistance(c config.Config) *big.Rat {
	neighbours := make([][]int, c.N+1)
	for _, e := range c.Edges {
		neighbours[e[0]] = append(neighbours[e[0]], e[1])
		neighbours[e[1]] = append(neighbours[e[1]], e[0])
	}
	parent := make([]int, c.N+1)
	order := append(make([]int, 0, c.N), 1)
	for k := 0; k < len(order); k++ {
		for _, j := range neighbours[order[k]] {
			if j != parent[order[k]] {
				parent[j] = order[k]
				order = append(order, j)
			}
		}
	}
	below := make([]int, c.N+1) // nodes in the subtree
	sum, n := 0, c.N            // of a million nodes on a line: less than 2^63
	for k := len(order) - 1; k > 0; k-- {
		i := order[k]
		below[i]++
		below[parent[i]] += below[i]
		sum += 2 * below[i] * (n - below[i])
	}
	return ratio(sum, n*n)
}

func ratio(a, b int) *big.Rat { return big.NewRat(int64(a), int64(b)) }

// freeOrAll states that a request costs either nothing or N messages.
func freeOrAll(source string) registry.Bound {
	return registry.Bound{Measure: registry.MeasureMessages, Load: registry.LoadAny, Formula: "0 or N", Source: source,
		OneOf: func(c config.Config) []int { return []int{0, c.N} }}
}

// timesOthers returns factor (N-1).
func timesOthers(factor int) func(config.Config) int {
	return func(c config.Config) int { return factor * (c.N - 1) }
}

func nodes(c config.Config) int { return c.N }

// timesNodes returns factor N.
func timesNodes(factor int) func(config.Config) int {
	return func(c config.Config) int { return factor * c.N }
}

// queuePlaces is the template data of a queue in which each node has at most one
// place.
func queuePlaces(c config.Config) any {
	places := make([]int, c.N)
	for k := range places {
		places[k] = k
	}
	return struct{ Places []int }{places}
}
