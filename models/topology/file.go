package topology

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/graph/formats/dot"
	"gonum.org/v1/gonum/graph/formats/dot/ast"

	"github.com/mxgen/mxgen/models/config"
)

// maxFile bounds a file, and so the memory and the time to read it.  The
// largest tree needs a tenth of it.
const maxFile = 1 << 16

// file reads the edges from a file: DOT if its name ends in .dot or .gv, else
// an edge list.
func file(path string, n int) ([]config.Edge, error) {
	if path == "" {
		return nil, fmt.Errorf("no file; write it as file:tree.txt")
	}
	data, err := config.ReadFile(path, maxFile, config.Error{Remedy: "name a file with one edge a line, or DOT in a file *.dot or *.gv"})
	if err != nil {
		return nil, err
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".dot", ".gv":
		return parseDOT(data, n)
	}
	return parseList(data, n)
}

// parseList reads an edge list: an edge a line, as 1-2 or 1 2, and comments
// from # to the end of the line.
func parseList(data []byte, n int) ([]config.Edge, error) {
	tree := newForest(n)
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		place := fmt.Sprintf(", line %d", number)
		ends := strings.Fields(line)
		if left, right, dash := strings.Cut(line, "-"); dash {
			ends = []string{strings.TrimSpace(left), strings.TrimSpace(right)}
		}
		if len(ends) != 2 {
			return nil, &config.Error{Operand: place, Reason: fmt.Sprintf("%.20q is not an edge", line), Remedy: "write two nodes as 1-2 or 1 2"}
		}
		if err := joinNamed(tree, ends[0], ends[1]); err != nil {
			err.Operand = place
			return nil, err
		}
	}
	return tree.edges, tree.connected()
}

// joinNamed joins two nodes by their names.
func joinNamed(tree *forest, left, right string) *config.Error {
	a, err := config.Node(left, tree.n)
	if err != nil {
		return err
	}
	b, err := config.Node(right, tree.n)
	if err != nil {
		return err
	}
	if err := tree.join(a, b); err != nil {
		return &config.Error{Reason: err.Error()}
	}
	return nil
}

var dotPlace = regexp.MustCompile(`^(\d+):(\d+): error: `)

// parseDOT reads one graph in the language of Graphviz.  Of directed edges the
// direction does not count; attributes and ports do not either.
func parseDOT(data []byte, n int) ([]config.Edge, error) {
	parsed, err := dot.ParseBytes(data)
	if err != nil {
		bad := &config.Error{Reason: err.Error(), Remedy: "see the grammar of DOT"}
		if m := dotPlace.FindStringSubmatch(bad.Reason); m != nil {
			bad.Operand, bad.Reason = fmt.Sprintf(", line %s, column %s", m[1], m[2]), bad.Reason[len(m[0]):]
		}
		bad.Reason = strings.Replace(bad.Reason, "graphx", "graph", 1) // the parser's name of the token
		bad.Reason = fmt.Sprintf("%.200s", bad.Reason)
		return nil, bad
	}
	if len(parsed.Graphs) != 1 {
		return nil, &config.Error{Reason: fmt.Sprintf("%d graphs", len(parsed.Graphs)), Remedy: "write one"}
	}
	r := dotReader{graph: parsed.Graphs[0], tree: newForest(n), subgraphs: map[string]nodes{}, arcs: map[[2]int]bool{}}
	if _, err := r.statements(r.graph.Stmts); err != nil {
		return nil, err
	}
	return r.tree.edges, r.tree.connected()
}

// nodes is a set of nodes.
type nodes map[int]bool

func (s nodes) sorted() []int { return slices.Sorted(maps.Keys(s)) }

// dotReader gathers the edges of a parsed graph.  The parser keeps no places.
type dotReader struct {
	graph     *ast.Graph
	tree      *forest
	subgraphs map[string]nodes // of those that have a name
	arcs      map[[2]int]bool  // edges so far, with their direction if they have one
}

// statements returns the nodes that statements name.
func (r *dotReader) statements(list []ast.Stmt) (nodes, error) {
	named := nodes{}
	for _, s := range list {
		var more nodes
		var err error
		switch s := s.(type) {
		case *ast.NodeStmt:
			more, err = r.vertex(s.Node)
		case *ast.Subgraph:
			more, err = r.vertex(s)
		case *ast.EdgeStmt:
			more, err = r.chain(s)
		}
		if err != nil {
			return nil, err
		}
		for i := range more {
			named[i] = true
		}
	}
	return named, nil
}

// chain adds the edges of a statement such as 1 -- {2 3} -- 4, and returns its
// nodes.
func (r *dotReader) chain(s *ast.EdgeStmt) (nodes, error) {
	from, err := r.vertex(s.From)
	if err != nil {
		return nil, err
	}
	all := nodes{}
	for next := s.To; ; next = next.To {
		for i := range from {
			all[i] = true
		}
		if next == nil {
			return all, nil
		}
		to, err := r.vertex(next.Vertex)
		if err != nil {
			return nil, err
		}
		for _, a := range from.sorted() {
			for _, b := range to.sorted() {
				if err := r.join(a, b); err != nil {
					return nil, err
				}
			}
		}
		from = to
	}
}

// join adds an edge.  A strict graph may repeat it.
func (r *dotReader) join(a, b int) error {
	arc := [2]int{a, b}
	if !r.graph.Directed {
		arc = edge(a, b)
	}
	if r.graph.Strict && r.arcs[arc] {
		return nil
	}
	r.arcs[arc] = true
	if err := r.tree.join(a, b); err != nil {
		return &config.Error{Reason: err.Error()}
	}
	return nil
}

// vertex returns the nodes at one end of an edge.
func (r *dotReader) vertex(v ast.Vertex) (nodes, error) {
	sub, ok := v.(*ast.Subgraph)
	if !ok {
		i, err := config.Node(unquote(v.(*ast.Node).ID), r.tree.n)
		if err != nil {
			return nil, err
		}
		return nodes{i: true}, nil
	}
	named, err := r.statements(sub.Stmts)
	if err != nil || sub.ID == "" {
		return named, err
	}
	name := unquote(sub.ID)
	if r.subgraphs[name] == nil {
		r.subgraphs[name] = nodes{}
	}
	for i := range named {
		r.subgraphs[name][i] = true
	}
	return r.subgraphs[name], nil
}

// unquote takes the quotes off a name, which the parser keeps.
func unquote(id string) string {
	if len(id) >= 2 && id[0] == '"' && id[len(id)-1] == '"' {
		return id[1 : len(id)-1]
	}
	return id
}
