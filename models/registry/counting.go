package registry

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// Measure is what is counted for a request.
type Measure string

// The measures.
const (
	MeasureMessages Measure = "messages" // sent for the request, from its first to its last
	MeasureBypass   Measure = "bypass"   // entries, while the request waits, of other nodes that know of it

	MeasureDelay    Measure = "sync-delay" // messages in sequence from an exit to the next entry, while somebody waits
	MeasureResponse Measure = "response"   // messages in sequence from a request to its entry, while nobody else requests
	MeasureAverage  Measure = "average"    // expected messages for a request, one request at a time
	MeasureStorage  Measure = "storage"    // bits of a node and of a message
)

// Measures are all measures.
var Measures = []Measure{MeasureMessages, MeasureBypass, MeasureDelay, MeasureResponse, MeasureAverage, MeasureStorage}

// Chain reports whether a measure counts messages in sequence.
func (m Measure) Chain() bool { return m == MeasureDelay || m == MeasureResponse }

// Load is what else happens while requests are counted.
type Load string

// The loads.
const (
	LoadAny   Load = "any"   // every behaviour
	LoadAlone Load = "alone" // a node requests only while all are idle and nothing is under way
	LoadRun   Load = "run"   // complete runs in which each node requests as often as it may: all of the run's messages

	LoadBlocked Load = "blocked" // no message is under way at the exit, and nobody requests before the next entry
)

// Counting says what can be counted for an algorithm's requests, and which bounds
// its sources state.  The zero value: messages under every load, no bounds.
type Counting struct {
	// Bounds are the statements of the sources that mxgen bounds judges.
	Bounds []Bound

	// Averages are the statements of the sources about the expected number of messages.
	Averages []Average

	// Storage are the statements of the sources about what nodes and messages hold.
	Storage []Storage

	// Loads returns the loads under which messages can be counted, the standard one
	// first; nil: all.  LoadAny needs that each message serves one request and is sent
	// before that request's node makes its next one.
	Loads func(config.Config) []Load

	// Restless says that messages are under way even while nobody requests.
	Restless bool

	// Late says that messages for a request may be sent after its node has left.
	Late bool

	// After says that they may be sent even after the node's next request.  A model does not
	// tell the two apart, so that only the program counts; nil: never.
	After func(config.Config) bool

	// Overtaking says that entries of others can be counted while a node waits.
	Overtaking bool

	// Arrived is the text of a macro: node i knows of the request that node other waits
	// with, as far as REQUESTs tell it.  Empty: it always does.
	Arrived string

	// PassedAt is the text of a macro: an entry of node i passes the request of node
	// other at arbiter m.  Entries are then counted at each arbiter, and bypass is the
	// largest of these counts.  Empty: there are no arbiters.
	PassedAt string
}

// Bound is what a source states about a measure for each request, or for each entry.
type Bound struct {
	Measure Measure
	Load    Load   // under which it is stated
	Lower   bool   // a lower bound; else an upper one
	Formula string // as the source writes it: 2(N-1)
	// OneOf returns all numbers that a request may cost; Lower and Value are unused then.
	OneOf func(config.Config) []int
	// Value returns the bound for every node's requests.
	Value func(config.Config) int
	// NodeValue returns the bound for node i's requests, where nodes differ; Value is nil then.
	NodeValue func(c config.Config, i int) int
	Source    string
	Refuted   string                   // a case in which it does not hold, and which no configuration here decides; "": none is known
	Only      func(config.Config) bool // configurations for which it is stated, nil: all
}

// Average is what a source states about the expected number of messages for a request, where
// nodes request one at a time and each request is equally likely to be any node's.
type Average struct {
	Formula string // as the source writes it: 3-3/N
	Kind    string // class of the messages; "": all
	Costly  bool   // of the requests that cost messages: those of nodes that do not hold the token
	Value   func(config.Config) *big.Rat
	Source  string
	Only    func(config.Config) bool // configurations for which it is stated, nil: all
}

// Storage is what a source states about how many numbers a node or a message holds, at most: a
// truth value, a set or an element of a list is one.
type Storage struct {
	Of      string // StorageOfNode, or a class of messages
	Formula string
	Value   func(config.Config) int
	Without []string // variables of the program that the source does not count, since they are the phase of its client or belong to entry as an event of its own
	Source  string
}

// StorageOfNode stands for the variables of a node.
const StorageOfNode = "node"

// Of is the bound for node i's requests, or, for node 0, that of a complete run.
func (b Bound) Of(c config.Config, i int) int {
	one := b.NodeValue
	if one == nil {
		one = func(c config.Config, _ int) int { return b.Value(c) }
	}
	if i > 0 {
		return one(c, i)
	}
	sum := 0
	for i := 1; i <= c.N; i++ {
		sum += c.Entries(i) * one(c, i)
	}
	return sum
}

// LoadFor checks that a measure can be counted under a load.  An empty load stands
// for the algorithm's standard one.  The error is a *config.Error.
func (a *Algorithm) LoadFor(c config.Config, m Measure, l Load) (Load, error) {
	loads := a.loads(c, m)
	if l == "" && len(loads) > 0 {
		l = loads[0]
	}
	switch {
	case !slices.Contains(Measures, m):
		return "", &config.Error{Operand: fmt.Sprintf("measure %.40q", m), Reason: "unknown", Remedy: "there are " + list(Measures)}
	case m == MeasureBypass && !a.Counting.Overtaking:
		return "", &config.Error{Operand: a.Name + ": measure bypass", Reason: "a node's REQUEST does not go to all whom it concerns"}
	case m == MeasureAverage && a.Counting.Restless:
		return "", &config.Error{Operand: a.Name + ": measure average", Reason: "messages are under way even while nobody requests: their number for one request depends on how long it is until then"}
	case !slices.Contains(loads, l):
		return "", &config.Error{
			Operand: fmt.Sprintf("%s: load %.40q", a.Name, l),
			Reason:  fmt.Sprintf("%s cannot be counted so here", m),
			Remedy:  "there are " + list(loads),
		}
	case l == LoadRun && c.Rounds == 0:
		return "", &config.Error{
			Operand: a.Name + ": load run",
			Reason:  "a run is complete when each node has requested as often as it may",
			Remedy:  "needs --rounds R",
		}
	}
	return l, nil
}

// loads returns the loads under which a measure can be counted, the standard one first.
func (a *Algorithm) loads(c config.Config, m Measure) []Load {
	switch m {
	case MeasureBypass, MeasureStorage:
		return []Load{LoadAny}
	case MeasureDelay:
		return []Load{LoadBlocked, LoadAny}
	case MeasureResponse, MeasureAverage:
		return []Load{LoadAlone}
	}
	if a.Counting.Loads != nil {
		return a.Counting.Loads(c)
	}
	return []Load{LoadAny, LoadAlone, LoadRun}
}

// list writes names for people.
func list[T ~string](names []T) string {
	var all []string
	for _, n := range names {
		all = append(all, string(n))
	}
	return strings.Join(all, ", ")
}

// BoundsOf returns the bounds that the sources state for a measure under a load.
func (a *Algorithm) BoundsOf(c config.Config, m Measure, l Load) []Bound {
	return slices.DeleteFunc(slices.Clone(a.Counting.Bounds), func(b Bound) bool {
		// A bound under any load holds for a request that is alone as well, and for the
		// average over a run.
		return b.Measure != m || b.Load != l && b.Load != LoadAny || b.OneOf != nil && l == LoadRun || b.Only != nil && !b.Only(c)
	})
}
