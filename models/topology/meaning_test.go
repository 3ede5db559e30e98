package topology

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

// The model and the program have their trees from this package, so that no comparison of
// the two can notice a wrong one.  Here each form is defined a second time, as a predicate
// that says which nodes are joined.

// joined reports whether a < b are joined in a tree over n nodes; k is the form's parameter.
type joined func(n, k, a, b int) bool

var meanings = map[string]joined{
	"line":      func(_, _, a, b int) bool { return b-a == 1 },
	"star":      func(_, _, a, _ int) bool { return a == 1 },
	"star:":     func(_, k, a, b int) bool { return a == k || b == k },
	"radiating": func(_, k, a, b int) bool { return a == 1 && b <= k+1 || a > 1 && nextOfArm(k, a) == b },
	"tree":      func(_, k, a, b int) bool { return b > 1+k*(a-1) && b <= 1+k*a }, // k children for each node before a, then those of a
}

// nextOfArm is the next node after a that is dealt to the same arm.
func nextOfArm(arms, a int) int {
	for b := a + 1; ; b++ {
		if (b-a)%arms == 0 {
			return b
		}
	}
}

func TestMeanings(t *testing.T) {
	for form, in := range meanings {
		for n := 1; n <= 30; n++ {
			for k := 1; k <= max(1, n-1); k++ {
				spec := form
				if form != "line" && form != "star" {
					spec = fmt.Sprintf("%s:%d", strings.TrimSuffix(form, ":"), k)
				}
				checkEdges(t, spec, n, func(a, b int) bool { return in(n, k, a, b) })
			}
		}
	}
	checkEdges(t, "star:30", 30, func(_, b int) bool { return b == 30 })
	checkEdges(t, "edges:4-2,1-4,3-1", 4, func(a, b int) bool { return a == 2 && b == 4 || a == 1 && b > 2 })
}

// checkEdges compares the edges of a form with a predicate.
func checkEdges(t *testing.T, spec string, n int, in func(a, b int) bool) {
	t.Helper()
	edges := parsed(t, spec, n)
	for b := 1; b <= n; b++ {
		for a := 1; a < b; a++ {
			if want := in(a, b); slices.Contains(edges, config.Edge{a, b}) != want {
				t.Errorf("%s over %d: edge %d-%d: %v, want %v", spec, n, a, b, !want, want)
				return
			}
		}
	}
}

func parsed(t *testing.T, spec string, n int) []config.Edge {
	t.Helper()
	edges, err := Parse(spec, n)
	if err != nil {
		t.Fatal(err)
	}
	return edges
}

// TestRandomMeaning: the Prüfer sequence of the tree, read off by taking away the smallest
// leaf, is what the generator draws.
func TestRandomMeaning(t *testing.T) {
	for seed := range uint64(20) {
		for n := 3; n <= 30; n += 3 {
			got, want := pruefer(parsed(t, "random:"+strconv.FormatUint(seed, 10), n)), drawn(seed, n)
			if !slices.Equal(got, want) {
				t.Errorf("random:%d over %d: sequence %v, want %v", seed, n, got, want)
			}
		}
	}
}

func pruefer(edges []config.Edge) (sequence []int) {
	left := slices.Clone(edges)
	for len(left) > 1 {
		degree := map[int]int{}
		for _, e := range left {
			degree[e[0]]++
			degree[e[1]]++
		}
		leaf := 1
		for degree[leaf] != 1 {
			leaf++
		}
		at := slices.IndexFunc(left, func(e config.Edge) bool { return e[0] == leaf || e[1] == leaf })
		sequence = append(sequence, left[at][0]+left[at][1]-leaf)
		left = slices.Delete(left, at, at+1)
	}
	return sequence
}

// drawn are n-2 remainders of words below the largest multiple of n that a word can reach.
func drawn(seed uint64, n int) (sequence []int) {
	generator := rand.NewPCG(seed, 0)
	size := big.NewInt(int64(n))
	words := new(big.Int).Lsh(big.NewInt(1), 64)
	limit := new(big.Int).Sub(words, new(big.Int).Mod(words, size))
	for len(sequence) < n-2 {
		if word := new(big.Int).SetUint64(generator.Uint64()); word.Cmp(limit) < 0 {
			sequence = append(sequence, 1+int(new(big.Int).Mod(word, size).Int64()))
		}
	}
	return sequence
}

// TestDirections: the neighbour towards a root is joined to the node and one step nearer;
// neighbours are those at distance 1, and the diameter is the largest distance.
func TestDirections(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for _, spec := range []string{"line", "star", fmt.Sprintf("star:%d", n), "tree:" + fmt.Sprint(max(1, min(2, n-1))), "random:1", "random:2"} {
			edges := parsed(t, spec, n)
			distance := distances(edges, n)
			farthest := 0
			for root := 1; root <= n; root++ {
				next := Towards(root, edges, n)
				if len(next) != n+1 || next[0] != 0 || next[root] != 0 {
					t.Errorf("%s over %d: towards %d: %v", spec, n, root, next)
				}
				var near []int
				for i := 1; i <= n; i++ {
					farthest = max(farthest, distance[root][i])
					if distance[root][i] == 1 {
						near = append(near, i)
					}
					if i != root && (next[i] == 0 || distance[i][next[i]] != 1 || distance[next[i]][root] != distance[i][root]-1) {
						t.Errorf("%s over %d: from %d towards %d: %d", spec, n, i, root, next[i])
					}
				}
				if got := (config.Config{Edges: edges}).Neighbours(root); !slices.Equal(got, near) {
					t.Errorf("%s over %d: next to %d: %v, want %v", spec, n, root, got, near)
				}
			}
			if got := Diameter(edges, n); got != farthest {
				t.Errorf("%s over %d: diameter %d, want %d", spec, n, got, farthest)
			}
		}
	}
}

// distances are those between any two nodes, by Floyd and Warshall.
func distances(edges []config.Edge, n int) [][]int {
	distance := make([][]int, n+1)
	for a := range distance {
		distance[a] = slices.Repeat([]int{n}, n+1)
		distance[a][a] = 0
	}
	for _, e := range edges {
		distance[e[0]][e[1]], distance[e[1]][e[0]] = 1, 1
	}
	for via := 1; via <= n; via++ {
		for a := 1; a <= n; a++ {
			for b := 1; b <= n; b++ {
				distance[a][b] = min(distance[a][b], distance[a][via]+distance[via][b])
			}
		}
	}
	return distance
}
