package algorithms

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/reference"
)

// The methods Lacks say what an entry condition still needs, for people whose trace has an
// entry that cannot happen (check.Lacks).

// Lacks counts the REPLYs.
func (n *ricartAgrawala) Lacks() string {
	return fmt.Sprintf("replies = N-1 = %d, has %d", n.N-1, n.replies)
}

// Lacks names the nodes whose authorisation is missing.
func (n *carvalhoRoucairol) Lacks() string {
	return "the authorisation of every other node, has not that of " + others(n.N, n.ID, n.authorised.Small())
}

// Lacks names the nodes that may precede this one.
func (n *lamport) Lacks() string {
	var behind reference.Set
	for j := 1; j <= n.N; j++ {
		if n.ok.Has(j) && (n.q[j] == 0 || n.isBefore(n.q[j], j)) {
			behind = behind.With(j)
		}
	}
	return fmt.Sprintf("its request %d to precede those of all others, and does not know it of %s", n.q[n.ID], others(n.N, n.ID, behind))
}

// Lacks counts the nodes that may be inside.
func (n *raymondK) Lacks() string {
	return fmt.Sprintf("N-K = %d other nodes that have answered every request, has %d", n.N-n.k, n.outside())
}

// Lacks names the members that are not locked.
func (n *maekawa) Lacks() string { return lockedFor(n.members, n.got) }

// Lacks names the members that are not locked.
func (n *maekawaQueued) Lacks() string { return lockedFor(n.members, n.got) }

func lockedFor(members, got reference.Set) string {
	return fmt.Sprintf("every member of its set %v locked for it, has not that of %v", slices.Collect(members.All()), slices.Collect((members &^ got).All()))
}

// others lists the nodes of 1..n without i and without those of a set.
func others(n, i int, without reference.Set) string {
	var all []int
	for j := 1; j <= n; j++ {
		if j != i && !without.Has(j) {
			all = append(all, j)
		}
	}
	return fmt.Sprint(all)
}

// Lacks: the coordinator has not granted.
func (n *centralized) Lacks() string {
	return fmt.Sprintf("the grant of coordinator %d, has none", n.c)
}

const noToken = "the token, which is not here for it"

// Lacks: the token is elsewhere.
func (n *neilsenMizuno) Lacks() string { return noToken }

// Lacks: the token is elsewhere.
func (n *raymond) Lacks() string { return noToken }

// Lacks: the token is elsewhere.
func (n *ricartAgrawalaToken) Lacks() string { return noToken }

// Lacks: the token is elsewhere.
func (n *suzukiKasami) Lacks() string { return noToken }

// Lacks: the token is elsewhere.
func (n *singhal) Lacks() string { return noToken }

// Lacks: the token is elsewhere.
func (n *tokenRing) Lacks() string { return noToken }
