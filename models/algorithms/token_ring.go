package algorithms

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

var tokenRing = &registry.Algorithm{
	Name:    "token-ring",
	Title:   "A token that goes around a logical ring.",
	Sources: []string{"G. Le Lann: IFIP Congress 1977; here as on the slides \"Distributed Mutual Exclusion Algorithms\", token ring."},
	Idea: "The token circulates for ever. A waiting node that receives the token enters " +
		"and sends the token on at exit; any other node sends the token on at once.",
	Assumes:  "handlers run in local mutual exclusion; the token is never lost, no node fails",
	MinN:     1,
	MaxN:     30,
	Networks: []config.Network{config.FIFO, config.Unordered},
	Takes:    []string{"order"},
	Messages: []registry.Message{
		{Name: "TOKEN", Links: aroundTheRing, Gloss: "the right to enter"},
	},
	Properties: common(
		registry.Property{Name: "token", Macro: "one_token", Kind: registry.State,
			Gloss: "exactly one token exists, at a node or under way"},
		registry.Property{Name: "bypass", Kind: registry.History,
			Gloss: "while a node waits each other node enters at most once"},
	),
	Numbers: func(config.Config) string { return "the algorithm counts nothing" },
	Data:    tokenRingData,
	Statements: []string{
		"1 to N messages from one entry to the next while a node waits; without bound while none waits",
		"synchronisation delay 1 to N messages",
	},
	Costs: tokenRingCosts,
	Counting: registry.Counting{
		Overtaking: true,
		Restless:   true,
		Bounds: slices.Concat(
			perEntry(registry.LoadAny, "slides; hops before the request not counted: they have no bound", "0", zero, "N", nodes),
			delay(registry.LoadAny, "derived", "N", nodes),
			response("derived", "N", nodes)),
		Loads: func(config.Config) []registry.Load { return []registry.Load{registry.LoadAny} }, // a ring without requests is never quiet
	},
	Bugs: []registry.Bug{
		{
			Name:   "token-lost-on-exit",
			Gloss:  "a node that exits does not send the token on",
			Old:    "\t\ttoken[i] = false;\n\t\tpass_on(i)",
			New:    "\t\ttoken[i] = false",
			Caught: "deadlock", On: "--n 2",
		},
		{
			Name:   "token-copied",
			Gloss:  "a waiting node that takes the token also sends it on",
			Old:    "\t\t:: waiting(i) -> token[i] = true\n",
			New:    "\t\t:: waiting(i) -> token[i] = true; pass_on(i)\n",
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
			Name:   "enters-again",
			Gloss:  "a node that exits keeps the token and enters again",
			Old:    "\t\tphase[i] = IDLE;\n\t\ttoken[i] = false;\n\t\tpass_on(i)",
			New:    "\t\tphase[i] = WAIT",
			Caught: "bypass", On: "--n 2",
		},
		{
			Name:   "never-its-turn",
			Gloss:  "node 1 sends the token on even while it waits",
			Old:    "\t\t:: waiting(i) -> token[i] = true\n",
			New:    "\t\t:: waiting(i) && i != 1 -> token[i] = true\n",
			Caught: "starvation", On: "--n 2",
		},
		{
			Name:   "token-stays-under-way",
			Gloss:  "a TOKEN that is received stays under way",
			Old:    "\t\ttoken_net[j] = false;\n",
			New:    "",
			Caught: "no-overflow", On: "--n 2",
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

// aroundTheRing is the links from each node to the next one on the ring.
func aroundTheRing(c config.Config) [][2]int {
	var links [][2]int
	for k, j := range c.Order {
		links = append(links, [2]int{j, c.Order[(k+1)%c.N]})
	}
	return links
}

// tokenRingData is the ring, with the token under way to its first node.
func tokenRingData(c config.Config) any {
	data := struct {
		Ring string // in words
		Net  []int  // initial token_net, from slot 0 on
	}{Net: make([]int, c.N+1)}
	for _, i := range append(c.Order, c.Order[0]) {
		data.Ring += fmt.Sprintf(", %d", i)
	}
	data.Ring = strings.TrimPrefix(data.Ring, ", ")
	data.Net[c.Order[c.N-1]] = 1
	return data
}
