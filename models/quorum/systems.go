package quorum

import (
	"iter"
	"math/bits"
	"slices"
)

// mostEnumerated is up to how many nodes the systems are listed.  Five take no
// time, six the better part of a minute; of seven, nobody would see the end.
const mostEnumerated = 6

// Systems lists the quorum systems of n nodes that matter for verification: any
// two sets intersect, each node is in its own set, and no node can be taken out
// of any set without breaking one of the two.  Of those that differ only in the
// numbers of the nodes, one is listed: the first in the order of the sets as bit
// masks.
//
// For more than 6 nodes, nothing is listed.
func Systems(n int) iter.Seq[[][]int] {
	return func(yield func([][]int) bool) {
		if n < 1 || n > mostEnumerated {
			return
		}
		e := enumeration{n: n, masks: make([]uint32, n), numberings: numberings(n), yield: yield}
		e.extend(0)
	}
}

// enumeration is a system under construction, sets as bit masks, node i as bit
// i-1.
type enumeration struct {
	n          int
	masks      []uint32
	numberings [][]int
	yield      func([][]int) bool
}

// extend tries every set for node i+1 that meets those before it, and says
// whether to go on.
func (e *enumeration) extend(i int) bool {
	if i == e.n {
		if !e.minimal() || !e.first() {
			return true
		}
		return e.yield(e.sets())
	}
	for mask := uint32(1); mask < 1<<e.n; mask++ {
		if mask>>i&1 == 0 || slices.ContainsFunc(e.masks[:i], func(m uint32) bool { return m&mask == 0 }) {
			continue
		}
		e.masks[i] = mask
		if !e.extend(i + 1) {
			return false
		}
	}
	return true
}

// minimal reports whether every member of every set, the node itself aside, is
// all that the set shares with some other.
func (e *enumeration) minimal() bool {
	for i, mask := range e.masks {
		needed := uint32(1) << i
		for j, other := range e.masks {
			if common := mask & other; j != i && bits.OnesCount32(common) == 1 {
				needed |= common
			}
		}
		if needed != mask {
			return false
		}
	}
	return true
}

// first reports whether no other numbering of the nodes gives a system that
// comes before this one.
func (e *enumeration) first() bool {
	renamed := make([]uint32, e.n)
	for _, to := range e.numberings {
		for i, mask := range e.masks {
			image := uint32(0)
			for k := range e.n {
				image |= mask >> k & 1 << to[k]
			}
			renamed[to[i]] = image
		}
		if slices.Compare(renamed, e.masks) < 0 {
			return false
		}
	}
	return true
}

func (e *enumeration) sets() [][]int {
	return each(e.n, func(i int) []int {
		var set []int
		for k := range e.n {
			if e.masks[i-1]>>k&1 == 1 {
				set = append(set, k+1)
			}
		}
		return set
	})
}

// numberings are the permutations of 0..n-1.
func numberings(n int) [][]int {
	all := [][]int{{}}
	for k := range n {
		var longer [][]int
		for _, p := range all {
			for at := 0; at <= k; at++ {
				longer = append(longer, slices.Insert(slices.Clone(p), at, k))
			}
		}
		all = longer
	}
	return all
}
