package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

var ricartAgrawala = &registry.Algorithm{
	Name:  "ricart-agrawala",
	Title: "An optimal algorithm for mutual exclusion in computer networks.",
	Sources: []string{
		"G. Ricart, A. K. Agrawala: CACM 24(1), 1981; here as M. Ben-Ari: Principles of Concurrent and Distributed Programming, Algorithm 10.2.",
	},
	Idea: "A node takes a ticket, sends a REQUEST with the ticket to all others and enters when all have replied. " +
		"A node that receives a REQUEST while it waits itself defers the REPLY to its exit if its own request precedes the received one; a node inside always defers.",
	Assumes:  "handlers run in local mutual exclusion; no node fails",
	MinN:     1,
	MaxN:     30,
	Networks: []config.Network{config.Unordered, config.FIFO},
	Switches: []registry.Switch{
		{Name: "arbitrary-number", Gloss: "a node takes any ticket from 1 to T, T = N by default (10.1, before the ticket rule)",
			Default: func(n int) int { return n }, Max: 50},
		{Name: "no-tie-break", Gloss: "equal tickets are compared without the nodes' numbers, so neither precedes the other"},
		{Name: "no-request-flag", Gloss: "an idle node compares a request with its old ticket instead of replying at once"},
		{Name: "own-number", Gloss: "a node's own ticket counts as seen when it takes the next one"},
		{Name: "assign", Gloss: "a node takes its next ticket after the latest that it has seen, not after the highest"},
		{Name: "modulo", Gloss: "tickets are numbers modulo M, M = 2N-1 by default (1981 paper), and compared in a window of (M-1)/2",
			Default: func(n int) int { return max(3, 2*n-1) }, Min: 2, Max: 100},
	},
	Refuse: ricartAgrawalaRefuses,
	Messages: []registry.Message{
		{Name: "REQUEST", Links: everyPair, Fields: []string{"ticket"}, Gloss: "asks for permission, with the ticket"},
		{Name: "REPLY", Links: everyPair, Gloss: "gives permission"},
	},
	Properties: common(
		registry.Property{Name: "conservation", Kind: registry.State,
			Gloss: "for each request and each other node exactly one of: REQUEST under way, REPLY deferred, REPLY under way, REPLY counted"},
		registry.Property{Name: "deferral", Kind: registry.State,
			Gloss: "a node defers only requests that its own precedes, and at least one node defers none"},
		registry.Property{Name: "ticket-order", Kind: registry.State, Only: ricartAgrawalaOrdered,
			Gloss: "nodes enter in the order of their tickets, then of their numbers"},
		registry.Property{Name: "bypass", Kind: registry.History, Only: ricartAgrawalaOrdered,
			Gloss: "while a node waits, each other node that knows of its request enters at most once"},
	),
	Numbers: ricartAgrawalaNumbers,
	Data: func(c config.Config) any {
		return ricartAgrawalaForm(c)
	},
	Options: registry.Options{
		Requests: func(c config.Config) []string {
			choices := []string{""}
			if c.Variant.Has("arbitrary-number") {
				choices = nil
				for t := 1; t <= c.Variant.Value("arbitrary-number"); t++ {
					choices = append(choices, fmt.Sprintf(", %d", t))
				}
			}
			return choices
		},
	},
	Variables: registry.Variables{
		Shifted: func(c config.Config) []string {
			if !ricartAgrawalaForm(c).Shifted {
				return nil
			}
			return []string{"num", "hi"}
		},
		Scratch: []string{"k", "low"},
		Sets:    []string{"deferred", "request_to", "reply_to", "request_behind"},
	},
	Fails: ricartAgrawalaFails,
	Statements: []string{
		"exactly 2(N-1) messages per entry",
		"synchronisation delay 1 message",
	},
	Costs: ricartAgrawalaCosts,
	Counting: registry.Counting{
		Overtaking: true,
		Bounds: append(
			perEntry(registry.LoadAny, "Ricart and Agrawala; thesis, 2.2", "2(N-1)", timesOthers(2), "2(N-1)", timesOthers(2)),
			delay(registry.LoadBlocked, "derived", "1", constant(1))[0],
			response("Maekawa, 10", "2", constant(2))[0],
			registry.Bound{Measure: registry.MeasureBypass, Load: registry.LoadAny, Formula: "N-1", Value: timesOthers(1), Source: "derived: each other node enters once", Only: ricartAgrawalaOrdered},
		),
		Arrived: "!has(request_to[other], i)",
		Storage: []registry.Storage{
			{Of: "REQUEST", Formula: "1", Value: constant(1), Source: "thesis, 2.2, beside the sender"},
			{Of: "REPLY", Formula: "0", Value: zero, Source: "thesis, 2.2"},
		},
	},
	Bugs: []registry.Bug{
		{
			Name:   "replies-while-inside",
			Gloss:  "a node in its critical section replies at once",
			Old:    "idle(i) || precedes(j, i) -> send_reply(i, j)",
			New:    "!waiting(i) || precedes(j, i) -> send_reply(i, j)",
			Caught: "mutex", On: "--n 2",
		},
		{
			Name:   "deferred-sent-at-next-request",
			Gloss:  "a node sends deferred REPLYs at its next request, not at exit",
			Old:    "\t\treply_to[i] = reply_to[i] | deferred[i];\n\t\tdeferred[i] = 0",
			New:    "\t\tskip",
			Caught: "deadlock", On: "--n 2",
		},
		{
			Name:   "one-reply-forgotten",
			Gloss:  "a deferred REPLY is never sent",
			Old:    "\t\treply_to[i] = reply_to[i] | deferred[i];\n",
			New:    "",
			Caught: "starvation", On: "--n 2",
		},
		{
			Name:   "replies-kept",
			Gloss:  "a node keeps its count of REPLYs at exit",
			Old:    "\t\treplies[i] = 0;\n",
			New:    "",
			Caught: "conservation", On: "--n 2",
		},
		{
			Name:   "defers-while-idle",
			Gloss:  "an idle node defers requests as well",
			Old:    "idle(i) || precedes(j, i) -> send_reply(i, j)",
			New:    "precedes(j, i) -> send_reply(i, j)",
			Caught: "deferral", On: "--n 2",
		},
		{
			Name:   "replies-twice",
			Gloss:  "a node that defers a request also replies at once",
			Old:    "\t\t:: else -> add(deferred[i], j)\n",
			New:    "\t\t:: else -> add(deferred[i], j); send_reply(i, j)\n",
			Caught: "no-overflow", On: "--n 2",
		},
		{
			Name:   "highest-not-kept",
			Gloss:  "a node does not record the highest ticket that it receives",
			Old:    "\t\thi[i] = (num[j] > hi[i] -> num[j] : hi[i]);\n",
			New:    "",
			Caught: "ticket-order", On: "--n 2",
		},
		{
			Name:   "always-the-first-ticket",
			Gloss:  "a node takes the first ticket for every request",
			Old:    "num[i] = hi[i] + 1;",
			New:    "num[i] = 1;",
			Caught: "bypass", On: "--n 2 --rounds 2",
		},
		{
			Name:   "nobody-enters",
			Gloss:  "a node waits for a REPLY of its own as well",
			Old:    "replies[i] == N-1)\n",
			New:    "replies[i] == N)\n",
			Caught: "entry", On: "--n 2",
		},
	},
}

