package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/templates"
)

var lamport = &registry.Algorithm{
	Name:  "lamport",
	Title: "Time, clocks, and the ordering of events in a distributed system.",
	Sources: []string{
		"L. Lamport: CACM 21(7), 1978; here as in M. L. Neilsen: thesis, Kansas State University 1989, 2.1.",
	},
	Idea: "Every message carries the time of its sender's logical clock. " +
		"A node sends its REQUEST to all others, and each node keeps the requests that it has received. A node enters when its own request precedes " +
		"all others that it knows and it has received a later message from every other node. At exit it sends RELEASE to all others.",
	Assumes:  "handlers run in local mutual exclusion; no node fails; messages on one link arrive in the order in which they were sent",
	MinN:     1,
	MaxN:     16,
	Networks: []config.Network{config.FIFO, config.Unordered},
	Switches: []registry.Switch{
		{Name: "l0", Group: "rule for ACKs", Standard: true, Gloss: "every REQUEST is answered by an ACK"},
		{Name: "l1", Group: "rule for ACKs", Gloss: "a node that waits or is inside sends no ACK: its later RELEASE replaces it"},
		{Name: "l2", Group: "rule for ACKs", Gloss: "a node whose own request is later than the received one sends no ACK: its own REQUEST replaces it"},
		{Name: "light-clock", Gloss: "clocks tick at requests and received REQUESTs only"},
	},
	Refuse: func(c config.Config) *config.Error {
		switch {
		case c.Rounds == 0 && c.Network == config.Unordered:
			return needsRounds("a link that is not first in, first out")
		case c.Rounds == 0 && c.N > 2:
			return needsRounds("more than two clocks")
		case lamportPlaces(c) > 3*lamportRounds:
			return &config.Error{Operand: fmt.Sprintf("rounds %d", c.Rounds), Reason: fmt.Sprintf("needs at most %d", lamportRounds),
				Remedy: "each link must hold all messages"}
		}
		return nil
	},
	Messages: []registry.Message{
		{Name: "REQUEST", Links: everyPair, Fields: []string{"time"}, Gloss: "asks to enter, with the time", Options: lamportOptions("receive_request")},
		{Name: "ACK", Links: everyPair, Fields: []string{"time"}, Gloss: "answers a REQUEST, with the time", Options: lamportOptions("receive_ack")},
		{Name: "RELEASE", Links: everyPair, Fields: []string{"time"}, Gloss: "withdraws the request, with the time", Options: lamportOptions("receive_release")},
	},
	Properties: common(
		registry.Property{Name: "ticket-order", Kind: registry.State,
			Gloss: "nodes enter in the order of (time, id) of their requests"},
		registry.Property{Name: "request-known", Kind: registry.State,
			Gloss: "until a node exits, each other node knows its request or the REQUEST is under way to that node"},
	),
	Numbers: func(config.Config) string { return "all times are shifted down together, see normalise" },
	Room:    lamportPlaces,
	Data: func(c config.Config) any {
		places := lamportPlaces(c)
		asked := make([]string, places)
		for p := range asked {
			asked[p] = fmt.Sprintf("is_request(j, i, %d)", p)
		}
		return struct {
			Places int    // messages that one link can hold
			Asked  string // is a REQUEST under way from j to i?
		}{places, templates.Join(asked, " || ")}
	},
	Variables: registry.Variables{
		Shifted: func(config.Config) []string { return []string{"clk", "q", "stamp"} },
		Scratch: []string{"k", "m", "place", "low"},
		Sets:    []string{"ok"},
	},
	Fails: lamportFails,
	Statements: []string{
		"l0: exactly 3(N-1) messages per entry",
		"l1, l2: 2(N-1) to 3(N-1) messages per entry",
		"synchronisation delay 1 message: so if the waiting request has been acknowledged at the exit, else up to 2",
		"needs FIFO links: confirmed, correct on FIFO links and incorrect on unordered ones",
	},
	Costs: lamportCosts,
	Counting: registry.Counting{
		Overtaking: true,
		Arrived:    "!request_under_way(other, i)",
		Bounds: []registry.Bound{
			{Measure: registry.MeasureMessages, Load: registry.LoadAny, Lower: true, Formula: "3(N-1)", Value: timesOthers(3), Source: "thesis, 2.1; slides",
				Only: func(c config.Config) bool { return c.Variant.Has("l0") }},
			{Measure: registry.MeasureMessages, Load: registry.LoadAny, Lower: true, Formula: "2(N-1)", Value: timesOthers(2), Source: "thesis, 2.1",
				Only: func(c config.Config) bool { return !c.Variant.Has("l0") }},
			{Measure: registry.MeasureMessages, Load: registry.LoadAny, Formula: "3(N-1)", Value: timesOthers(3), Source: "thesis, 2.1; slides"},
			delay(registry.LoadAny, "slides: T", "1", constant(1))[0],
			response("derived", "2", constant(2))[0],
		},
		Loads: func(c config.Config) []registry.Load {
			if c.Rounds == 0 {
				return []registry.Load{registry.LoadAlone}
			}
			return []registry.Load{registry.LoadRun, registry.LoadAlone} // an ACK can be sent after the entry that it is for
		},
	},
	Bugs: []registry.Bug{
		noTieBreak("deadlock", "--n 2"),
		{
			Name:   "enters-unheard",
			Gloss:  "a node enters before it has received a later message from all others",
			Old:    " && ok[i] == all_but(i)",
			New:    "",
			Caught: "mutex", On: "--n 2",
		},
		{
			Name:   "own-request-first",
			Gloss:  "a node enters without comparing its request with those of others",
			Old:    " && first_of_all(i))",
			New:    ")",
			Caught: "ticket-order", On: "--n 2",
		},
		{
			Name:   "request-forgotten",
			Gloss:  "a received ACK removes the request of its sender",
			Old:    "\t\tnote(i, j, STAMP(j, i));\n\t\ttake(j, i);\n\t\tnormalise()\n\t}\n}\n\ninline receive_release",
			New:    "\t\tq[i].by[j] = 0;\n\t\tnote(i, j, STAMP(j, i));\n\t\ttake(j, i);\n\t\tnormalise()\n\t}\n}\n\ninline receive_release",
			Caught: "request-known", On: "--n 2",
		},
		{
			Name:   "release-not-heard",
			Gloss:  "a RELEASE does not count as a later message, although it replaces the ACK",
			Old:    "\t\tq[i].by[j] = 0;\n\t\tnote(i, j, STAMP(j, i));\n",
			New:    "\t\tq[i].by[j] = 0;\n",
			Caught: "deadlock", On: "--n 2 --variant l1",
		},
		{
			Name:   "release-ignored",
			Gloss:  "a received RELEASE does not remove the request of its sender",
			Old:    "\t\tq[i].by[j] = 0;\n\t\tnote",
			New:    "\t\tnote",
			Caught: "starvation", On: "--n 2",
		},
		{
			Name:   "three-places",
			Gloss:  "a link has room for one REQUEST, one ACK and one RELEASE",
			Old:    "#define LAST\t4",
			New:    "#define LAST\t2",
			Caught: "no-overflow", On: "--n 2",
		},
		{
			Name:   "ack-twice",
			Gloss:  "a REQUEST is answered by two ACKs",
			Old:    "\t\tsend(i, j, ACK)",
			New:    "\t\tsend(i, j, ACK);\n\t\tsend(i, j, ACK)",
			Caught: "no-overflow", On: "--n 2",
		},
		{
			Name:   "nobody-enters",
			Gloss:  "a node waits for a message from itself as well",
			Old:    "ok[i] == all_but(i)",
			New:    "ok[i] == ALL",
			Caught: "entry", On: "--n 2",
		},
	},
}

