package algorithms

import (
	"math/big"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/models/topology"
	"github.com/mxgen/mxgen/templates"
)

var neilsenMizuno = &registry.Algorithm{
	Name:  "neilsen-mizuno",
	Title: "A DAG-based algorithm for distributed mutual exclusion.",
	Sources: []string{
		"M. L. Neilsen, M. Mizuno: ICDCS 1991; M. L. Neilsen: thesis, Kansas State University 1989, chapters 3 to 6; M. Ben-Ari: Principles of Concurrent and Distributed Programming, 10.7.",
	},
	Idea: "The nodes form a tree. NEXT points along the tree towards the sink, where REQUESTs end; " +
		"FOLLOW links the waiting nodes to a distributed queue. " +
		"A node that receives a REQUEST sets its NEXT to the neighbour that sent the REQUEST.",
	Assumes:  "handlers run in local mutual exclusion; every node knows initially its neighbours and the direction of the token",
	MinN:     1,
	MaxN:     30,
	Networks: []config.Network{config.Unordered, config.FIFO},
	Switches: []registry.Switch{
		{Name: "init", Gloss: "initially only the node of the token knows its place in the tree: INITIALIZE messages inform the others (thesis, Figure 5)"},
	},
	Takes: []string{"topology", "token"},
	Messages: []registry.Message{
		{Name: "INITIALIZE", Links: initialising, Gloss: "tells a neighbour that the token is in the direction of the sender (variant init)"},
		{Name: "REQUEST", Links: alongEdges, Fields: []string{"originator"}, Gloss: "requests the token for the originator that it names"},
		{Name: "PRIVILEGE", Links: everyPair, Gloss: "the token"},
	},
	Properties: common(
		registry.Property{Name: "token", Macro: "one_token", Kind: registry.State,
			Gloss: "exactly one token exists, at a node or under way"},
		registry.Property{Name: "edge", Kind: registry.State,
			Gloss: "on every tree edge exactly one of: NEXT one way, NEXT the other way, a REQUEST"},
		registry.Property{Name: "lemma-1", Kind: registry.State,
			Gloss: "a sink has no FOLLOW, and holds the token unless it waits for it or uses it"},
		registry.Property{Name: "lemma-2", Kind: registry.State,
			Gloss: "from every node NEXT leads to a sink in fewer than N hops"},
		registry.Property{Name: "follow", Kind: registry.Step,
			Gloss: "FOLLOW is never overwritten"},
	),
	Numbers: func(config.Config) string { return "the algorithm counts nothing" },
	Data:    neilsenMizunoData,
	Variables: registry.Variables{
		Sets: []string{"privilege_to", "request_behind", "initialize_to"},
	},
	Statements: []string{
		"0 to D+1 messages per entry, D the diameter of the tree (thesis, 6.1)",
		"synchronisation delay 1 message (thesis, 6.3): so if the waiting request has arrived at the exit, else up to D+1",
		"at most N-1 outstanding requests (thesis, 5.2): refuted, N are reached while PRIVILEGE is under way",
	},
	Costs: neilsenMizunoCosts,
	Counting: registry.Counting{
		Bounds: slices.Concat(
			perEntry(registry.LoadAny, "thesis, 6.1", "0", zero, "D+1", diameters(1, 1)),
			delay(registry.LoadBlocked, "thesis, 6.3", "1", constant(1)),
			response("derived", "D+1", diameters(1, 1))),
		Averages: neilsenMizunoAverages,
		Storage: []registry.Storage{
			{Of: registry.StorageOfNode, Formula: "3", Value: constant(3), Without: []string{"token"}, Source: "thesis, 6.4: three simple variables"},
			{Of: "REQUEST", Formula: "2", Value: constant(2), Source: "thesis, 6.4: two integers"},
			{Of: "PRIVILEGE", Formula: "0", Value: zero, Source: "thesis, 6.4: no data structure"},
		},
	},
	Bugs: []registry.Bug{
		{
			Name:   "idle-holder-keeps-token",
			Gloss:  "an idle holder of the token receives a request and does not pass it on",
			Old:    "\t\t\tholding[i] = false;\n\t\t\tsend_privilege(i, REQUEST(j, i))",
			New:    "\t\t\tskip",
			Caught: "deadlock", On: "--n 2",
		},
		{
			Name:   "token-copied",
			Gloss:  "an idle holder passes the token on and keeps it",
			Old:    "\t\t\tholding[i] = false;\n\t\t\tsend_privilege(i, REQUEST(j, i))",
			New:    "\t\t\tsend_privilege(i, REQUEST(j, i))",
			Caught: "token", On: "--n 2",
		},
		{
			Name:   "enter-without-token",
			Gloss:  "a node that waits enters without the token",
			Old:    "(waiting(i) && token[i])",
			New:    "waiting(i)",
			Caught: "mutex", On: "--n 2",
		},
		{
			Name:   "pointer-not-turned",
			Gloss:  "a node does not set NEXT to the neighbour that sent the REQUEST",
			Old:    "\t\tnext[i] = j;\n",
			New:    "",
			Caught: "edge", On: "--n 2",
		},
		{
			Name:   "requester-keeps-pointer",
			Gloss:  "a requester sends its REQUEST and does not become a sink",
			Old:    "\t\t\tsend_request(i, next[i], i);\n\t\t\tnext[i] = 0",
			New:    "\t\t\tsend_request(i, next[i], i)",
			Caught: "lemma-2", On: "--n 2",
		},
		{
			Name:   "sink-always-defers",
			Gloss:  "an idle holder sets FOLLOW to the requester as if the holder were waiting",
			Old:    "\t\t:: !next[i] && holding[i] ->\n\t\t\tholding[i] = false;\n\t\t\tsend_privilege(i, REQUEST(j, i))\n\t\t:: !next[i] && !holding[i] ->",
			New:    "\t\t:: !next[i] ->",
			Caught: "starvation", On: "--n 2",
		},
		{
			Name:   "follower-forgotten-on-exit",
			Gloss:  "a node sends the token to FOLLOW and does not clear FOLLOW",
			Old:    "\t\t\tsend_privilege(i, follow[i]);\n\t\t\tfollow[i] = 0",
			New:    "\t\t\tsend_privilege(i, follow[i])",
			Caught: "lemma-1", On: "--n 2",
		},
		{
			Name:   "follow-overwritten",
			Gloss:  "a node that uses the token stays the sink when it sets FOLLOW",
			Old:    "\t\tnext[i] = j;\n",
			New:    "\t\tnext[i] = (token[i] -> 0 : j);\n",
			Caught: "follow", On: "--n 3 --topology star",
		},
		{
			Name:   "request-sent-twice",
			Gloss:  "a requester sends its REQUEST twice",
			Old:    "\t\t\tsend_request(i, next[i], i);\n",
			New:    "\t\t\tsend_request(i, next[i], i);\n\t\t\tsend_request(i, next[i], i);\n",
			Caught: "no-overflow", On: "--n 2",
		},
		{
			Name:   "token-lost-on-exit",
			Gloss:  "a node that exits with FOLLOW set does not send the token",
			Old:    "\t\t\tsend_privilege(i, follow[i]);\n",
			New:    "",
			Caught: "deadlock", On: "--n 2",
		},
		{
			Name:   "initialize-not-passed-on",
			Gloss:  "an initialised node does not initialise its other neighbours",
			Old:    "\t\tinitialize_to[i] = neighbours(i) & ~(1 << (j))",
			New:    "\t\tskip",
			Caught: "edge", On: "--n 3 --variant init",
		},
		{
			Name:   "initialize-sent-back",
			Gloss:  "an initialised node initialises all its neighbours, including the sender of its INITIALIZE",
			Old:    "\t\tinitialize_to[i] = neighbours(i) & ~(1 << (j))",
			New:    "\t\tinitialize_to[i] = neighbours(i)",
			Caught: "lemma-2", On: "--n 2 --variant init",
		},
		{
			Name:   "requests-uninitialised",
			Gloss:  "a node requests before it knows its place in the tree",
			Old:    "\t\tinitialised[i] && may_request(i) ->\n",
			New:    "\t\tmay_request(i) ->\n",
			Caught: "deadlock", On: "--n 2 --variant init",
		},
		{
			Name:   "nobody-enters",
			Gloss:  "a node may enter only while it is idle",
			Old:    "(waiting(i) && token[i])",
			New:    "(idle(i) && token[i])",
			Caught: "entry", On: "--n 2",
		},
	},
}