// ricartAgrawalaForm tells how tickets are kept finite (docs/algorithms.md, section 0.6).
// Bounded models keep raw numbers.  Arbitrary tickets and those modulo M are finite as they are.
// Only where idle nodes read their old tickets must these be kept.
func ricartAgrawalaForm(c config.Config) (form struct{ Shifted, Masked, RequestShifts, Ordered bool }) {
	form.Ordered = ricartAgrawalaOrdered(c)
	form.Shifted = c.Rounds == 0 && !c.Variant.Has("arbitrary-number") && !c.Variant.Has("modulo")
	form.Masked = c.Rounds == 0 && !c.Variant.Has("no-request-flag")
	// A request raises num, which nobody reads before where it is masked, and hi
	// only if its own ticket counts: else the smallest live ticket stays.
	form.RequestShifts = form.Shifted && (!form.Masked || c.Variant.Has("own-number"))
	return form
}

// ricartAgrawalaOrdered selects the configurations in which tickets are taken and
// compared as in the paper.
func ricartAgrawalaOrdered(c config.Config) bool {
	for _, other := range []string{"arbitrary-number", "no-tie-break", "no-request-flag", "assign", "modulo"} {
		if c.Variant.Has(other) {
			return false
		}
	}
	return true
}

func ricartAgrawalaNumbers(c config.Config) string {
	if ricartAgrawalaForm(c).Shifted {
		return "live tickets are shifted down together, see normalise"
	}
	return "there are finitely many tickets"
}

func ricartAgrawalaRefuses(c config.Config) *config.Error {
	if c.Variant.Has("assign") && c.Rounds == 0 {
		return needsRounds("the variant assign")
	}
	for _, s := range [][2]string{{"arbitrary-number", "assign"}, {"arbitrary-number", "modulo"}, {"arbitrary-number", "own-number"}, {"assign", "modulo"}} {
		if c.Variant.Has(s[0]) && c.Variant.Has(s[1]) {
			return &config.Error{Operand: "variant " + s[0] + "," + s[1],
				Reason: "two rules for the same number", Remedy: "choose one of them"}
		}
	}
	return nil
}

func ricartAgrawalaFails(c config.Config) map[string]string {
	if c.N == 1 {
		return nil
	}
	fails := map[string]string{}
	if c.Variant.Has("arbitrary-number") {
		fails["mutex"] = "a node inside replies to a smaller ticket drawn after it entered"
	}
	if c.Variant.Has("no-tie-break") {
		why := "two nodes with equal tickets defer each other"
		fails["deadlock"], fails["starvation"], fails["deferral"] = why, why, why
	}
	if c.Variant.Has("no-request-flag") {
		why := "an idle node defers requests with greater tickets than that of its last request"
		fails["deadlock"], fails["starvation"], fails["deferral"] = why, why, why
	}
	if c.Variant.Has("assign") && c.N > 2 {
		fails["mutex"] = "a node forgets the highest ticket that it has seen, and then takes a ticket that precedes that one"
	}
	if m := c.Variant.Value("modulo"); m > 0 {
		moduloFails(c, m, fails)
	}
	return fails
}

// moduloFails adds what tickets modulo m break (measured for N = 2 and 3).  Live
// tickets are up to N-1 apart if a node counts its own as seen, else up to N.
func moduloFails(c config.Config, m int, fails map[string]string) {
	apart := c.N
	if c.Variant.Has("own-number") || c.Rounds == 1 {
		apart = c.N - 1
	}
	window := (m - 1) / 2
	if window < apart {
		fails["mutex"] = fmt.Sprintf("tickets can be %d apart, more than the window of %d", apart, window)
	}
	if c.Rounds != 1 && 1 <= window && window < c.N-1 {
		why := fmt.Sprintf("with a window of %d, three tickets can precede one another in a cycle", window)
		fails["deadlock"], fails["starvation"], fails["deferral"] = why, why, why
	}
}
