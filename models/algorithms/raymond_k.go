package algorithms

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/templates"
)

var raymondK = &registry.Algorithm{
	Name:  "raymond-k",
	Title: "A distributed algorithm for multiple entries to a critical section.",
	Sources: []string{
		"K. Raymond: Information Processing Letters 30(4), 1989.",
	},
	Idea: "Ricart and Agrawala's algorithm for K nodes at once: a node enters when all others but K-1 have replied. " +
		"REPLYs to old requests may still arrive later, so that each node counts those that it is owed and those that it owes, " +
		"and sends all that it owes to one node as one message.",
	Assumes:  "handlers run in local mutual exclusion; no node fails, but up to K-1 nodes may never exit",
	MinN:     1,
	MaxN:     16,
	Networks: []config.Network{config.Unordered},
	Takes:    []string{"k", "never-exit"},
	Refuse: func(c config.Config) *config.Error {
		if c.Rounds == 0 && c.K > 1 {
			return needsRounds("more than one entry: a fast node leaves any number of messages under way")
		}
		return nil
	},
	Messages: []registry.Message{
		{Name: "REQUEST", Links: everyPair, Fields: []string{"ticket"}, Gloss: "asks for permission, with the ticket",
			Options: func(c config.Config, j, i int) []string {
				return calls("receive_request", j, i, 0, raymondKMost(c)-1)
			}},
		{Name: "REPLY", Links: everyPair, Fields: []string{"count"}, Gloss: "gives as many permissions as its count",
			Options: func(c config.Config, j, i int) []string {
				return calls("receive_reply", j, i, 1, raymondKMost(c))
			}},
	},
	Properties: commonOf(registry.Property{Name: "mutex", Kind: registry.State, Gloss: "at most K nodes are in their critical sections"},
		registry.Property{Name: "conservation", Kind: registry.State,
			Gloss: "each REPLY that a node still expects from another is requested, deferred, or under way"},
	),
	Numbers: func(config.Config) string { return "live tickets are shifted down together, see normalise" },
	Data:    raymondKData,
	Options: registry.Options{
		Exits: func(c config.Config, i int) []string {
			if slices.Contains(c.NeverExit, i) {
				return nil
			}
			return []string{fmt.Sprintf("exit_cs(%d)", i)}
		},
	},
	Variables: registry.Variables{
		Shifted: func(config.Config) []string { return []string{"num", "hi", "request_net"} },
		Scratch: []string{"k", "m", "low", "place"},
	},
	Statements: []string{
		"at least 2N-K-1 messages per entry on average: approached, not reached",
		"at most 2(N-1) messages per entry",
		"rarely below 2N-1-K/2 messages per entry: refuted, 2N-K-1 is approached where a node stays inside and another enters often",
		"with K = 1 the algorithm is Ricart and Agrawala's",
	},
	Costs: raymondKCosts,
	Counting: registry.Counting{
		Bounds: append(
			perEntry(registry.LoadAny, "Raymond, 7", "2N-K-1 on average",
				func(c config.Config) int { return 2*c.N - c.K - 1 }, "2(N-1)", timesOthers(2)),
			registry.Bound{Measure: registry.MeasureMessages, Load: registry.LoadRun, Lower: true, Formula: "2N-1-K/2, rarely less, rounded down", Source: "Raymond, 7",
				Value: func(c config.Config) int { return (4*c.N - 2 - c.K) / 2 }},
			delay(registry.LoadBlocked, "derived", "1", constant(1))[0],
			response("derived", "2", constant(2))[0],
		),
		Loads: func(c config.Config) []registry.Load {
			if c.Rounds == 0 {
				return []registry.Load{registry.LoadAlone}
			}
			return []registry.Load{registry.LoadRun, registry.LoadAlone} // a REPLY can be sent after the entry that it is for
		},
	},
	Bugs: []registry.Bug{
		noTieBreak("mutex", "--n 2 --k 1"),
		{
			Name:   "counts-only-smaller",
			Gloss:  "Not_In_CS counts nodes Z < me, as the paper's text was printed, and not Z # me",
			Old:    "((z) != (i) && !reply_count[i].by[z])",
			New:    "((z) < (i) && !reply_count[i].by[z])",
			Caught: "deadlock", On: "--n 3 --k 2 --rounds 1",
		},
		{
			Name:   "one-reply-too-few",
			Gloss:  "a node enters with one REPLY fewer than it needs",
			Old:    "not_in_cs(i) >= N-K)",
			New:    "not_in_cs(i) >= N-K-1)",
			Caught: "mutex", On: "--n 3 --k 2 --rounds 1",
		},
		{
			Name:   "replies-while-inside",
			Gloss:  "a node in its critical section replies at once",
			Old:    "\t\t:: inside(i) || waiting(i) && before",
			New:    "\t\t:: waiting(i) && before",
			Caught: "mutex", On: "--n 3 --k 2 --rounds 1",
		},
		{
			Name:   "one-deferred-reply",
			Gloss:  "a node sends one REPLY to another at exit, even if it has deferred several",
			Old:    "send_reply(i, k, defer_count[i].by[k]);",
			New:    "send_reply(i, k, 1);",
			Caught: "conservation", On: "--n 2 --k 2 --rounds 2",
		},
		{
			Name:   "deferred-forgotten",
			Gloss:  "a deferred REPLY is never sent",
			Old:    "\t\t\t\tsend_reply(i, k, defer_count[i].by[k]);\n",
			New:    "",
			Caught: "starvation", On: "--n 3 --k 2 --rounds 1",
		},
		{
			Name:   "one-request-a-ticket",
			Gloss:  "the REQUESTs under way on a link are a set of tickets: of two with one ticket only one arrives",
			Old:    "&& TICKET(i, j, place) -> place++\n\t:: else -> break\n\tod;\n\tTICKET(i, j, place) = num[i]",
			New:    "&& TICKET(i, j, place) && TICKET(i, j, place) != num[i] -> place++\n\t:: else -> break\n\tod;\n\tTICKET(i, j, place) = num[i]",
			Caught: "conservation", On: "--n 2 --k 2 --rounds 2",
		},
		{
			Name:   "request-sent-twice",
			Gloss:  "a node sends each REQUEST twice",
			Old:    "\t\t\t\tsend_request(i, k);\n",
			New:    "\t\t\t\tsend_request(i, k);\n\t\t\t\tsend_request(i, k);\n",
			Caught: "no-overflow", On: "--n 2 --k 1",
		},
		{
			Name:   "nobody-enters",
			Gloss:  "a node waits for a REPLY of its own as well",
			Old:    "not_in_cs(i) >= N-K)",
			New:    "not_in_cs(i) >= N)",
			Caught: "entry", On: "--n 2 --k 1",
		},
	},
}

