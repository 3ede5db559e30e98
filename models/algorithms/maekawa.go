package algorithms

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// numberedMaekawa are the variants whose requests have numbers.
var numberedMaekawa = []string{"mk85", "sanders", "th", "th-sanders"}

var maekawa = &registry.Algorithm{
	Name:  "maekawa",
	Title: "A square root N algorithm for mutual exclusion in decentralized systems.",
	Sources: []string{
		"M. Maekawa: ACM Transactions on Computer Systems 3(2), 1985; sanders, th: M. L. Neilsen: thesis, Kansas State University 1989, 2.6; " +
			"basic, slides: slides on distributed mutual exclusion.",
	},
	Idea: "A node sends a REQUEST to the members of its set; any two sets have a member in common. A member is locked for one request at a time. " +
		"In mk85 and the variants with sanders or th, a locked member that receives a preceding REQUEST sends INQUIRE to the node that it is locked for. " +
		"A node that knows that it will not succeed answers INQUIRE with RELINQUISH, which unlocks the member.",
	Assumes:  "handlers run in local mutual exclusion; no node fails; a node that is not a member of its own set needs the votes of its set only",
	MinN:     1,
	MaxN:     30,
	Networks: []config.Network{config.FIFO, config.Unordered},
	Switches: []registry.Switch{
		{Name: "basic", Group: "algorithm", Gloss: "an arbiter serves requests in the order of arrival, and never asks for its vote back"},
		{Name: "mk85", Group: "algorithm", Gloss: "Maekawa's algorithm as printed in 1985"},
		{Name: "sanders", Group: "algorithm", Standard: true,
			Gloss: "with Sanders' repair: an arbiter also sends FAILED to a waiting node whose request is preceded by a newer arrival"},
		{Name: "th", Group: "algorithm", Gloss: "as in the text of the thesis: a REQUEST is compared with the locking request only"},
		{Name: "th-sanders", Group: "algorithm", Gloss: "as in the text of the thesis, with Sanders' repair"},
		{Name: "ordered", Group: "algorithm", Gloss: "a node requests its members one after another, in the same order for all nodes"},
		{Name: "circulating", Group: "algorithm", Gloss: "the REQUEST passes from member to member, in the same order for all nodes"},
		{Name: "own-first", Group: "algorithm", Gloss: "a node requests its members one after another, beginning with itself"},
		{Name: "slides", Group: "algorithm", Gloss: "as on the slides: a node needs no vote of its own, and delays requests of others only while it is locked or inside"},
		{Name: "sticky", Group: "reading", With: numberedMaekawa, Gloss: "a node knows that it will not succeed once it has received a FAILED for its request"},
		{Name: "member", Group: "reading", With: numberedMaekawa, Gloss: "a node knows that it will not succeed while a FAILED is followed by no LOCKED from the same member"},
		{Name: "thesis", Group: "reading", With: numberedMaekawa, Standard: true,
			Gloss: "as member; a node also knows it while a RELINQUISH that it sent is followed by no LOCKED from the same member"},
		{Name: "eager", Group: "reading", With: numberedMaekawa, Gloss: "a node answers each INQUIRE with RELINQUISH until it succeeds"},
	},
	Takes:    []string{"quorum", "requesters"},
	Refuse:   maekawaRefuse,
	Messages: maekawaMessages,
	Properties: common(
		registry.Property{Name: "arbiter", Kind: registry.State,
			Gloss: "a member that a node counts as locked for it is locked for the request of that node"},
		registry.Property{Name: "one-got", Kind: registry.State,
			Gloss: "at most one node counts a member as locked for it"},
		registry.Property{Name: "lock-holder", Kind: registry.Step,
			Gloss: "RELEASE and RELINQUISH come from the node that the arbiter is locked for"},
		registry.Property{Name: "inquire-answered", Kind: registry.State, Only: func(c config.Config) bool { return isNumbered(c) && onFIFO(c) },
			Gloss: "each INQUIRE is answered by one RELINQUISH or RELEASE"},
		registry.Property{Name: "told", Macro: "who_waits_knows", Kind: registry.State, Only: func(c config.Config) bool { return c.Variant.Has("sanders") },
			Gloss: "at most one node that waits at an arbiter does not know that its request is preceded, and the arbiter has then sent INQUIRE"},
	),
	Numbers: func(config.Config) string { return "" },
	Data:    maekawaData,
	Room:    maekawaRoom,
	Options: registry.Options{
		Deliveries: maekawaDeliveries,
	},
	Variables: registry.Variables{
		Sets:    []string{"members_locked", "failed", "relinquished", "deferred", "preceded"},
		Scratch: []string{"from", "kind", "place", "k", "first", "to_fail", "answer", "who"},
		Text:    maekawaShown,
	},
	Fails: maekawaFails,
	Statements: []string{
		"at least 3(K-1) messages per entry, K the size of the sets; 4(K-1) under heavy demand",
		"at most 5(K-1) messages per entry",
		"at most 7(K-1) messages per entry with Sanders' repair, according to the thesis: so with one request each, refuted with two (16 messages where it is 14)",
		"a member serves at most K-1 other requests before a request that waits there",
		"no deadlock: refuted for the algorithm of 1985 from N = 4 on, and for the text of the thesis even with Sanders' repair",
		"ordered: 3(K-1) messages per entry; circulating: K passes of the REQUEST and K-1 RELEASEs: K-1 to K+1 passes, depending on the position of the requester in its set",
		"N = 4 with sets of two members, on the slides: the sets 1,2 and 3,4 have no member in common",
	},
	Costs: maekawaCosts,
	Counting: registry.Counting{
		PassedAt:   "has(S(i), m) && is_at(m, other)",
		Overtaking: true,
		Bounds:     maekawaBounds,
		Averages:   maekawaAverages,
		Late:       true,
		After:      func(c config.Config) bool { return isNumbered(c) && c.Rounds != 1 },
	},
	Bugs: maekawaBugs,
}

