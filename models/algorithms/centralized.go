package algorithms

import (
	"math/big"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

var centralized = &registry.Algorithm{
	Name:    "centralized",
	Title:   "Mutual exclusion by a central coordinator.",
	Sources: []string{"Folklore; M. L. Neilsen: thesis, Kansas State University 1989, 6.2."},
	Idea: "One node, the coordinator, grants the critical section to one node at a time and queues the others. " +
		"The coordinator may request as well, and does so without messages.",
	Assumes:  "handlers run in local mutual exclusion; every node knows the coordinator",
	MinN:     1,
	MaxN:     30,
	Networks: []config.Network{config.Unordered, config.FIFO},
	Takes:    []string{"coordinator"},
	Messages: []registry.Message{
		{Name: "REQUEST", Links: toCoordinator, Gloss: "requests the critical section"},
		{Name: "GRANT", Links: fromCoordinator, Gloss: "grants the critical section"},
		{Name: "RELEASE", Links: toCoordinator, Gloss: "releases the critical section"},
	},
	Properties: common(
		registry.Property{Name: "grant", Kind: registry.State,
			Gloss: "the grant is in exactly one state: free, under way in a GRANT, held by a node, under way back in a RELEASE"},
		registry.Property{Name: "queue", Macro: "not_queued_twice", Kind: registry.State,
			Only:  onFIFO,
			Gloss: "the node that has the grant is not in the queue"},
	),
	Numbers: func(config.Config) string { return "the algorithm counts nothing" },
	Data:    queuePlaces,
	Variables: registry.Variables{
		Scratch: []string{"k"},
		Sets:    []string{"request_net", "grant_net", "release_net"},
	},
	Statements: []string{
		"3 messages per entry of another node, 0 per entry of the coordinator",
		"synchronisation delay 2 messages",
	},
	Costs: centralizedCosts,
	Counting: registry.Counting{
		Bounds: slices.Concat(
			perEntry(registry.LoadAny, "slides; 0 for the coordinator's own entries", "0", zero, "3", constant(3)),
			delay(registry.LoadBlocked, "thesis, 6.3", "2", constant(2)),
			response("derived", "2", constant(2))),
		Averages: []registry.Average{
			{Formula: "3-3/N", Source: "thesis, 6.2, footnote", Value: func(c config.Config) *big.Rat { return ratio(3*(c.N-1), c.N) }},
		},
	},
	Bugs: []registry.Bug{
		{
			Name:   "grants-without-asking",
			Gloss:  "the coordinator sends GRANT at once even while another node has the grant",
			Old:    "\t:: !busy -> give(i)\n\t:: else -> append(i)",
			New:    "\t:: true -> give(i)",
			Caught: "mutex", On: "--n 2",
		},
		{
			Name:   "release-forgotten",
			Gloss:  "the coordinator receives a RELEASE and does not serve the queue",
			Old:    "\t\tdrop(release_net, j);\n\t\tserve_next()",
			New:    "\t\tdrop(release_net, j);\n\t\tbusy = 0",
			Caught: "deadlock", On: "--n 3",
		},
		{
			Name:   "grant-not-given-back",
			Gloss:  "a node that exits keeps its grant for its next request",
			Old:    "\t\tgranted[i] = false;\n",
			New:    "",
			Caught: "grant", On: "--n 2",
		},
		{
			Name:   "request-queued-twice",
			Gloss:  "the coordinator also queues a node to which it sends GRANT at once",
			Old:    "\t:: !busy -> give(i)\n",
			New:    "\t:: !busy -> give(i); append(i)\n",
			Caught: "no-overflow", On: "--n 2",
		},
		{
			Name:   "busy-queued",
			Gloss:  "a RELEASE and the next REQUEST of a node may overtake each other",
			Old:    "(has(request_net, j) && !has(release_net, j))",
			New:    "has(request_net, j)",
			Caught: "queue", On: "--n 2 --network fifo",
		},
		{
			Name:   "newest-first",
			Gloss:  "the queue is served newest first",
			Old:    "\tdo\n\t:: k < N-1 && queue[k] -> k++\n\t:: else -> break\n\tod;\n\tqueue[k] = i;\n\tk = 0",
			New:    "\tfor (k : 1 .. N-1) {\n\t\tqueue[N-k] = queue[N-k-1]\n\t}\n\tqueue[0] = i;\n\tk = 0",
			Caught: "starvation", On: "--n 4",
		},
		{
			Name:   "nobody-enters",
			Gloss:  "a node may enter only while it is idle",
			Old:    "(waiting(i) && granted[i])",
			New:    "(idle(i) && granted[i])",
			Caught: "entry", On: "--n 2",
		},
	},
}

func toCoordinator(c config.Config) [][2]int {
	var links [][2]int
	for i := 1; i <= c.N; i++ {
		if i != c.Coordinator {
			links = append(links, [2]int{i, c.Coordinator})
		}
	}
	return links
}

func fromCoordinator(c config.Config) [][2]int {
	links := toCoordinator(c)
	for k, l := range links {
		links[k] = [2]int{l[1], l[0]}
	}
	return links
}
