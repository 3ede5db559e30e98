package algorithms

import (
	"math/big"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/models/topology"
	"github.com/mxgen/mxgen/templates"
)

var raymond = &registry.Algorithm{
	Name:  "raymond",
	Title: "A tree-based algorithm for distributed mutual exclusion.",
	Sources: []string{
		"K. Raymond: ACM TOCS 7(1), 1989; here as on the slides \"Distributed Mutual Exclusion Algorithms\", and M. L. Neilsen: thesis, Kansas State University 1989, 2.7.",
	},
	Idea: "The nodes form a tree. HOLDER points along the tree towards the token. A node sends one REQUEST to its holder for the neighbours and itself " +
		"that are in its queue; the token returns along the path of the requests.",
	Assumes:  "handlers run in local mutual exclusion; every node knows initially its neighbours and the direction of the token; no node fails",
	MinN:     1,
	MaxN:     30,
	Networks: []config.Network{config.Unordered, config.FIFO},
	Takes:    []string{"topology", "token"},
	Messages: []registry.Message{
		{Name: "REQUEST", Links: alongEdges, Gloss: "asks a neighbour for the token"},
		{Name: "PRIVILEGE", Links: alongEdges, Gloss: "the token"},
	},
	Properties: common(
		registry.Property{Name: "token", Macro: "one_token", Kind: registry.State,
			Gloss: "exactly one token exists, at a node or under way"},
		registry.Property{Name: "holder", Macro: "holder_leads", Kind: registry.State,
			Gloss: "from every node HOLDER leads to the token, or to the edge on which the token is under way"},
		registry.Property{Name: "asked", Macro: "asks_another", Kind: registry.State,
			Gloss: "a node that has asked for the token does not have it"},
		registry.Property{Name: "queue", Macro: "queue_is_right", Kind: registry.State,
			Gloss: "a node's queue contains each neighbour, and the node itself, at most once"},
	),
	Numbers: func(config.Config) string { return "the algorithm counts nothing" },
	Data:    raymondData,
	Variables: registry.Variables{
		Scratch: []string{"k"},
		Sets:    []string{"request_to", "privilege_to"},
	},
	Statements: []string{
		"0 to 2D messages per entry, D the diameter of the tree",
		"synchronisation delay at most D messages: so if the waiting requests have arrived at the exit, else up to 2D",
	},
	Costs: raymondCosts,
	Counting: registry.Counting{
		Bounds: slices.Concat(
			perEntry(registry.LoadAny, "thesis, 2.7", "0", zero, "2D", diameters(2, 0)),
			delay(registry.LoadBlocked, "thesis, 6.3", "D", diameters(1, 0)),
			response("derived", "2D", diameters(2, 0))),
		Averages: []registry.Average{
			{Formula: "twice the mean distance of two nodes", Source: "derived", Value: func(c config.Config) *big.Rat {
				return new(big.Rat).Mul(ratio(2, 1), meanDistance(c))
			}},
		},
		Storage: []registry.Storage{
			{Of: registry.StorageOfNode, Formula: "3 and a queue of all neighbours and the node itself", Source: "slides",
				Value: func(c config.Config) int {
					most := 0
					for i := 1; i <= c.N; i++ {
						most = max(most, len(c.Neighbours(i)))
					}
					return 3 + most + 1
				}},
			{Of: "REQUEST", Formula: "0", Value: zero, Source: "slides"},
			{Of: "PRIVILEGE", Formula: "0", Value: zero, Source: "slides"},
		},
		Loads: func(config.Config) []registry.Load { return []registry.Load{registry.LoadAlone, registry.LoadRun} }, // a REQUEST is for all in a queue
	},
	Bugs: []registry.Bug{
		{
			Name:   "no-request-after-token",
			Gloss:  "a node passes the token on and sends no REQUEST for the nodes still in its queue (thesis, 2.7, omits it)",
			Old:    "\t\tdrop(privilege_to[j], i);\n\t\tholder[i] = i;\n\t\tassign_privilege(i);\n\t\tmake_request(i)",
			New:    "\t\tdrop(privilege_to[j], i);\n\t\tholder[i] = i;\n\t\tassign_privilege(i)",
			Caught: "deadlock", On: "--n 3",
		},
		{
			Name:   "token-given-away-while-using",
			Gloss:  "a node passes the token on even while it uses it (thesis, 2.7, omits the test)",
			Old:    "holder[i] == i && !using[i] && first(i) ->",
			New:    "holder[i] == i && first(i) ->",
			Caught: "mutex", On: "--n 2",
		},
		{
			Name:   "asked-forgotten",
			Gloss:  "a node with nothing to request clears ASKED (the slides' \"else Asked = FALSE\")",
			Old:    "\t\tasked[i] = true\n\t:: else -> skip\n",
			New:    "\t\tasked[i] = true\n\t:: else -> asked[i] = false\n",
			Caught: "no-overflow", On: "--n 4 --topology star --token 2",
		},
		{
			Name:   "token-copied",
			Gloss:  "a node passes the token on and remains its own holder",
			Old:    "\t\tholder[i] = first(i);\n",
			New:    "",
			Caught: "token", On: "--n 2",
		},
		{
			Name:   "holder-not-turned",
			Gloss:  "HOLDER of a node that receives the token still points to the sender",
			Old:    "\t\tholder[i] = i;\n",
			New:    "",
			Caught: "holder", On: "--n 2",
		},
		{
			Name:   "asked-kept",
			Gloss:  "a node that receives the token does not clear ASKED",
			Old:    "\t\tasked[i] = false;\n",
			New:    "",
			Caught: "asked", On: "--n 2",
		},
		{
			Name:   "queue-not-shortened",
			Gloss:  "a node that gets the token stays in the queue",
			Old:    "\t\tfi;\n\t\tremove_first(i)\n",
			New:    "\t\tfi\n",
			Caught: "queue", On: "--n 2",
		},
		{
			Name:   "newest-first",
			Gloss:  "queues are served newest first",
			Old:    "\tdo\n\t:: k < N-1 && queue[i].at[k] -> k++\n\t:: else -> break\n\tod;\n\tqueue[i].at[k] = j;\n\tk = 0",
			New:    "\tfor (k : 1 .. N-1) {\n\t\tqueue[i].at[N-k] = queue[i].at[N-k-1]\n\t}\n\tqueue[i].at[0] = j;\n\tk = 0",
			Caught: "starvation", On: "--n 3 --topology star",
		},
		{
			Name:   "nobody-enters",
			Gloss:  "a node may enter only while it is idle",
			Old:    "(waiting(i) && using[i])",
			New:    "(idle(i) && using[i])",
			Caught: "entry", On: "--n 2",
		},
	},
}

// raymondData is the initial tree, directed to the token's node.
func raymondData(c config.Config) any {
	data := struct {
		Holder  []int    // initial HOLDER, from slot 0 on
		Degrees [][2]int // of each node: the node, its number of neighbours
		Places  []int    // of a queue
		Far     string   // the node that HOLDER leads to in N hops from i
	}{
		Holder: topology.Towards(c.Token, c.Edges, c.N),
		Far:    templates.Nest("holder", c.N),
	}
	data.Holder[c.Token] = c.Token
	for i := 1; i <= c.N; i++ {
		data.Degrees = append(data.Degrees, [2]int{i, len(c.Neighbours(i))})
		data.Places = append(data.Places, i-1)
	}
	return data
}