var maekawaMessages = []registry.Message{
	{Name: "REQUEST", Links: maekawaRequests, Fields: []string{"number or originator"}, Gloss: "asks a member for its vote, with a sequence number or the originator"},
	{Name: "LOCKED", Links: maekawaLocked, Gloss: "the member votes for the request, and is locked for it"},
	{Name: "FAILED", Links: numberedOnly(toRequesters), Gloss: "tells that a preceding request is locking or waits"},
	{Name: "INQUIRE", Links: numberedOnly(toRequesters), Gloss: "asks the node that the member is locked for to give the vote back"},
	{Name: "RELINQUISH", Links: numberedOnly(toMembers), Gloss: "gives the vote back; the request waits again"},
	{Name: "RELEASE", Links: toMembers, Gloss: "ends the request"},
}

func isNumbered(c config.Config) bool {
	return slices.ContainsFunc(numberedMaekawa, c.Variant.Has)
}

// members are those whom i asks.
func members(c config.Config, i int) []int {
	set := slices.Clone(c.Quorums[i-1])
	if c.Variant.Has("slides") {
		set = slices.DeleteFunc(set, func(m int) bool { return m == i })
	}
	return set
}

// votes are the pairs of a member and a requester that asks it.
func votes(c config.Config) [][2]int {
	var all [][2]int
	for i := 1; i <= c.N; i++ {
		if c.Requests(i) {
			for _, m := range members(c, i) {
				all = append(all, [2]int{m, i})
			}
		}
	}
	return all
}

// toRequesters are the links from members to requesters.
func toRequesters(c config.Config) [][2]int {
	return sortedLinks(slices.DeleteFunc(votes(c), func(l [2]int) bool { return l[0] == l[1] }))
}

// toMembers are the links from requesters to members.
func toMembers(c config.Config) [][2]int {
	links := toRequesters(c)
	for k, l := range links {
		links[k] = [2]int{l[1], l[0]}
	}
	return sortedLinks(links)
}

