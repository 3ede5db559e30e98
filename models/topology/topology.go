// Package topology makes the logical trees on which Neilsen-Mizuno and
// Raymond run (docs/algorithms.md, section 4; Neilsen's thesis, chapter 3: the graph must be
// acyclic when directions are ignored).
package topology

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// Forms lists every specification that Parse takes, for help and errors.
const Forms = "line, star, star:C, radiating:ARMS, tree:K, random:SEED, edges:1-2,2-3,.., file:PATH"

// A builder makes the edges over 1..n from the parameter behind the colon.
// If its error is a *config.Error, the operand of that goes on from the
// specification, as in ", line 3".
type builder func(parameter string, n int) ([]config.Edge, error)

var builders = map[string]builder{
	"line":      line,
	"star":      star,
	"radiating": radiating,
	"tree":      tree,
	"random":    random,
	"edges":     listed,
	"file":      file,
}

// Parse returns the edges of the tree over the nodes 1..n that spec names,
// sorted, the smaller node of each edge first.
//
// The error is a *config.Error: an unknown form, a parameter out of range, a
// file that cannot be read, or edges that are no tree over 1..n.
func Parse(spec string, n int) ([]config.Edge, error) {
	form, parameter, _ := strings.Cut(spec, ":")
	build, known := builders[form]
	operand := fmt.Sprintf("topology %.100q", spec)
	if !known || strings.HasSuffix(spec, ":") {
		return nil, &config.Error{Operand: operand, Reason: "no such form", Remedy: "the forms are " + Forms}
	}
	edges, err := build(parameter, n)
	if err == nil {
		err = Check(edges, n)
	}
	if bad := (*config.Error)(nil); errors.As(err, &bad) {
		return nil, &config.Error{Operand: operand + bad.Operand, Reason: bad.Reason, Remedy: bad.Remedy}
	}
	if err != nil {
		return nil, &config.Error{Operand: operand, Reason: err.Error()}
	}
	slices.SortFunc(edges, func(a, b config.Edge) int { return slices.Compare(a[:], b[:]) })
	return edges, nil
}

// Portable returns a specification of the same tree that needs nothing but
// itself: spec, unless that names a file, instead of which the edges stand.
func Portable(spec string, edges []config.Edge) string {
	if form, _, _ := strings.Cut(spec, ":"); form != "file" {
		return spec
	}
	if len(edges) == 0 {
		return "line" // of one node
	}
	texts := make([]string, len(edges))
	for k, e := range edges {
		texts[k] = fmt.Sprintf("%d-%d", e[0], e[1])
	}
	return "edges:" + strings.Join(texts, ",")
}

// line is 1 - 2 - .. - n.
func line(parameter string, n int) ([]config.Edge, error) {
	if parameter != "" {
		return nil, fmt.Errorf("a line takes no parameter")
	}
	return fromParents(n, func(i int) int { return i - 1 }), nil
}

// star joins every node to the centre, node 1 unless the parameter names it.
func star(parameter string, n int) ([]config.Edge, error) {
	centre, err := number("centre", parameter, 1, n, 1)
	if err != nil {
		return nil, err
	}
	var edges []config.Edge
	for i := 1; i <= n; i++ {
		if i != centre {
			edges = append(edges, edge(centre, i))
		}
	}
	return edges, nil
}

// radiating is a star with arms of several nodes (thesis, 6.2): node 1 in the
// middle, the others dealt to the arms in turn, so that lengths differ by at
// most 1.
func radiating(parameter string, n int) ([]config.Edge, error) {
	arms, err := number("number of arms", parameter, 1, max(n-1, 1), 0)
	if err != nil {
		return nil, err
	}
	return fromParents(n, func(i int) int { return max(1, i-arms) }), nil
}

// tree is the complete k-ary tree, filled row by row from the root 1.
func tree(parameter string, n int) ([]config.Edge, error) {
	k, err := number("number of children", parameter, 1, max(n-1, 1), 0)
	if err != nil {
		return nil, err
	}
	return fromParents(n, func(i int) int { return (i-2)/k + 1 }), nil
}

// listed reads a-b,c-d,...
func listed(parameter string, n int) ([]config.Edge, error) {
	if parameter == "" {
		return nil, fmt.Errorf("no edges; write them as edges:1-2,2-3")
	}
	var edges []config.Edge
	for item := range strings.SplitSeq(parameter, ",") {
		left, right, dash := strings.Cut(item, "-")
		a, errA := strconv.Atoi(left)
		b, errB := strconv.Atoi(right)
		if !dash || errA != nil || errB != nil {
			return nil, fmt.Errorf("edge %.20q: write two nodes as 1-2", item)
		}
		edges = append(edges, edge(a, b))
		if len(edges) > n {
			return nil, fmt.Errorf("more than %d edges: a tree over %d nodes has %d", n, n, n-1)
		}
	}
	return edges, nil
}