// lamportPlaces is how many messages one link can hold: all that there are,
// but five between two nodes whose messages arrive in order, since each then
// soon waits for the other (measured).
func lamportPlaces(c config.Config) int {
	all := 3 * c.Rounds
	if c.Network == config.FIFO && c.N <= 2 && (c.Rounds == 0 || all > 5) {
		return 5
	}
	return all
}

// lamportRounds is the most rounds where a link must hold all messages.
const lamportRounds = 20

// lamportOptions makes the calls by which i receives: any message where they
// are unordered, else the oldest.
func lamportOptions(name string) func(c config.Config, j, i int) []string {
	return func(c config.Config, j, i int) []string {
		if c.Network == config.Unordered {
			return calls(name, j, i, 0, lamportPlaces(c)-1)
		}
		return []string{fmt.Sprintf("%s(%d, %d)", name, j, i)}
	}
}

func lamportFails(c config.Config) map[string]string {
	if c.N == 1 || c.Network == config.FIFO {
		return nil
	}
	late := "a RELEASE overtakes the REQUEST that it withdraws, and the request then stays known for ever"
	fails := map[string]string{"deadlock": late, "starvation": late}
	if !c.Variant.Has("l1") {
		why := "an ACK overtakes the earlier REQUEST of its sender"
		fails["mutex"], fails["ticket-order"] = why, why
	}
	if c.Rounds > 1 {
		fails["request-known"] = "the RELEASE of an earlier request arrives after a later REQUEST and withdraws the later request"
	}
	return fails
}
