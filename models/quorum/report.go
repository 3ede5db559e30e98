package quorum

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// Report is what is to be said of a system.  Pairs are of the nodes whose sets
// are meant, the smaller first, in order.
type Report struct {
	Sizes      []int    `json:"sizes"`      // of S[1] to S[N]
	Loads      []int    `json:"loads"`      // in how many sets each node is
	Disjoint   [][2]int `json:"disjoint"`   // sets that share no node: mutual exclusion fails
	Absent     []int    `json:"absent"`     // nodes that are not in their own set
	Shared     [][2]int `json:"shared"`     // different sets that share more than one node
	Duplicates [][2]int `json:"duplicates"` // nodes that have the same set
	Contained  [][2]int `json:"contained"`  // the first's set is a proper part of the second's
}

// Check looks at every set and every pair of sets, which are as Parse returns them.
func Check(sets [][]int) Report {
	r := Report{Sizes: make([]int, len(sets)), Loads: make([]int, len(sets)), Disjoint: [][2]int{}, Absent: []int{},
		Shared: [][2]int{}, Duplicates: [][2]int{}, Contained: [][2]int{}}
	masks := make([]*big.Int, len(sets))
	for k, set := range sets {
		masks[k] = new(big.Int)
		for _, i := range set {
			masks[k].SetBit(masks[k], i, 1)
			r.Loads[i-1]++
		}
		r.Sizes[k] = len(set)
		if !slices.Contains(set, k+1) {
			r.Absent = append(r.Absent, k+1)
		}
	}
	common := new(big.Int)
	for a := range sets {
		for b := a + 1; b < len(sets); b++ {
			common.And(masks[a], masks[b])
			r.pair(a+1, b+1, ones(common))
		}
	}
	slices.SortFunc(r.Contained, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
	return r
}

// pair files two nodes whose sets share so many nodes.
func (r *Report) pair(i, j, shared int) {
	sizeI, sizeJ := r.Sizes[i-1], r.Sizes[j-1]
	both := [2]int{i, j}
	switch {
	case shared == 0:
		r.Disjoint = append(r.Disjoint, both)
	case shared == sizeI && shared == sizeJ:
		r.Duplicates = append(r.Duplicates, both)
		return
	case shared == sizeI:
		r.Contained = append(r.Contained, both)
	case shared == sizeJ:
		r.Contained = append(r.Contained, [2]int{j, i})
	}
	if shared > 1 {
		r.Shared = append(r.Shared, both)
	}
}

// ones counts the nodes of a set.
func ones(set *big.Int) int {
	count := 0
	for _, word := range set.Bits() {
		count += bits.OnesCount(uint(word))
	}
	return count
}

// Messages is how many messages an entry costs when nobody else asks, on
// average over the nodes: REQUEST, LOCKED and RELEASE for each other member
// (Maekawa 1985, 8.1).
func (r Report) Messages() float64 {
	others := len(r.Absent) - len(r.Sizes) // a node needs no message to itself
	for _, size := range r.Sizes {
		others += size
	}
	return 3 * float64(others) / float64(len(r.Sizes))
}

// mostNamed keeps a complaint about many pairs short.
const mostNamed = 5

// Valid returns a *config.Error that names sets without a common node.  Other
// defects cost messages or fairness, but no mutual exclusion.
func (r Report) Valid(spec string) error {
	if len(r.Disjoint) == 0 {
		return nil
	}
	var pairs []string
	for _, p := range r.Disjoint[:min(len(r.Disjoint), mostNamed)] {
		pairs = append(pairs, fmt.Sprintf("S[%d] and S[%d]", p[0], p[1]))
	}
	reason := strings.Join(pairs, ", ")
	if more := len(r.Disjoint) - mostNamed; more > 0 {
		reason += fmt.Sprintf(" and %d more", more)
	}
	return &config.Error{Operand: fmt.Sprintf("quorum %.100q", spec), Reason: reason + " are disjoint, so that both nodes can be inside at once",
		Remedy: "let any two sets share a node, or add --allow-invalid-quorums"}
}

// Range is the least and the greatest of sizes or loads.
func Range(numbers []int) (low, high int) { return slices.Min(numbers), slices.Max(numbers) }
