package quorum

import (
	"iter"
	"slices"
)

// Numberings lists a system under every numbering of its nodes, each result once,
// the system itself first.  Where ties are broken by number, what an algorithm does
// on them differs.
//
// For more than 6 nodes, nothing is listed.
func Numberings(sets [][]int) iter.Seq[[][]int] {
	return func(yield func([][]int) bool) {
		if len(sets) > mostEnumerated {
			return
		}
		all := numberings(len(sets))
		slices.SortFunc(all, func(a, b []int) int { return slices.Compare(a, b) })
		seen := map[string]bool{}
		for _, to := range all {
			renamed := rename(sets, to)
			if name := Listed(renamed); !seen[name] {
				seen[name] = true
				if !yield(renamed) {
					return
				}
			}
		}
	}
}

// rename gives node i the number to[i-1]+1.
func rename(sets [][]int, to []int) [][]int {
	renamed := make([][]int, len(sets))
	for k, set := range sets {
		var other []int
		for _, i := range set {
			other = append(other, to[i-1]+1)
		}
		renamed[to[k]] = ascending(other)
	}
	return renamed
}