// number reads a parameter in low..high; absent, it is the default, where
// there is one (not 0).
func number(what, parameter string, low, high, def int) (int, error) {
	if parameter == "" && def != 0 {
		return def, nil
	}
	v, err := strconv.Atoi(parameter)
	if err != nil || v < low || v > high {
		return 0, fmt.Errorf("%s %.20q: must be a number from %d to %d", what, parameter, low, high)
	}
	return v, nil
}

func fromParents(n int, parent func(i int) int) []config.Edge {
	var edges []config.Edge
	for i := 2; i <= n; i++ {
		edges = append(edges, edge(parent(i), i))
	}
	return edges
}

func edge(a, b int) config.Edge { return config.Edge{min(a, b), max(a, b)} }

// Check reports why edges are not a tree over the nodes 1..n: a node out of
// range, a loop, an edge given twice, a cycle, or nodes that hang together
// with nothing.
func Check(edges []config.Edge, n int) error {
	f := newForest(n)
	for _, e := range edges {
		if err := f.join(e[0], e[1]); err != nil {
			return err
		}
	}
	return f.connected()
}

// forest is a graph over 1..n without cycles that grows edge by edge.
type forest struct {
	n     int
	group []int // a node of i's component nearer to its representative, which is its own
	edges []config.Edge
	given map[config.Edge]bool
}

func newForest(n int) *forest {
	f := &forest{n: n, group: make([]int, n+1), given: make(map[config.Edge]bool, n)}
	for i := range f.group {
		f.group[i] = i
	}
	return f
}

// of returns the representative of i's component, its smallest node.
func (f *forest) of(i int) int {
	for f.group[i] != i {
		f.group[i] = f.group[f.group[i]]
		i = f.group[i]
	}
	return i
}

// join adds an edge, or says why it cannot be one.
func (f *forest) join(a, b int) error {
	switch {
	case min(a, b) < 1 || max(a, b) > f.n:
		return fmt.Errorf("edge %d-%d: nodes are 1 to %d", a, b, f.n)
	case a == b:
		return fmt.Errorf("edge %d-%d: joins a node to itself", a, b)
	case f.given[edge(a, b)]:
		return fmt.Errorf("edge %d-%d: given twice", a, b)
	case f.of(a) == f.of(b):
		return fmt.Errorf("edge %d-%d: closes a cycle; a tree has none", a, b)
	}
	low, high := min(f.of(a), f.of(b)), max(f.of(a), f.of(b))
	f.group[high] = low
	f.edges = append(f.edges, edge(a, b))
	f.given[edge(a, b)] = true
	return nil
}

// connected reports a node that is not reached from node 1.
func (f *forest) connected() error {
	for i := 1; i <= f.n; i++ {
		if f.of(i) != 1 {
			return fmt.Errorf("node %d is not connected to node 1; a tree over %d nodes has %d edges", i, f.n, f.n-1)
		}
	}
	return nil
}

// Towards returns for each node 0..n its neighbour on the path to root, 0 for
// the root itself and for slot 0: the initial NEXT of Neilsen-Mizuno.
func Towards(root int, edges []config.Edge, n int) []int {
	parents, _, _ := search(root, edges, n)
	return parents
}

// Distances returns for each node 0..n the number of edges on its path to root, 0 for slot 0.
func Distances(root int, edges []config.Edge, n int) []int {
	parents := Towards(root, edges, n)
	distances := make([]int, n+1)
	for i := range parents {
		for j := i; j != root && parents[j] != 0; j = parents[j] {
			distances[i]++
		}
	}
	return distances
}

// Diameter is the number of edges on the longest path (D in the papers),
// counted, since the closed formulas hold for full instances only.  In a tree a
// longest path begins at a node that is farthest from any node.
func Diameter(edges []config.Edge, n int) int {
	_, farthest, _ := search(1, edges, n)
	_, _, diameter := search(farthest, edges, n)
	return diameter
}

// search goes breadth first from root: the parent of each node, a node that is
// farthest from root, and its depth.
func search(root int, edges []config.Edge, n int) (parents []int, farthest, depth int) {
	neighbours := make([][]int, n+1)
	for _, e := range edges {
		neighbours[e[0]] = append(neighbours[e[0]], e[1])
		neighbours[e[1]] = append(neighbours[e[1]], e[0])
	}
	parents = make([]int, n+1)
	distance := make([]int, n+1)
	farthest = root
	for queue := []int{root}; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		for _, j := range neighbours[i] {
			if j != parents[i] {
				parents[j], distance[j] = i, distance[i]+1
				if distance[j] > depth {
					farthest, depth = j, distance[j]
				}
				queue = append(queue, j)
			}
		}
	}
	return parents, farthest, depth
}
