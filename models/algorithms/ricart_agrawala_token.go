package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

var ricartAgrawalaToken = &registry.Algorithm{
	Name:  "ricart-agrawala-token",
	Title: "Ricart's and Agrawala's token-passing algorithm.",
	Sources: []string{
		"G. Ricart, A. K. Agrawala: Author's response, CACM 26(2), 1983; here as M. Ben-Ari: Principles of Concurrent and Distributed Programming, Algorithm 10.3; minnumber: M. L. Neilsen: thesis, Kansas State University 1989, 2.4.",
	},
	Idea: "The node that has the token may enter. A node without the token sends a REQUEST to all others, with the sequence number of its request. " +
		"The token carries the number of each node's latest served request; a request with a higher number is pending.",
	Assumes:  "handlers run in local mutual exclusion; every node knows initially whether it has the token; no node fails",
	MinN:     1,
	MaxN:     30,
	Networks: []config.Network{config.Unordered, config.FIFO},
	Switches: []registry.Switch{
		{Name: "arbitrary", Group: "policy", Gloss: "the token goes to any node with a pending request"},
		{Name: "cyclic", Group: "policy", Standard: true, Gloss: "the token goes to the next node in cyclic order with a pending request"},
		{Name: "minnumber", Group: "policy", Gloss: "the token goes to the node whose pending request has the smallest number"},
	},
	Takes: []string{"token"},
	Refuse: func(c config.Config) *config.Error {
		if c.Variant.Has("minnumber") && c.Rounds == 0 {
			return needsRounds("the variant minnumber")
		}
		return manyRequests(c)
	},
	Messages: []registry.Message{
		{Name: "REQUEST", Links: everyPair, Fields: []string{"number"}, Options: numbered, Gloss: "asks for the token, with the request's number"},
		{Name: "TOKEN", Links: everyPair, Gloss: "the token, with the number of each node's latest served request"},
	},
	Properties: common(
		registry.Property{Name: "token", Macro: "one_token", Kind: registry.State,
			Gloss: "exactly one token exists, at a node or under way"},
		registry.Property{Name: "numbers", Kind: registry.State,
			Gloss: "a node knows only numbers of requests that were made; every request of a node except its latest is served; the latest is unserved while the node waits without the token"},
	),
	Numbers: calledTokenNumbers,
	Options: registry.Options{
		Exits: anybodyPending,
	},
	Variables: registry.Variables{
		Shifted: func(config.Config) []string { return []string{"num", "requested", "granted", "request_net"} },
		Sets:    []string{"request_net"}, // of numbers
		Scratch: []string{"k", "who"},
	},
	Fails: func(c config.Config) map[string]string {
		if c.Variant.Has("arbitrary") && c.N >= 3 && c.Rounds == 0 {
			return map[string]string{"starvation": "two other nodes can pass the token to each other for ever"}
		}
		return nil
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
			perEntry(registry.LoadAny, "thesis, 2.4", "0", zero, "N", nodes), freeOrAll("thesis, 2.4"),
			delay(registry.LoadBlocked, "derived", "1", constant(1))[0],
			response("derived", "2", constant(2))[0]),
		Storage: []registry.Storage{
			{Of: "REQUEST", Formula: "1", Value: constant(1), Source: "Ben-Ari, 10.3"},
			{Of: "TOKEN", Formula: "N", Value: nodes, Source: "Ben-Ari, 10.3"},
		},
	},
	Bugs: calledTokenBugs(
		registry.Bug{
			Name:   "token-lost",
			Gloss:  "a node that exits gives up the token even if no node receives it",
			Old:    "\t:: k != i -> send_token(i, k)\n\t:: else -> skip\n",
			New:    "\t:: k != i -> send_token(i, k)\n\t:: else -> token_at = 0\n",
			Caught: "deadlock", On: "--n 2",
		},
		registry.Bug{
			Name:   "served-not-recorded",
			Gloss:  "a node that exits does not record on the token that its request is served",
			Old:    "\t\tgranted[i] = num[i];\n",
			New:    "",
			Caught: "numbers", On: "--n 2",
		},
		registry.Bug{
			Name:   "search-ends-early",
			Gloss:  "the search for the next holder begins at node 1 and ends at the exiting node",
			Old:    "\tk = i % N + 1;\n",
			New:    "\tk = (i == 1 -> 2 : 1);\n",
			Caught: "starvation", On: "--n 3",
		},
	),
}

// anybodyPending is the options of a node that leaves and may choose.
func anybodyPending(c config.Config, i int) []string {
	calls := []string{fmt.Sprintf("exit_cs(%d)", i)}
	if !c.Variant.Has("arbitrary") {
		return calls
	}
	for j := 1; j <= c.N; j++ {
		if j != i {
			calls = append(calls, fmt.Sprintf("exit_to(%d, %d)", i, j))
		}
	}
	return calls
}
