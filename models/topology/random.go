package topology

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/mxgen/mxgen/models/config"
)

// random is one of the n^(n-2) trees over 1..n, each as likely as any other:
// the one whose Prüfer sequence is drawn from a generator with this seed.
//
// The tree of a seed stays the same for all time.  The generator is the PCG of
// math/rand/v2, an algorithm that is fixed, with the seed as first word and 0
// as second; what is drawn from it is defined here and not by package rand.
func random(parameter string, n int) ([]config.Edge, error) {
	seed, err := strconv.ParseUint(parameter, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("seed %.20q: must be a number from 0 to %d", parameter, uint64(math.MaxUint64))
	}
	generator := rand.NewPCG(seed, 0)
	sequence := make([]int, max(n-2, 0))
	for k := range sequence {
		sequence[k] = 1 + draw(generator, n)
	}
	return fromPruefer(sequence, n), nil
}

// draw is a number below n, each as likely as any other: the remainder of the
// first word that is not among the incomplete last n.
func draw(generator *rand.PCG, n int) int {
	size := uint64(n)
	for {
		word := generator.Uint64()
		if rest := word % size; word-rest <= math.MaxUint64-(size-1) {
			return int(rest)
		}
	}
}

// fromPruefer is the tree over 1..n of a Prüfer sequence of n-2 nodes: each
// element in turn is joined to the smallest leaf that is left, which then is
// gone; the last two nodes are joined to each other.
func fromPruefer(sequence []int, n int) []config.Edge {
	if n < 2 {
		return nil
	}
	degree := make([]int, n+1)
	for i := 1; i <= n; i++ {
		degree[i] = 1
	}
	for _, i := range sequence {
		degree[i]++
	}
	// Of the nodes up to scanned, leaf alone may be a leaf that is left.
	scanned := 0
	scan := func() int {
		for scanned++; degree[scanned] != 1; scanned++ {
		}
		return scanned
	}
	leaf := scan()
	var edges []config.Edge
	for _, i := range sequence {
		edges = append(edges, edge(leaf, i))
		degree[leaf]--
		degree[i]--
		if degree[i] == 1 && i < scanned {
			leaf = i
		} else {
			leaf = scan()
		}
	}
	return append(edges, edge(leaf, n)) // n is never the smallest leaf
}
