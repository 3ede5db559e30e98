package algorithms

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

var singhal = &registry.Algorithm{
	Name:  "singhal",
	Title: "A heuristically-aided algorithm for mutual exclusion in distributed systems.",
	Sources: []string{
		"M. Singhal: IEEE Transactions on Computers 38(5), 1989, which was not available; here as in slides on distributed mutual exclusion, with their errors corrected.",
	},
	Idea: "A node sends REQUEST only to the nodes that it believes to be requesting: one of them has the token or will get it. " +
		"Each node and the token record the state and number of every node's latest request; at release the node and the token each take over the later records of the other.",
	Assumes:  "handlers run in local mutual exclusion; initially node 1 holds the token, and each node believes all nodes before it to be requesting",
	MinN:     1,
	MaxN:     16,
	Networks: []config.Network{config.FIFO, config.Unordered},
	Switches: []registry.Switch{
		{Name: "arbitrary", Group: "policy", Gloss: "the token goes to any requesting node"},
		{Name: "cyclic", Group: "policy", Standard: true, Gloss: "the token goes to the next requesting node in cyclic order"},
		{Name: "repaired", Gloss: "a node also answers outdated REQUESTs, which makes the algorithm live (a repair by mxgen, not in the sources)"},
	},
	Refuse: func(c config.Config) *config.Error {
		switch {
		case c.Rounds == 0:
			return needsRounds("its numbers: an old REQUEST still changes the records of its receiver")
		case c.Rounds > 7:
			return &config.Error{Operand: fmt.Sprintf("rounds %d", c.Rounds), Reason: "needs at most 7",
				Remedy: "REQUESTs under way are a set of numbers in a byte"}
		}
		return nil
	},
	Messages: []registry.Message{
		{Name: "REQUEST", Links: everyPair, Fields: []string{"number"}, Gloss: "asks for the token, with the number of the request",
			Options: func(c config.Config, j, i int) []string { return calls("receive_request", j, i, 1, c.Rounds) }},
		{Name: "TOKEN", Links: everyPair, Gloss: "the token, with its records of all requests"},
	},
	Properties: common(
		registry.Property{Name: "token", Macro: "one_token", Kind: registry.State,
			Gloss: "exactly one token exists, at a node or under way"},
		registry.Property{Name: "requester", Kind: registry.Step,
			Gloss: "the TOKEN is sent only to a waiting node"},
	),
	Numbers: func(config.Config) string { return "" },
	Data:    singhalData,
	Options: registry.Options{
		Exits: func(c config.Config, i int) []string {
			if !c.Variant.Has("arbitrary") {
				return []string{fmt.Sprintf("exit_cs(%d)", i)}
			}
			var all []string
			for j := 0; j <= c.N; j++ {
				if j != i {
					all = append(all, fmt.Sprintf("exit_cs(%d, %d)", i, j))
				}
			}
			return all
		},
	},
	Variables: registry.Variables{
		Scratch: []string{"k"},
		Sets:    []string{"requesters", "asked"},
	},
	Fails: func(c config.Config) map[string]string {
		if c.N < 3 || c.Rounds < 2 || c.Variant.Has("repaired") {
			return nil
		}
		why := "a release overwrites the record of a request whose REQUEST to the others is under way; no node then requests the token for it again"
		return map[string]string{"deadlock": why, "starvation": why}
	},
	Statements: []string{
		"0 to N messages per entry; N/2 REQUESTs under light load: so over requests of nodes without the token, (N-1)/2 over all",
		"synchronisation delay 1 message",
		"deadlock-free: refuted from N = 3 on, with two requests each; with the variant repaired no deadlock for N = 3 and three requests each",
	},
	Costs: singhalCosts,
	Counting: registry.Counting{
		Bounds: slices.Concat(
			perEntry(registry.LoadAny, "thesis, 2.5; slides", "0", zero, "N", nodes),
			delay(registry.LoadBlocked, "thesis, 6.3", "1", constant(1)),
			response("derived", "2", constant(2))),
		Storage: []registry.Storage{
			{Of: registry.StorageOfNode, Formula: "two arrays of N, and those of the token", Value: timesNodes(4), Source: "slides"},
			{Of: "REQUEST", Formula: "1", Value: constant(1), Source: "slides"},
			{Of: "TOKEN", Formula: "two arrays of N", Value: timesNodes(2), Source: "slides"},
		},
		Averages: []registry.Average{
			{Formula: "N/2", Kind: "REQUEST", Source: "slides", Value: halfOfNodes},
			{Formula: "N/2", Kind: "REQUEST", Costly: true, Source: "slides, if requests of the token's holder do not count", Value: halfOfNodes},
			{Formula: "(N-1)/2", Kind: "REQUEST", Source: "derived", Value: func(c config.Config) *big.Rat { return ratio(c.N-1, 2) }},
		},
	},
	Bugs: []registry.Bug{
		{
			Name:   "old-requests-unanswered",
			Gloss:  "the repair without the answers of the node that has the token",
			Old:    "(own[i] == REQUESTING || has_token(i) && token_knows(j, n))",
			New:    "own[i] == REQUESTING",
			Caught: "deadlock", On: "--n 3 --rounds 2 --variant repaired",
		},
		{
			Name:   "old-requests-only-noted",
			Gloss:  "the repair, but an old REQUEST is noted and never answered",
			Old:    "(own[i] == REQUESTING || has_token(i) && token_knows(j, n))",
			New:    "own[i] == REQUESTING && n > sn[i].by[j]",
			Caught: "deadlock", On: "--n 3 --rounds 2 --variant repaired",
		},
		{
			Name:   "unanswered-while-inside",
			Gloss:  "the repair, but a node that uses the token does not answer an old REQUEST",
			Old:    "(own[i] == REQUESTING || has_token(i) && token_knows(j, n))",
			New:    "(own[i] == REQUESTING || own[i] == HOLDING && token_knows(j, n))",
			Caught: "deadlock", On: "--n 3 --rounds 2 --variant repaired",
		},
		{
			Name:   "unanswered-while-holding",
			Gloss:  "the repair, but an idle holder of the token does not answer an old REQUEST",
			Old:    "(own[i] == REQUESTING || has_token(i) && token_knows(j, n))",
			New:    "(own[i] == REQUESTING || own[i] == EXECUTING && token_knows(j, n))",
			Caught: "deadlock", On: "--n 3 --rounds 2 --variant repaired",
		},
		{
			Name:   "old-requests-not-noted",
			Gloss:  "the repair, but an old REQUEST is answered and not noted",
			Old:    "\t\tsn[i].by[j] = (n > sn[i].by[j] -> n : sn[i].by[j]);\n\t\tadd(requesters[i], j)\n",
			New:    "\t\tif\n\t\t:: n > sn[i].by[j] ->\n\t\t\tsn[i].by[j] = n;\n\t\t\tadd(requesters[i], j)\n\t\t:: else -> skip\n\t\tfi\n",
			Caught: "deadlock", On: "--n 3 --rounds 2 --variant repaired",
		},
		{
			Name:   "answers-whom-it-forgot",
			Gloss:  "the repair, but a node answers whenever it has not noted the sender, not once for each of its requests",
			Old:    "!has(asked[i], j) ->",
			New:    "!has(requesters[i], j) ->",
			Caught: "no-overflow", On: "--n 3 --rounds 2 --variant repaired",
		},
		{
			Name:   "outdated-not-discarded",
			Gloss:  "an outdated REQUEST is treated as a new one, as on the slides",
			Old:    "\t\t:: sn[i].by[j] >= n -> skip\t/* outdated */\n\t\t:: else ->\n\t\t\tsn[i].by[j] = n;",
			New:    "\t\t:: true ->\n\t\t\tsn[i].by[j] = (n > sn[i].by[j] -> n : sn[i].by[j]);",
			Caught: "requester", On: "--n 3 --rounds 2",
		},
		{
			Name:   "states-compared",
			Gloss:  "the node and the token compare states instead of numbers at release, as on the slides",
			Old:    "\t\t:: sn[i].by[k] > tsn[k] ->",
			New:    "\t\t:: has(requesters[i], k) > tsv[k] ->",
			Caught: "requester", On: "--n 2 --rounds 1",
		},
		{
			Name:   "nobody-known",
			Gloss:  "initially each node believes all others to be neutral",
			Old:    "requesters[N+1] = { 0, 0, 2 }",
			New:    "requesters[N+1] = { 0, 0, 0 }",
			Caught: "deadlock", On: "--n 2 --rounds 1",
		},
		{
			Name:   "everybody-known",
			Gloss:  "initially each node believes all others to be requesting: requests are lost nevertheless",
			Old:    "requesters[N+1] = { 0, 0, 2, 6 }",
			New:    "requesters[N+1] = { 0, 12, 10, 6 }",
			Caught: "deadlock", On: "--n 3 --rounds 2",
		},
		{
			Name:   "no-counter-request",
			Gloss:  "a requesting node sends no REQUEST to a node that it learns to be requesting",
			Old:    "!has(requesters[i], j) -> send_request(i, j)",
			New:    "!has(requesters[i], j) -> skip",
			Caught: "starvation", On: "--n 3 --rounds 1",
		},
		{
			Name:   "holder-keeps-token",
			Gloss:  "an idle holder that sends the token also keeps it",
			Old:    "\t\t\t\town[i] = NEUTRAL;\n",
			New:    "",
			Caught: "token", On: "--n 2 --rounds 1",
		},
		{
			Name:   "enters-while-requesting",
			Gloss:  "a node enters without the token",
			Old:    "(waiting(i) && own[i] == EXECUTING)",
			New:    "waiting(i)",
			Caught: "mutex", On: "--n 2 --rounds 1",
		},
		{
			Name:   "request-sent-twice",
			Gloss:  "a node sends each REQUEST twice",
			Old:    ":: has(requesters[i], k) -> send_request(i, k)",
			New:    ":: has(requesters[i], k) -> send_request(i, k); send_request(i, k)",
			Caught: "no-overflow", On: "--n 2 --rounds 1",
		},
		{
			Name:   "nobody-enters",
			Gloss:  "a node may enter only while it is idle",
			Old:    "(waiting(i) && own[i] == EXECUTING)",
			New:    "(idle(i) && own[i] == EXECUTING)",
			Caught: "entry", On: "--n 2 --rounds 1",
		},
	},
}

// singhalData is what nodes know at first.
func singhalData(c config.Config) any {
	data := struct {
		Own    []int // initial states, from slot 0 on: node 1 holds the token
		Before []int // for each node the set of nodes before it, from slot 0 on
	}{Own: make([]int, c.N+1), Before: make([]int, c.N+1)}
	data.Own[1] = 3
	for i := 1; i <= c.N; i++ {
		data.Before[i] = 1<<i - 2
	}
	return data
}

func halfOfNodes(c config.Config) *big.Rat { return ratio(c.N, 2) }
