package reference_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mxgen/mxgen/reference"
)

// TestLargeSet: a LargeSet is a set, whatever the numbers of its members.
func TestLargeSet(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 62, 63, 64, 65, 128, 1000} {
		var s reference.LargeSet
		members := map[int]bool{}
		for range 400 {
			switch i := 1 + random.IntN(n); random.IntN(60) {
			case 50:
				s.AddBelow(i)
				for j := 1; j < i; j++ {
					members[j] = true
				}
			case 0:
				s.Clear()
				clear(members)
			case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15:
				s.Remove(i)
				delete(members, i)
			default:
				s.Add(i)
				members[i] = true
			}
			var want []int
			for i := 1; i <= n; i++ {
				if members[i] {
					want = append(want, i)
				}
				if s.Has(i) != members[i] {
					t.Fatalf("n %d: Has(%d) is %t", n, i, s.Has(i))
				}
			}
			if got := slices.Collect(s.All()); !slices.Equal(got, want) || s.Len() != len(want) {
				t.Fatalf("n %d: %v, want %v", n, got, want)
			}
		}
	}
}