// sortedLinks are links in order, each once.
func sortedLinks(links [][2]int) [][2]int {
	slices.SortFunc(links, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(links)
}

func numberedOnly(links func(config.Config) [][2]int) func(config.Config) [][2]int {
	return func(c config.Config) [][2]int {
		if !isNumbered(c) {
			return nil
		}
		return links(c)
	}
}

// maekawaRequests are the links of REQUESTs: one that circulates goes from the
// requester to the smallest member, and from each member to the next.
func maekawaRequests(c config.Config) [][2]int {
	if !c.Variant.Has("circulating") {
		return toMembers(c)
	}
	return sortedLinks(append(own(c), passing(c)...))
}

// own are the links from requesters to the smallest members of their sets.
func own(c config.Config) [][2]int {
	var links [][2]int
	for i := 1; i <= c.N; i++ {
		if m := members(c, i)[0]; c.Requests(i) && m != i {
			links = append(links, [2]int{i, m})
		}
	}
	return links
}

// passing are the links from members of a requester's set to the next.
func passing(c config.Config) [][2]int {
	var links [][2]int
	for i := 1; i <= c.N; i++ {
		if set := members(c, i); c.Requests(i) {
			for k := 1; k < len(set); k++ {
				links = append(links, [2]int{set[k-1], set[k]})
			}
		}
	}
	return links
}

// maekawaLocked are the links of LOCKED, which only the last member sends to
// whose REQUEST circulates.
func maekawaLocked(c config.Config) [][2]int {
	links := toRequesters(c)
	if c.Variant.Has("circulating") {
		links = slices.DeleteFunc(links, func(l [2]int) bool {
			set := members(c, l[1])
			return l[0] != set[len(set)-1]
		})
	}
	return links
}

// allLinks are the links of all classes.
func allLinks(c config.Config) [][2]int {
	return sortedLinks(slices.Concat(maekawaRequests(c), toMembers(c), maekawaLocked(c)))
}

// maekawaDeliveries: on a link that is first in, first out, whichever message is
// next; else each class.
func maekawaDeliveries(c config.Config) []registry.Message {
	if c.Network == config.FIFO {
		return []registry.Message{{Name: "MESSAGE", Links: allLinks,
			Options: func(_ config.Config, j, i int) []string { return []string{fmt.Sprintf("receive(%d, %d)", j, i)} }}}
	}
	classes := slices.Clone(maekawaMessages)
	for k, m := range classes {
		classes[k].Options = func(_ config.Config, j, i int) []string {
			return []string{fmt.Sprintf("receive(%d, %d, %s)", j, i, m.Name)}
		}
	}
	return classes
}

// maekawaDigits is how many messages a link can hold.
//
// On the way from a requester to a member are a RELEASE and the REQUEST after it,
// or a RELINQUISH: whatever else the requester sends waits for an answer to these.
// On the way back is what the REQUEST has brought about: LOCKED, and with numbers
// FAILED before it, INQUIRE behind it, and the INQUIRE that the RELEASE before has
// crossed: before the requester sends anything it has seen the LOCKED.
func maekawaDigits(c config.Config) int {
	up, down := 2, 1
	if isNumbered(c) {
		down = 4
	}
	if c.Rounds == 1 {
		up, down = 1, min(3, down)
	}
	most := max(up, down)
	links := toMembers(c)
	for _, l := range links {
		if slices.Contains(links, [2]int{l[1], l[0]}) {
			most = up + down // they go both ways
		}
	}
	if c.Variant.Has("circulating") {
		most = 3 // RELEASE, the REQUEST of one node, LOCKED
	}
	return most
}

func maekawaRoom(c config.Config) int {
	if c.Network == config.Unordered {
		return 0
	}
	return maekawaDigits(c)
}

func maekawaData(c config.Config) any {
	type set struct {
		Node    int
		Members []int
	}
	data := struct {
		Numbered bool
		Queue    bool     // is a REQUEST compared with those that wait?
		Sanders  bool     // does an arbiter note who knows that another precedes it?
		Sets     []set    // of the requesters
		Links    [][2]int // sender and receiver
		Votes    [][2]int // member and requester
		Rivals   [][2]int // requesters
		Link     string   // type of what is under way on a link
		Bits     []int    // first bits of its digits
		Behind   [][2]int // first bits of a digit and of one behind it
		Last     int      // that of the last
	}{
		Numbered: isNumbered(c),
		Queue:    c.Variant.Has("mk85") || c.Variant.Has("sanders"),
		Sanders:  c.Variant.Has("sanders") || c.Variant.Has("th-sanders"),
		Links:    allLinks(c), Votes: votes(c), Link: "short",
	}
	for i := 1; i <= c.N; i++ {
		if !c.Requests(i) {
			continue
		}
		for _, s := range data.Sets {
			data.Rivals = append(data.Rivals, [2]int{s.Node, i})
		}
		data.Sets = append(data.Sets, set{i, members(c, i)})
	}
	digits := maekawaDigits(c)
	for d := range digits {
		data.Last = 3 * d
		for _, ahead := range data.Bits {
			data.Behind = append(data.Behind, [2]int{ahead, data.Last})
		}
		data.Bits = append(data.Bits, data.Last)
	}
	switch {
	case c.Network == config.Unordered: // two bits for each of six classes
	case digits <= 2:
		data.Link = "byte"
	case digits > 5:
		data.Link = "int"
	}
	return data
}

func maekawaRefuse(c config.Config) *config.Error {
	if c.Network == config.Unordered && c.Rounds != 1 {
		operand, given := "rounds", "not given, and "
		if c.Rounds > 0 {
			operand, given = fmt.Sprintf("rounds %d", c.Rounds), ""
		}
		return &config.Error{
			Operand: operand,
			Reason:  given + "a REQUEST can overtake the RELEASE before it on an unordered link, and an arbiter has no place for two requests of a node",
			Remedy:  "needs --rounds 1, or --network fifo",
		}
	}
	if isNumbered(c) && c.Rounds == 0 {
		return needsRounds("its numbers: a node knows only the numbers of REQUESTs that it receives")
	}
	if c.Variant.Has("circulating") {
		for _, l := range own(c) {
			if slices.Contains(passing(c), l) {
				return &config.Error{Operand: "variant circulating",
					Reason: fmt.Sprintf("node %d would send its own REQUEST and those of others to node %d", l[0], l[1]),
					Remedy: "needs sets that contain their own nodes"}
			}
		}
	}
	return nil
}