// neilsenMizunoData is the initial tree, directed to the token's node.
func neilsenMizunoData(c config.Config) any {
	data := struct {
		Next       []int    // initial NEXT, from slot 0 on
		Holding    []int    // initial HOLDING, from slot 0 on
		Initialise []int    // initial INITIALIZEs under way, from slot 0 on: sets of receivers
		Neighbours [][2]int // of each node: the node, its neighbours as a set
		Edges      [][2]int // of the tree
		Far        string   // the node that NEXT leads to in N hops from i
	}{
		Next:    topology.Towards(c.Token, c.Edges, c.N),
		Holding: make([]int, c.N+1),
		Far:     templates.Nest("next", c.N),
	}
	data.Holding[c.Token] = 1
	for _, e := range c.Edges {
		data.Edges = append(data.Edges, e)
	}
	data.Initialise = make([]int, c.N+1)
	for i := 1; i <= c.N; i++ {
		set := 0
		for _, j := range c.Neighbours(i) {
			set |= 1 << j
		}
		data.Neighbours = append(data.Neighbours, [2]int{i, set})
		if i == c.Token {
			data.Initialise[i] = set
		}
	}
	if c.Variant.Has("init") {
		data.Next = make([]int, c.N+1)
	}
	return data
}

// initialising is the links of INITIALIZE: along the tree, in the variant init alone.
func initialising(c config.Config) [][2]int {
	if !c.Variant.Has("init") {
		return nil
	}
	return alongEdges(c)
}

// neilsenMizunoAverages are the thesis' average and those that follow in the same way for other trees.
var neilsenMizunoAverages = []registry.Average{
	{
		Formula: "3-5/N+2/N^2", Source: "thesis, 6.2, centralized topology",
		Only:  func(c config.Config) bool { return c.N > 2 && topology.Diameter(c.Edges, c.N) == 2 },
		Value: func(c config.Config) *big.Rat { return ratio(3*c.N*c.N-5*c.N+2, c.N*c.N) },
	},
	{
		Formula: "(N^2-1)/(3N)+(N-1)/N", Source: "derived, straight line",
		Only:  func(c config.Config) bool { return topology.Diameter(c.Edges, c.N) == c.N-1 },
		Value: func(c config.Config) *big.Rat { return ratio(c.N*c.N-1+3*(c.N-1), 3*c.N) },
	},
	{
		Formula: "mean distance of two nodes + (N-1)/N", Source: "derived",
		Value: func(c config.Config) *big.Rat { return new(big.Rat).Add(meanDistance(c), ratio(c.N-1, c.N)) },
	},
}
