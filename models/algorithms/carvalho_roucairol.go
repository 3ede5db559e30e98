package algorithms

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

var carvalhoRoucairol = &registry.Algorithm{
	Name:  "carvalho-roucairol",
	Title: "On mutual exclusion in computer networks, with permissions that are kept.",
	Sources: []string{
		"O. S. F. Carvalho, G. Roucairol: CACM 26(2), 1983; sketched in M. L. Neilsen: thesis, Kansas State University 1989, 2.3.",
	},
	Idea: "As Ricart and Agrawala's, but a REPLY stays valid until its receiver replies to the sender in turn: " +
		"a node asks only those whose permission it has given away. " +
		"If it gives one away while it waits, it asks for it again with the same ticket.",
	Assumes:  "handlers run in local mutual exclusion; no node fails",
	MinN:     1,
	MaxN:     30,
	Networks: []config.Network{config.Unordered, config.FIFO},
	Switches: []registry.Switch{
		{Name: "staircase", Gloss: "of two nodes the smaller has the other's permission at first"},
	},
	Refuse: func(c config.Config) *config.Error {
		if c.Rounds == 0 {
			return needsRounds("its tickets: two nodes that wait can have any numbers")
		}
		return nil
	},
	Messages: []registry.Message{
		{Name: "REQUEST", Links: everyPair, Gloss: "asks for permission, with the ticket"},
		{Name: "REPLY", Links: everyPair, Gloss: "permits until the sender is asked for its own permission"},
	},
	Properties: common(
		registry.Property{Name: "authorisation", Kind: registry.State,
			Gloss: "of two nodes, never do both have the other's permission"},
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
		"tickets grow without bound and entries need not follow them: no finite form is known",
	},
	Counting: registry.Counting{
		Overtaking: true,
		Arrived:    "!REQUEST(other, i)",
		Bounds:     perEntry(registry.LoadAny, "thesis, 2.3", "0", zero, "2(N-1)", timesOthers(2)),
	},
	Bugs: []registry.Bug{
		{
			Name:   "no-re-request",
			Gloss:  "a node that gives a permission away while it waits does not ask for it again",
			Old:    "\t\t\t\tdrop(authorised[i], j);\n\t\t\t\tsend_request(i, j)",
			New:    "\t\t\t\tdrop(authorised[i], j)",
			Caught: "deadlock", On: "--n 2 --rounds 2",
		},
		{
			Name:   "re-request-always",
			Gloss:  "a node that waits asks back whoever it replies to, even if it has asked him already",
			Old:    "\t\t\t:: else -> skip\t/* i has asked j already */\n",
			New:    "\t\t\t:: else -> send_request(i, j)\n",
			Caught: "authorisation", On: "--n 2 --rounds 2",
		},
		{
			Name:   "permission-kept-at-exit",
			Gloss:  "a node keeps the permission of those to whom it replies at exit",
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
			Gloss:  "whom a node puts off never gets the REPLY",
			Old:    "\t\treply_to[i] = reply_to[i] | deferred[i];\n",
			New:    "",
			Caught: "starvation", On: "--n 2 --rounds 1",
		},
		{
			Name:   "replies-twice",
			Gloss:  "a node replies at once to a request that it puts off as well",
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
