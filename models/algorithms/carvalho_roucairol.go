package algorithms

import (
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

var carvalhoRoucairol = &registry.Algorithm{
	Name:  "carvalho-roucairol",
	Title: "On mutual exclusion in computer networks, with permissions that are kept.",
	Sources: []string{
		"O. S. F. Carvalho, G. Roucairol: CACM 26(2), 1983; sketched in M. L. Neilsen: thesis, Kansas State University 1989, 2.3.",
	},
	Idea: "As Ricart and Agrawala's, but a REPLY stays valid until its receiver replies to its sender: " +
		"a node sends REQUEST only to the nodes whose permission it does not have. " +
		"A node that replies while it waits loses the permission of the receiver, and sends it a REQUEST again with the same ticket.",
	Assumes:  "handlers run in local mutual exclusion; no node fails",
	MinN:     1,
	MaxN:     30,
	Networks: []config.Network{config.Unordered, config.FIFO},
	Switches: []registry.Switch{
		{Name: "staircase", Gloss: "initially, of any two nodes the smaller has the permission of the other"},
	},
	Refuse: func(c config.Config) *config.Error {
		if c.Rounds == 0 {
			return needsRounds("its tickets: two nodes that wait can have any numbers")
		}
		return nil
	},
	Messages: []registry.Message{
		{Name: "REQUEST", Links: everyPair, Fields: []string{"ticket"}, Gloss: "asks for permission, with the ticket"},
		{Name: "REPLY", Links: everyPair, Gloss: "gives a permission that stays valid until its receiver replies to its sender"},
	},
	Properties: common(
		registry.Property{Name: "authorisation", Kind: registry.State,
			Gloss: "of any two nodes, at most one has the permission of the other"},
	),
	Numbers: func(config.Config) string { return "" },
	Data: func(c config.Config) any {
		return struct {
			Authorised []int    // initial A with staircase, from slot 0 on
			Pairs      [][2]int // of nodes
		}{after(c.N), pairs(c.N)}
	},
	Variables: registry.Variables{
		Scratch: []string{"k"},
		Sets:    []string{"deferred", "authorised", "reply_to", "request_behind"},
	},
	Statements: []string{
		"0 to 2(N-1) messages per entry",
		"synchronisation delay 1 message",
		"tickets grow without bound and entries can occur in another order than tickets: no finite form is known",
	},
	Costs: carvalhoRoucairolCosts,
	Counting: registry.Counting{
		Overtaking: true,
		Arrived:    "!REQUEST(other, i)",
		Bounds: slices.Concat(
			perEntry(registry.LoadAny, "thesis, 2.3", "0", zero, "2(N-1)", timesOthers(2)),
			delay(registry.LoadBlocked, "derived", "1", constant(1)),
			response("derived", "2", constant(2))),
	},
	Bugs: []registry.Bug{
		noTieBreak("authorisation", "--n 2 --rounds 1"),
		{
			Name:   "no-re-request",
			Gloss:  "a node that replies while it waits does not request the lost permission again",
			Old:    "\t\t\t\tdrop(authorised[i], j);\n\t\t\t\tsend_request(i, j)",
			New:    "\t\t\t\tdrop(authorised[i], j)",
			Caught: "deadlock", On: "--n 2 --rounds 2",
		},
		{
			Name:   "re-request-always",
			Gloss:  "a waiting node sends a REQUEST to each node that it replies to, even if its REQUEST to that node is already pending",
			Old:    "\t\t\t:: else -> skip\t/* i has asked j already */\n",
			New:    "\t\t\t:: else -> send_request(i, j)\n",
			Caught: "authorisation", On: "--n 2 --rounds 2",
		},
		{
			Name:   "permission-kept-at-exit",
			Gloss:  "a node keeps the permissions of the nodes to which it replies at exit",
			Old:    "\t\tauthorised[i] = authorised[i] & ~deferred[i];\n",
			New:    "",
			Caught: "authorisation", On: "--n 2 --rounds 1",
		},
		{
			Name:   "replies-while-inside",
			Gloss:  "a node in its critical section replies to earlier requests at once",
			Old:    "\t\t:: inside(i) || waiting(i) && before",
			New:    "\t\t:: !idle(i) && before",
			Caught: "mutex", On: "--n 2 --rounds 2",
		},
		{
			Name:   "deferred-forgotten",
			Gloss:  "a deferred REPLY is never sent",
			Old:    "\t\treply_to[i] = reply_to[i] | deferred[i];\n",
			New:    "",
			Caught: "starvation", On: "--n 2 --rounds 1",
		},
		{
			Name:   "replies-twice",
			Gloss:  "a node that defers a request also replies at once",
			Old:    "\t\t\tadd(deferred[i], j)\n",
			New:    "\t\t\tadd(deferred[i], j);\n\t\t\tsend_reply(i, j)\n",
			Caught: "no-overflow", On: "--n 2 --rounds 1",
		},
		{
			Name:   "nobody-enters",
			Gloss:  "a node needs its own permission as well",
			Old:    "authorised[i] == all_but(i))",
			New:    "authorised[i] == ALL)",
			Caught: "entry", On: "--n 2 --rounds 1",
		},
	},
}

// after is for each node the set of nodes after it, from slot 0 on.
func after(n int) []int {
	sets := make([]int, n+1)
	for i := 1; i <= n; i++ {
		sets[i] = (1<<(n+1) - 1) &^ (1<<(i+1) - 1)
	}
	return sets
}

// pairs is every two nodes, the smaller one first.
func pairs(n int) [][2]int {
	var all [][2]int
	for j := 1; j <= n; j++ {
		for i := j + 1; i <= n; i++ {
			all = append(all, [2]int{j, i})
		}
	}
	return all
}
