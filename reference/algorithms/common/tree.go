package common

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
)

// CheckTree checks that the edges of a configuration are a tree and that the
// token is at a node.
func CheckTree(cfg config.Config) error {
	if cfg.Token < 1 || cfg.Token > cfg.N {
		return fmt.Errorf("token %d: want a node from 1 to %d", cfg.Token, cfg.N)
	}
	for _, e := range cfg.Edges {
		if e[0] < 1 || e[0] > cfg.N || e[1] < 1 || e[1] > cfg.N || e[0] == e[1] {
			return fmt.Errorf("edge %d-%d: want two different nodes from 1 to %d", e[0], e[1], cfg.N)
		}
	}
	if len(cfg.Edges) != cfg.N-1 {
		return fmt.Errorf("%d edges: a tree on %d nodes has %d", len(cfg.Edges), cfg.N, cfg.N-1)
	}
	for i, next := range Towards(cfg, cfg.Token) {
		if i > 0 && i != cfg.Token && next == 0 {
			return fmt.Errorf("edges: node %d is not connected with node %d", i, cfg.Token)
		}
	}
	return nil
}

// Towards returns for each node its neighbour on the path to root.  It is 0 for
// root itself and for nodes that are not connected with root.  Element 0 is
// unused.
func Towards(cfg config.Config, root int) []int {
	next := make([]int, cfg.N+1)
	neighbours := NeighboursOf(cfg)
	for reached := []int{root}; len(reached) > 0; reached = reached[1:] {
		for _, j := range neighbours[reached[0]] {
			if j != root && next[j] == 0 {
				next[j] = reached[0]
				reached = append(reached, j)
			}
		}
	}
	return next
}

// NeighboursOf returns the neighbours of each node in the tree, in ascending
// order.  Element 0 is unused.
func NeighboursOf(cfg config.Config) [][]int {
	degree := make([]int, cfg.N+1)
	for _, e := range cfg.Edges {
		degree[e[0]]++
		degree[e[1]]++
	}
	neighbours := make([][]int, cfg.N+1)
	places := make([]int, 2*len(cfg.Edges))
	for i, d := range degree {
		neighbours[i], places = places[:0:d], places[d:]
	}
	for _, e := range cfg.Edges {
		neighbours[e[0]] = append(neighbours[e[0]], e[1])
		neighbours[e[1]] = append(neighbours[e[1]], e[0])
	}
	for _, list := range neighbours {
		slices.Sort(list)
	}
	return neighbours
}

// LineOf is a line of n nodes.
func LineOf(n int) (edges []config.Edge) {
	for i := 1; i < n; i++ {
		edges = append(edges, config.Edge{i, i + 1})
	}
	return edges
}
