package quorum

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

func TestSystems(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, 2: 1, 3: 2, 4: 4, 5: 17, 7: 0} {
		count := 0
		for sets := range Systems(n) {
			count++
			if why := malformed(sets, n); why != "" {
				t.Errorf("%v: %s", sets, why)
			}
			if r := Check(sets); len(r.Disjoint)+len(r.Absent) > 0 {
				t.Errorf("%v: %+v", sets, r)
			}
		}
		if count != want {
			t.Errorf("%d nodes: %d systems, want %d", n, count, want)
		}
	}
}

// TestSystemsDumb compares with all families of sets, their minima by trying, and
// their names by the least text under any numbering.
func TestSystemsDumb(t *testing.T) {
	for n := 1; n <= 4; n++ {
		want := map[string]bool{}
		families(n, nil, func(sets [][]int) {
			if works(sets) && !shrinks(sets) {
				want[leastName(sets)] = true
			}
		})
		got := map[string]bool{}
		count := 0
		for sets := range Systems(n) {
			got[leastName(sets)] = true
			count++
		}
		if count != len(got) || !maps.Equal(got, want) {
			t.Errorf("%d nodes: %d systems, %d different ones, want %d", n, count, len(got), len(want))
		}
	}
}

// families calls do with every choice of a set for each node.
func families(n int, sets [][]int, do func([][]int)) {
	if len(sets) == n {
		do(sets)
		return
	}
	for mask := range 1 << n {
		var set []int
		for i := 1; i <= n; i++ {
			if mask>>(i-1)&1 == 1 {
				set = append(set, i)
			}
		}
		families(n, append(slices.Clone(sets), set), do)
	}
}

// works reports whether each node is in its set, and all sets intersect.
func works(sets [][]int) bool {
	for i, a := range sets {
		if !slices.Contains(a, i+1) {
			return false
		}
		for _, b := range sets {
			if !slices.ContainsFunc(a, func(m int) bool { return slices.Contains(b, m) }) {
				return false
			}
		}
	}
	return true
}

// shrinks reports whether the sets work without some member of one of them.
func shrinks(sets [][]int) bool {
	for i := range sets {
		for at := range sets[i] {
			less := slices.Clone(sets)
			less[i] = slices.Delete(slices.Clone(sets[i]), at, at+1)
			if works(less) {
				return true
			}
		}
	}
	return false
}

// leastName is a text that is the same for systems that differ in numbers only.
func leastName(sets [][]int) string {
	least := ""
	for _, to := range numberings(len(sets)) {
		renamed := make([][]int, len(sets))
		for i, set := range sets {
			for _, m := range set {
				renamed[to[i]] = append(renamed[to[i]], to[m-1]+1)
			}
			slices.Sort(renamed[to[i]])
		}
		if text := fmt.Sprint(renamed); least == "" || text < least {
			least = text
		}
	}
	return least
}

// TestSystemsStops: who has seen enough waits for no more.
func TestSystemsStops(t *testing.T) {
	count := 0
	for range Systems(6) {
		if count++; count == 2 {
			break
		}
	}
	if count != 2 {
		t.Errorf("%d systems", count)
	}
}
