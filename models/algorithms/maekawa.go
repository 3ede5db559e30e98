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
	Idea: "A node asks the members of its set, any two sets having a member in common. A member votes for one request at a time. " +
		"One that is asked for a request that precedes the locking one inquires whether that will succeed; " +
		"who knows that it will not gives the vote back.",
	Assumes:  "handlers run in local mutual exclusion; no node fails; a node is a member of its own set, or needs other members' votes alone",
	MinN:     1,
	MaxN:     30,
	Networks: []config.Network{config.FIFO, config.Unordered},
	Switches: []registry.Switch{
		{Name: "basic", Group: "algorithm", Gloss: "arbiters are first come, first served, and never ask a vote back"},
		{Name: "mk85", Group: "algorithm", Gloss: "Maekawa's algorithm as printed in 1985"},
		{Name: "sanders", Group: "algorithm", Standard: true,
			Gloss: "with Sanders' repair: who waits at an arbiter and is overtaken gets FAILED as well"},
		{Name: "th", Group: "algorithm", Gloss: "as the thesis words it: a REQUEST is compared with the locking one alone"},
		{Name: "th-sanders", Group: "algorithm", Gloss: "as the thesis words it, with Sanders' repair"},
		{Name: "ordered", Group: "algorithm", Gloss: "members are asked one after another, in one order for all nodes"},
		{Name: "circulating", Group: "algorithm", Gloss: "the REQUEST goes from member to member, in one order for all nodes"},
		{Name: "own-first", Group: "algorithm", Gloss: "members are asked one after another, each node beginning with itself"},
		{Name: "slides", Group: "algorithm", Gloss: "as on the slides: a node has no vote for itself, and refuses others only while inside"},
		{Name: "sticky", Group: "reading", With: numberedMaekawa, Gloss: "a node knows that it will not succeed once it has FAILED"},
		{Name: "member", Group: "reading", With: numberedMaekawa, Gloss: "a node knows so while it has FAILED and not LOCKED since from the same member"},
		{Name: "thesis", Group: "reading", With: numberedMaekawa, Standard: true,
			Gloss: "as member, and while it has given a vote back that it did not get again"},
		{Name: "eager", Group: "reading", With: numberedMaekawa, Gloss: "a node gives its vote back whenever it is inquired about it before it succeeds"},
	},
	Takes:    []string{"quorum", "requesters"},
	Refuse:   maekawaRefuse,
	Messages: maekawaMessages,
	Properties: common(
		registry.Property{Name: "arbiter", Kind: registry.State,
			Gloss: "a member that counts as locked for a node is locked for its request"},
		registry.Property{Name: "one-got", Kind: registry.State,
			Gloss: "no member counts as locked for two nodes"},
		registry.Property{Name: "lock-holder", Kind: registry.Step,
			Gloss: "RELEASE and RELINQUISH come from whom the arbiter is locked for"},
		registry.Property{Name: "inquire-answered", Kind: registry.State, Only: func(c config.Config) bool { return isNumbered(c) && onFIFO(c) },
			Gloss: "each INQUIRE is answered by one RELINQUISH or RELEASE"},
		registry.Property{Name: "told", Macro: "who_waits_knows", Kind: registry.State, Only: func(c config.Config) bool { return c.Variant.Has("sanders") },
			Gloss: "of those who wait at an arbiter all but one know that they are preceded; the one has caused an INQUIRE"},
	),
	Numbers: func(config.Config) string { return "" },
	Data:    maekawaData,
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
		"3(K-1) messages per entry at least, K the size of the sets; 4(K-1) under heavy demand",
		"at most 5(K-1) messages per entry",
		"at most 7(K-1) messages per entry with Sanders' repair, so the thesis",
		"at most K-1 other requests are served at a member before one that waits there",
		"no deadlock: refuted for the algorithm of 1985 from N = 4 on, and for the thesis' wording even with Sanders' repair",
		"ordered: 3(K-1) messages per entry; circulating: K passes of the REQUEST and K-1 RELEASEs: K-1 to K+1 passes, depending on where the requester stands",
		"N = 4 with sets of two members, on the slides: the sets 1,2 and 3,4 have no member in common",
	},
	Counting: registry.Counting{
		PassedAt:   "has(S(i), m) && is_at(m, other)",
		Overtaking: true,
		Bounds:     maekawaBounds,
		Loads:      maekawaLoads,
		Late:       true,
	},
	Bugs: maekawaBugs,
}

var maekawaMessages = []registry.Message{
	{Name: "REQUEST", Links: maekawaRequests, Gloss: "asks a member for its vote; it has a number, or is its originator's"},
	{Name: "LOCKED", Links: maekawaLocked, Gloss: "the member votes for the request, and for no other"},
	{Name: "FAILED", Links: numberedOnly(toRequesters), Gloss: "a request that precedes is locking or waits"},
	{Name: "INQUIRE", Links: numberedOnly(toRequesters), Gloss: "asks whether the vote can be had back"},
	{Name: "RELINQUISH", Links: numberedOnly(toMembers), Gloss: "gives the vote back for now"},
	{Name: "RELEASE", Links: toMembers, Gloss: "the request is over"},
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
			Reason:  given + "where messages overtake each other a REQUEST can overtake the RELEASE before it, for which an arbiter has no place",
			Remedy:  "needs --rounds 1, or --network fifo",
		}
	}
	if isNumbered(c) && c.Rounds == 0 {
		return needsRounds("its numbers: a node hears only of those that are sent to it")
	}
	if c.Variant.Has("circulating") {
		for _, l := range own(c) {
			if slices.Contains(passing(c), l) {
				return &config.Error{Operand: "variant circulating",
					Reason: fmt.Sprintf("node %d would send its own REQUEST and those of others to node %d", l[0], l[1]),
					Remedy: "needs sets that their nodes are members of"}
			}
		}
	}
	return nil
}
