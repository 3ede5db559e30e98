package topology

import (
	"errors"
	"fmt"
	"math/bits"
	"reflect"
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		spec string
		n    int
		want []config.Edge
	}{
		{"line", 1, nil},
		{"line", 4, []config.Edge{{1, 2}, {2, 3}, {3, 4}}},
		{"star", 4, []config.Edge{{1, 2}, {1, 3}, {1, 4}}},
		{"star:3", 4, []config.Edge{{1, 3}, {2, 3}, {3, 4}}},
		{"radiating:2", 6, []config.Edge{{1, 2}, {1, 3}, {2, 4}, {3, 5}, {4, 6}}}, // arms 2-4-6 and 3-5
		{"radiating:1", 3, []config.Edge{{1, 2}, {2, 3}}},
		{"tree:2", 7, []config.Edge{{1, 2}, {1, 3}, {2, 4}, {2, 5}, {3, 6}, {3, 7}}},
		{"tree:3", 5, []config.Edge{{1, 2}, {1, 3}, {1, 4}, {2, 5}}},
		{"tree:1", 3, []config.Edge{{1, 2}, {2, 3}}},
		{"edges:3-1,2-3", 3, []config.Edge{{1, 3}, {2, 3}}},
	} {
		got, err := Parse(c.spec, c.n)
		if err != nil || len(got) != len(c.want) || len(got) > 0 && !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s over %d: got %v, %v, want %v", c.spec, c.n, got, err, c.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	forms := "no such form; the forms are " + Forms
	for _, c := range []struct {
		spec string
		n    int
		want string
	}{
		{"", 3, `topology "": ` + forms},
		{"ring", 3, `topology "ring": ` + forms},
		{"Line", 3, `topology "Line": ` + forms},
		{"star:", 3, `topology "star:": ` + forms},
		{"line:2", 3, `topology "line:2": a line takes no parameter`},
		{"star:0", 3, `topology "star:0": centre "0": must be a number from 1 to 3`},
		{"star:4", 3, `topology "star:4": centre "4": must be a number from 1 to 3`},
		{"star:x", 3, `topology "star:x": centre "x": must be a number from 1 to 3`},
		{"radiating", 3, `topology "radiating": number of arms "": must be a number from 1 to 2`},
		{"radiating:3", 3, `topology "radiating:3": number of arms "3": must be a number from 1 to 2`},
		{"tree", 3, `topology "tree": number of children "": must be a number from 1 to 2`},
		{"tree:0", 3, `topology "tree:0": number of children "0": must be a number from 1 to 2`},
		{"random", 3, `topology "random": seed "": must be a number from 0 to 18446744073709551615`},
		{"random:-1", 3, `topology "random:-1": seed "-1": must be a number from 0 to 18446744073709551615`},
		{"random:18446744073709551616", 3, `topology "random:18446744073709551616": seed "18446744073709551616": must be a number from 0 to 18446744073709551615`},
		{"edges", 3, `topology "edges": no edges; write them as edges:1-2,2-3`},
		{"edges:", 3, `topology "edges:": ` + forms},
		{"edges:1", 3, `topology "edges:1": edge "1": write two nodes as 1-2`},
		{"edges:1-2,", 3, `topology "edges:1-2,": edge "": write two nodes as 1-2`},
		{"edges:1-2-3", 3, `topology "edges:1-2-3": edge "1-2-3": write two nodes as 1-2`},
		{"edges:1-2,2-3,3-1", 3, `topology "edges:1-2,2-3,3-1": edge 1-3: closes a cycle; a tree has none`},
		{"edges:1-2,2-1", 3, `topology "edges:1-2,2-1": edge 1-2: given twice`},
		{"edges:1-1,2-3", 3, `topology "edges:1-1,2-3": edge 1-1: joins a node to itself`},
		{"edges:1-2,2-4", 3, `topology "edges:1-2,2-4": edge 2-4: nodes are 1 to 3`},
		{"edges:0-2,2-3", 3, `topology "edges:0-2,2-3": edge 0-2: nodes are 1 to 3`},
		{"edges:1-2", 3, `topology "edges:1-2": node 3 is not connected to node 1; a tree over 3 nodes has 2 edges`},
		{"edges:2-3", 3, `topology "edges:2-3": node 2 is not connected to node 1; a tree over 3 nodes has 2 edges`},
		{"edges:1-2,1-2,1-2,1-2", 3, `topology "edges:1-2,1-2,1-2,1-2": more than 3 edges: a tree over 3 nodes has 2`},
	} {
		_, err := Parse(c.spec, c.n)
		var bad *config.Error
		if !errors.As(err, &bad) || err.Error() != c.want {
			t.Errorf("%q over %d:\ngot  %v\nwant %s", c.spec, c.n, err, c.want)
		}
	}
}

