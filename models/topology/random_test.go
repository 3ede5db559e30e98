package topology

import (
	"fmt"
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

// TestRandomIsFixed: the tree of a seed never changes.
func TestRandomIsFixed(t *testing.T) {
	for _, c := range []struct {
		seed string
		n    int
		want string
	}{
		{"0", 1, ""},
		{"0", 2, "edges:1-2"},
		{"7", 3, "edges:1-2,2-3"},
		{"0", 8, "edges:1-3,2-6,3-4,3-8,4-5,4-7,6-8"},
		{"1", 8, "edges:1-3,1-5,2-4,3-6,4-7,5-7,5-8"},
		{"42", 6, "edges:1-6,2-5,3-4,4-5,4-6"},
		{"18446744073709551615", 12, "edges:1-4,1-6,2-3,2-7,2-8,3-12,4-11,5-11,6-10,8-10,9-10"},
	} {
		edges, err := Parse("random:"+c.seed, c.n)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(edges) > 0 {
			got = Portable("file:", edges)
		}
		if got != c.want {
			t.Errorf("seed %s, %d nodes: %s, want %s", c.seed, c.n, got, c.want)
		}
	}
}

// TestPruefer: the sequences of n-2 nodes give each tree once (Cayley).
func TestPruefer(t *testing.T) {
	for n, want := range map[int]int{2: 1, 3: 3, 4: 16, 5: 125, 6: 1296} {
		trees := map[string]bool{}
		sequence := make([]int, n-2)
		var all func(k int)
		all = func(k int) {
			if k < len(sequence) {
				for sequence[k] = 1; sequence[k] <= n; sequence[k]++ {
					all(k + 1)
				}
				return
			}
			edges := fromPruefer(sequence, n)
			if err := Check(edges, n); err != nil {
				t.Fatalf("%v: %v", sequence, err)
			}
			degrees := make([]int, n+1)
			for _, e := range edges {
				degrees[e[0]]++
				degrees[e[1]]++
			}
			for _, i := range sequence {
				degrees[i]--
			}
			for i := 1; i <= n; i++ {
				if degrees[i] != 1 { // a node stands in the sequence once less than it has neighbours
					t.Fatalf("%v: %v", sequence, edges)
				}
			}
			trees[canonical(edges)] = true
		}
		all(0)
		if len(trees) != want {
			t.Errorf("%d nodes: %d trees, want %d", n, len(trees), want)
		}
	}
}

// TestRandomIsUniform: over many seeds, the 16 trees over 4 nodes come equally
// often.  With 15 degrees of freedom, chi square is above 37.7 once in a
// thousand times; the seeds are fixed.
func TestRandomIsUniform(t *testing.T) {
	const seeds = 16000
	counts := map[string]int{}
	for seed := range seeds {
		edges, err := random(fmt.Sprint(seed), 4)
		if err != nil {
			t.Fatal(err)
		}
		counts[canonical(edges)]++
	}
	chi := 0.0
	for _, count := range counts {
		chi += float64(count-seeds/16) * float64(count-seeds/16) / (seeds / 16)
	}
	if len(counts) != 16 || chi > 37.7 {
		t.Errorf("%d trees, chi square %.1f: %v", len(counts), chi, counts)
	}
}

// canonical is the edges as a text that does not depend on their order.
func canonical(edges []config.Edge) string {
	var matrix [10][10]bool
	for _, e := range edges {
		matrix[e[0]][e[1]] = true
	}
	return fmt.Sprint(matrix)
}
