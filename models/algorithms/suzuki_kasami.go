package algorithms

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

var suzukiKasami = &registry.Algorithm{
	Name:  "suzuki-kasami",
	Title: "A distributed mutual exclusion algorithm (broadcast requests, a token with a queue).",
	Sources: []string{
		"I. Suzuki, T. Kasami: ACM TOCS 3(4), 1985; here as on the slides \"Distributed Mutual Exclusion Algorithms\", and M. L. Neilsen: thesis, Kansas State University 1989, 2.4.",
	},
	Idea: "The node that has the token may enter. A node without the token sends a REQUEST to all others, with the sequence number of its request. " +
		"The token carries LN, the number of each node's latest served request, and a queue of the nodes that get the token next.",
	Assumes:  "handlers run in local mutual exclusion; every node knows initially whether it has the token; no node fails",
	MinN:     1,
	MaxN:     30,
	Networks: []config.Network{config.Unordered, config.FIFO},
	Takes:    []string{"token"},
	Refuse:   manyRequests,
	Messages: []registry.Message{
		{Name: "REQUEST", Links: everyPair, Fields: []string{"number"}, Options: numbered, Gloss: "asks for the token, with the request's number"},
		{Name: "TOKEN", Links: everyPair, Gloss: "the token, with LN and the queue"},
	},
	Properties: common(
		registry.Property{Name: "token", Macro: "one_token", Kind: registry.State,
			Gloss: "exactly one token exists, at a node or under way"},
		registry.Property{Name: "queue", Macro: "queue_is_right", Kind: registry.State,
			Gloss: "each node is in the queue at most once, and a node in the queue waits with its first unserved request"},
	),
	Numbers: calledTokenNumbers,
	Data:    queuePlaces,
	Variables: registry.Variables{
		Shifted: func(config.Config) []string { return []string{"rn", "ln", "request_net"} },
		Sets:    []string{"request_net"}, // of numbers
		Scratch: []string{"k", "who"},
	},
	Statements: []string{
		"0 messages per entry of the node that has the token, else N",
		"synchronisation delay 0 or 1 message: so if the waiting request has arrived at the exit, else up to 2",
	},
	Costs: broadcastTokenCosts,
	Counting: registry.Counting{
		Overtaking: true,
		Arrived:    "!REQUESTS(other, i)",
		Bounds: append(
			perEntry(registry.LoadAny, "thesis, 2.4; slides", "0", zero, "N", nodes), freeOrAll("thesis, 2.4; slides"),
			delay(registry.LoadBlocked, "thesis, 6.3", "1", constant(1))[0],
			delay(registry.LoadAny, "slides: 0 or T", "1", constant(1))[0],
			response("derived", "2", constant(2))[0]),
		Storage: []registry.Storage{
			{Of: "REQUEST", Formula: "1", Value: constant(1), Source: "slides"},
			{Of: "TOKEN", Formula: "N and a queue of N", Value: timesNodes(2), Source: "slides"},
		},
	},
	Bugs: calledTokenBugs(
		registry.Bug{
			Name:   "queued-twice",
			Gloss:  "a node that exits appends nodes that are already in the queue",
			Old:    "pending(i, who) && !queued(who) ->",
			New:    "pending(i, who) ->",
			Caught: "queue", On: "--n 3",
		},
		registry.Bug{
			Name:   "served-not-recorded",
			Gloss:  "a node that exits does not record on the token that its request is served",
			Old:    "\t\tln[i] = rn[i].by[i];\n",
			New:    "",
			Caught: "deadlock", On: "--n 2 --rounds 2",
		},
		registry.Bug{
			Name:   "newest-first",
			Gloss:  "the queue is served newest first",
			Old:    "\tdo\n\t:: k < N-1 && queue[k] -> k++\n\t:: else -> break\n\tod;\n\tqueue[k] = i;\n\tk = 0",
			New:    "\tfor (k : 1 .. N-1) {\n\t\tqueue[N-k] = queue[N-k-1]\n\t}\n\tqueue[0] = i;\n\tk = 0",
			Caught: "starvation", On: "--n 3",
		},
		registry.Bug{
			Name:   "queue-forgotten",
			Gloss:  "a node that exits keeps the token if it knows no pending request of the first node in the queue",
			Old:    "\t\t:: queue[0] ->\n",
			New:    "\t\t:: queue[0] && pending(i, queue[0]) ->\n",
			Caught: "starvation", On: "--n 3",
		},
	),
}
