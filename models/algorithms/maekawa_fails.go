package algorithms

import (
	"slices"

	"github.com/mxgen/mxgen/models/config"
)

// maekawaFails tells from the sets alone what is expected to go wrong.
func maekawaFails(c config.Config) map[string]string {
	fails := map[string]string{}
	if disjoint(c) {
		fails["mutex"] = "the sets of two nodes have no member in common"
	}
	why := ""
	switch {
	case c.Variant.Has("basic") || c.Variant.Has("slides"):
		if holdsAny(c) {
			why = "nodes wait in a cycle, each for a member that is locked for the next"
		}
	case c.Variant.Has("own-first"):
		if ordersClash(c) {
			why = "nodes that lock themselves first wait in a cycle, each for a member that is locked for the next"
		}
	case isNumbered(c) && c.Network == config.Unordered && inquireLost(c):
		why = "a node takes an INQUIRE that overtakes the LOCKED for an outdated one, and never gives the vote back"
	case c.Variant.Has("eager") || !isNumbered(c) || !fourWait(c) && !(threeWait(c) && !c.Variant.Has("member")):
	case c.Variant.Has("mk85"):
		why = "a waiting node whose request is preceded by a newer arrival gets no FAILED, and therefore keeps its votes"
	case c.Variant.Has("th") || c.Variant.Has("th-sanders"):
		why = "a node whose request is preceded by a waiting one gets no FAILED, and therefore keeps its votes"
	case c.Variant.Has("member"):
		why = "a node that has given a vote back and received LOCKED after its FAILED keeps the other votes while it waits"
	}
	if why != "" {
		fails["deadlock"], fails["starvation"] = why, why
	}
	return fails
}

// inquireLost tells whether of two nodes that share two members one can hold each:
// the later one of the two then has to give its own back, and will not if the
// INQUIRE overtakes the LOCKED on the link from that member.  (Longer circles are
// not looked for.)
func inquireLost(c config.Config) bool {
	for j := 1; j <= c.N; j++ {
		for i := 1; i < j; i++ {
			if !c.Requests(i) || !c.Requests(j) {
				continue
			}
			shared := slices.DeleteFunc(members(c, i), func(m int) bool { return !in(members(c, j))(m) })
			if len(shared) > 1 && slices.ContainsFunc(shared, func(m int) bool { return m != j }) {
				return true
			}
		}
	}
	return false
}

// disjoint tells whether two nodes that request ask no member in common.
func disjoint(c config.Config) bool {
	for i := 1; i <= c.N; i++ {
		for j := 1; j < i; j++ {
			if c.Requests(i) && c.Requests(j) && !slices.ContainsFunc(members(c, i), in(members(c, j))) {
				return true
			}
		}
	}
	return false
}

func in(set []int) func(int) bool { return func(m int) bool { return slices.Contains(set, m) } }

// holdsAny tells whether nodes that may hold any of their members, and wait for
// any other, can wait in a circle: whether the graph of who asks whom has one.
func holdsAny(c config.Config) bool {
	group := map[int]int{} // a node's component; members are below 0
	for i := -c.N; i <= c.N; i++ {
		group[i] = i
	}
	for _, vote := range votes(c) {
		from, to := group[-vote[0]], group[vote[1]]
		if from == to {
			return true
		}
		for i, g := range group {
			if g == from {
				group[i] = to
			}
		}
	}
	return false
}

// ordersClash tells whether no order of the members is that in which every
// node asks its own, each beginning with itself.  (If a circle of members has two
// steps of one node then its order gives a shorter circle with one step of it.)
func ordersClash(c config.Config) bool {
	follows := map[[2]int]bool{} // some node asks the one and then the other
	for i := 1; i <= c.N; i++ {
		if !c.Requests(i) {
			continue
		}
		order := members(c, i)
		if at := slices.Index(order, i); at >= 0 {
			order = slices.Concat([]int{i}, order[:at], order[at+1:])
		}
		for k := 1; k < len(order); k++ {
			follows[[2]int{order[k-1], order[k]}] = true
		}
	}
	ended := map[int]bool{}
	for range c.N { // whom nobody unended follows ends
		for m := 1; m <= c.N; m++ {
			free := true
			for pair := range follows {
				free = free && (pair[0] != m || ended[pair[1]])
			}
			ended[m] = ended[m] || free
		}
	}
	for m := 1; m <= c.N; m++ {
		if !ended[m] {
			return true
		}
	}
	return false
}

// fourWait tells whether four nodes a, b, c and d can come to a standstill: a
// waits at m, which is locked for c; b at z, locked for a; c at y, which d gave
// back when it failed at f, and which went to b.  c hears of nothing and keeps m.
// Except with the reading member this needs a and b before c, and c before d.  Numbers
// that make it so can be drawn where these or others have requested before; where
// four nodes request once, all numbers are mostly 1, and the nodes' own decide.
// (The others are missed: 4 of 64 numbered systems of four nodes.  Where sets share several members this is a
// guess that no run has refuted.)
func fourWait(conf config.Config) bool {
	var nodes []int
	for i := 1; i <= conf.N; i++ {
		if conf.Requests(i) {
			nodes = append(nodes, i)
		}
	}
	ordered := conf.Rounds == 1 && len(nodes) == 4 && !conf.Variant.Has("member")
	meet := func(a, b int, not ...int) []int {
		return slices.DeleteFunc(members(conf, a), func(m int) bool {
			return !slices.Contains(members(conf, b), m) || slices.Contains(not, m)
		})
	}
	for _, b := range nodes {
		for _, c := range nodes {
			for _, y := range meet(b, c, b, c) {
				for _, d := range nodes {
					if d == b || d == c || b == c || !slices.Contains(members(conf, d), y) || ordered && !(b < c && c < d) {
						continue
					}
					for _, a := range nodes {
						if a == b || a == c || a == d || ordered && a > c || len(meet(a, d, d, y)) == 0 {
							continue
						}
						m, z := meet(a, c, a, y), meet(a, b, b, y)
						if len(m) > 0 && len(z) > 0 && (len(m) > 1 || len(z) > 1 || m[0] != z[0]) {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// threeWait tells whether three nodes a, c and d can: as with four, a doing what b
// does there as well.  a waits at m, which is locked for c; c at y, which d gave back
// when it failed at f, and which went to a.  This needs a before c, and c before d.
func threeWait(conf config.Config) bool {
	shared := func(nodes ...int) []int {
		return slices.DeleteFunc(members(conf, nodes[0]), func(m int) bool {
			return slices.ContainsFunc(nodes, func(i int) bool { return !slices.Contains(members(conf, i), m) })
		})
	}
	except := func(set []int, not ...int) []int { return slices.DeleteFunc(set, in(not)) }
	for a := 1; a <= conf.N; a++ {
		for c := 1; c <= conf.N; c++ {
			for d := 1; d <= conf.N; d++ {
				ordered := a < c && c < d || conf.Rounds != 1 // with one round the numbers of the nodes decide
				if a == c || a == d || c == d || !ordered || !conf.Requests(a) || !conf.Requests(c) || !conf.Requests(d) {
					continue
				}
				for _, y := range except(shared(a, c, d), a, c) {
					if len(except(shared(a, c), a, y)) > 0 && len(except(shared(a, d), d, y)) > 0 {
						return true
					}
				}
			}
		}
	}
	return false
}