// calls are the calls of a receiver with each of the values from first to last.
func calls(name string, j, i, first, last int) []string {
	var all []string
	for v := first; v <= last; v++ {
		all = append(all, fmt.Sprintf("%s(%d, %d, %d)", name, j, i, v))
	}
	return all
}

// raymondKMost is how many REPLYs a node can owe another.
func raymondKMost(c config.Config) int { return max(1, c.Rounds) }

func raymondKData(c config.Config) any {
	var asked, replies, sum []string
	for n := 1; n <= raymondKMost(c); n++ {
		asked = append(asked, fmt.Sprintf("(TICKET(i, j, %d) != 0)", n-1))
		replies = append(replies, fmt.Sprintf("REPLIES(j, i, %d)", n))
		sum = append(sum, fmt.Sprintf("%d * %s", n, replies[n-1]))
	}
	sum[0] = replies[0]
	return struct {
		Most         int    // REPLYs that a node can owe another, and REQUESTs on a link
		AnyReply     string // is one under way from j to i?
		HowMany      string // REQUESTs are under way from i to j
		SumOfReplies string // counts of those under way from j to i
	}{
		Most: raymondKMost(c), AnyReply: templates.Join(replies, " || "), HowMany: templates.Join(asked, " + "), SumOfReplies: templates.Join(sum, " + "),
	}
}