// TestForms holds that every form gives a tree for every n, sorted, the
// smaller node of each edge first.
func TestForms(t *testing.T) {
	for n := 1; n <= 30; n++ {
		specs := []string{"line", "star", "random:0", fmt.Sprintf("random:%d", n)}
		for k := 1; k <= n; k++ {
			specs = append(specs, fmt.Sprintf("star:%d", k))
			if k < n || n == 1 {
				specs = append(specs, fmt.Sprintf("radiating:%d", k), fmt.Sprintf("tree:%d", k))
			}
		}
		for _, spec := range specs {
			edges, err := Parse(spec, n)
			if err != nil {
				t.Errorf("%s over %d: %v", spec, n, err)
				continue
			}
			if text := noTree(edges, n); text != "" {
				t.Errorf("%s over %d: %s: %v", spec, n, text, edges)
			}
		}
	}
}

// noTree says why edges are no sorted tree: another derivation than Check's,
// by walking from node 1.
func noTree(edges []config.Edge, n int) string {
	if len(edges) != n-1 {
		return fmt.Sprintf("%d edges", len(edges))
	}
	for k, e := range edges {
		if e[0] >= e[1] {
			return fmt.Sprintf("edge %v is not in order", e)
		}
		if k > 0 && (edges[k-1][0] > e[0] || edges[k-1][0] == e[0] && edges[k-1][1] >= e[1]) {
			return "not sorted"
		}
	}
	seen := map[int]bool{}
	var walk func(i int)
	walk = func(i int) {
		seen[i] = true
		for _, e := range edges {
			for k := range e {
				if e[k] == i && !seen[e[1-k]] {
					walk(e[1-k])
				}
			}
		}
	}
	walk(1)
	if len(seen) != n {
		return fmt.Sprintf("%d nodes are reached from 1", len(seen))
	}
	return ""
}

// TestDiameter compares with the closed formulas, which hold for full
// instances.
func TestDiameter(t *testing.T) {
	diameter := func(spec string, n int) int {
		t.Helper()
		edges, err := Parse(spec, n)
		if err != nil {
			t.Fatal(err)
		}
		return Diameter(edges, n)
	}
	check := func(spec string, n, want int) {
		t.Helper()
		if got := diameter(spec, n); got != want {
			t.Errorf("%s over %d: diameter %d, want %d", spec, n, got, want)
		}
	}
	for n := 1; n <= 30; n++ {
		check("line", n, n-1)
		check("star", n, min(n-1, 2))
		check(fmt.Sprintf("star:%d", n), n, min(n-1, 2))
	}
	for arms := 2; arms <= 6; arms++ { // all arms of one length
		for length := 1; 1+arms*length <= 30; length++ {
			check(fmt.Sprintf("radiating:%d", arms), 1+arms*length, 2*length)
		}
	}
	for n := 3; n <= 31; n = 2*n + 1 { // full binary trees
		check("tree:2", n, 2*(bits.Len(uint(n))-1))
	}
	check("tree:3", 13, 4)
	check("tree:2", 4, 3) // not full: 4-2-1-3
}

func TestTowards(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for _, spec := range []string{"line", "star", fmt.Sprintf("star:%d", n)} {
			edges, err := Parse(spec, n)
			if err != nil {
				t.Fatal(err)
			}
			for root := 1; root <= n; root++ {
				next := Towards(root, edges, n)
				if next[0] != 0 || next[root] != 0 {
					t.Errorf("%s over %d: towards %d: %v", spec, n, root, next)
				}
				for i := 1; i <= n; i++ {
					hops, at := 0, i
					for ; next[at] != 0 && hops < n; hops++ {
						at = next[at]
					}
					if at != root {
						t.Errorf("%s over %d: from %d, %v leads to %d, not to %d", spec, n, i, next, at, root)
					}
				}
			}
		}
	}
}
