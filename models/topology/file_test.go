package topology

import (
	"errors"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

// written makes a file with this text.
func written(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		name, text string
		n          int
		want       string
	}{
		{"list", "1-2\n2-3\n", 3, "edges:1-2,2-3"},
		{"list", "# a tree\r\n\r\n 3 2 # second\r\n2 \t 1", 3, "edges:1-2,2-3"},
		{"list", "1 - 2\n\n", 2, "edges:1-2"},
		{"list", "", 1, "line"},
		{"list", "# one node", 1, "line"},
		{"t.dot", "graph { 1 -- 2 -- 3 }", 3, "edges:1-2,2-3"},
		{"t.gv", "digraph \"x y\" {\n\tnode [shape=circle];\n\t2 -> 1; 2 -> 3 [label=\"9 -> 9\"]; # 4\n}", 3, "edges:1-2,2-3"},
		{"t.GV", "graph { 1; 2; /* 3 -- 3 */ 1 -- 2 // 2 -- 2\n }", 2, "edges:1-2"},
		{"t.dot", "graph { 2 -- {1 3 4} }", 4, "edges:1-2,2-3,2-4"},
		{"t.dot", "graph { {1 -- 2} -- {} subgraph s {3 -- 1} }", 3, "edges:1-2,1-3"},
		{"t.dot", "graph { subgraph s {2} 1 -- subgraph s {3} }", 3, "edges:1-2,1-3"}, // s is both
		{"t.dot", "graph { \"1\" -- 2:n -- \"3\":p:sw }", 3, "edges:1-2,2-3"},
		{"t.dot", "strict graph { 1 -- 2; 2 -- 1 }", 2, "edges:1-2"},
		{"t.dot", "strict digraph { 1 -> 2; 1 -> 2 }", 2, "edges:1-2"},
		{"t.dot", "graph { 1 }", 1, "line"},
		{"t.dot", "graph {}", 1, "line"},
	} {
		written(t, c.name, c.text)
		edges, err := Parse("file:"+c.name, c.n)
		if err != nil {
			t.Errorf("%q over %d: %v", c.text, c.n, err)
			continue
		}
		if got := Portable("file:"+c.name, edges); got != c.want || noTree(edges, c.n) != "" {
			t.Errorf("%q over %d: %s, want %s", c.text, c.n, got, c.want)
		}
		again, err := Parse(Portable("file:"+c.name, edges), c.n)
		if err != nil || !slices.Equal(again, edges) {
			t.Errorf("%q over %d: %v becomes %v, %v", c.text, c.n, edges, again, err)
		}
	}
}

func TestFileRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, text, want string }{
		{"list", "1,2\n", `"file:list", line 1: "1,2" is not an edge; write two nodes as 1-2 or 1 2`},
		{"list", "\n1 2 3\n", `"file:list", line 2: "1 2 3" is not an edge; write two nodes as 1-2 or 1 2`},
		{"list", "1\n", `"file:list", line 1: "1" is not an edge; write two nodes as 1-2 or 1 2`},
		{"list", "1-2-3\n", `"file:list", line 1: "2-3" is not a node; nodes are the numbers 1 to 3`},
		{"list", "-1 2\n", `"file:list", line 1: "" is not a node; nodes are the numbers 1 to 3`},
		{"list", "1-2\n# x\n2-a\n", `"file:list", line 3: "a" is not a node; nodes are the numbers 1 to 3`},
		{"list", "1 02\n", `"file:list", line 1: "02" is not a node; nodes are the numbers 1 to 3`},
		{"list", "1 99999999999999999999\n", `"file:list", line 1: "99999999999999999999" is not a node; nodes are the numbers 1 to 3`},
		{"list", "1-2\n2-4\n", `"file:list", line 2: node 4: nodes are 1 to 3; --n says how many there are`},
		{"list", "0-2\n", `"file:list", line 1: node 0: nodes are 1 to 3; --n says how many there are`},
		{"list", "1-1\n", `"file:list", line 1: edge 1-1: joins a node to itself`},
		{"list", "1-2\n2 1\n", `"file:list", line 2: edge 2-1: given twice`},
		{"list", "1-2\n2-3\n1-3\n", `"file:list", line 3: edge 1-3: closes a cycle; a tree has none`},
		{"list", "1-2\n", `"file:list": node 3 is not connected to node 1; a tree over 3 nodes has 2 edges`},
		{"list", "", `"file:list": node 2 is not connected to node 1; a tree over 3 nodes has 2 edges`},
		{"list", "graph { 1 -- 2 }", `"file:list", line 1: "graph { 1" is not a node; nodes are the numbers 1 to 3`},
		{"list", "\x1b[2J\x00" + strings.Repeat("x", 1000), `"file:list", line 1: "\x1b[2J\x00xxxxxxxxxxxxxxx" is not an edge; write two nodes as 1-2 or 1 2`},
		{"list", strings.Repeat("#\n", 1<<15) + "\n", `"file:list": larger than 65536 bytes; name a file with one edge a line, or DOT in a file *.dot or *.gv`},
		{"t.gv", strings.Repeat(" ", 1<<16+1), `"file:t.gv": larger than 65536 bytes; name a file with one edge a line, or DOT in a file *.dot or *.gv`},
		{"t.dot", "graph { 1 -- 2\n2 -- 3; 3 -- 1 }", `"file:t.dot": edge 3-1: closes a cycle; a tree has none`},
		{"t.dot", "digraph { 1 -> 2; 2 -> 1; 2 -> 3 }", `"file:t.dot": edge 2-1: given twice`},
		{"t.dot", "strict digraph { 1 -> 2; 2 -> 1; 2 -> 3 }", `"file:t.dot": edge 2-1: given twice`},
		{"t.dot", "graph { 1 -- 2; 3 }", `"file:t.dot": node 3 is not connected to node 1; a tree over 3 nodes has 2 edges`},
		{"t.dot", "graph { 1 -- 2 -- 4 }", `"file:t.dot": node 4: nodes are 1 to 3; --n says how many there are`},
		{"t.dot", "graph { 1 -- a }", `"file:t.dot": "a" is not a node; nodes are the numbers 1 to 3`},
		{"t.dot", "graph { 1 -- <2> }", `"file:t.dot": "<2>" is not a node; nodes are the numbers 1 to 3`},
		{"t.dot", "graph { 1 -- 2.0 }", `"file:t.dot": "2.0" is not a node; nodes are the numbers 1 to 3`},
		{"t.dot", "graph { {1 2} -- {2 3} }", `"file:t.dot": edge 2-2: joins a node to itself`},
		{"t.dot", "graph { 1 -> 2 }", `"file:t.dot": undirected graph "" contains directed edge from "1" to "2"; see the grammar of DOT`},
		{"t.dot", "graph { 1 -- 2 } graph { 2 -- 3 }", `"file:t.dot": 2 graphs; write one`},
		{"t.dot", "graph {\n1 -- }", `"file:t.dot", line 2, column 6: expected one of "{", subgraph or id; got: "}"; see the grammar of DOT`},
		{"t.dot", "1-2\n", `"file:t.dot", line 1, column 1: expected one of strict, graph or digraph; got: "1"; see the grammar of DOT`},
		{"t.dot", "", `"file:t.dot", line 1, column 1: expected one of strict, graph or digraph; got: end-of-file; see the grammar of DOT`},
		{"folder", "", `"file:folder": is a directory; name a file with one edge a line, or DOT in a file *.dot or *.gv`},
		{"nowhere", "", `"file:nowhere": no such file or directory; name a file with one edge a line, or DOT in a file *.dot or *.gv`},
	} {
		if c.name != "folder" && c.name != "nowhere" {
			written(t, c.name, c.text)
		}
		_, err := Parse("file:"+c.name, 3)
		var bad *config.Error
		if !errors.As(err, &bad) || err.Error() != "topology "+c.want {
			t.Errorf("%.40q:\ngot  %v\nwant topology %s", c.text, err, c.want)
		}
	}
	_, err := Parse("file", 3)
	if err == nil || err.Error() != `topology "file": no file; write it as file:tree.txt` {
		t.Errorf("no name: %v", err)
	}
}

// TestHugeFile: of ten million edges only the beginning is read.
func TestHugeFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"huge", "huge.dot"} {
		written(t, name, "graph {\n")
		if err := os.Truncate(name, 10_000_000*int64(len("1 -- 2\n"))); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Parse("file:"+name, 3)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), "larger than 65536 bytes") {
			t.Errorf("%s: %v", name, err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
			t.Errorf("%s: %d bytes allocated", name, used)
		}
	}
}

// TestDeepDOT: what nests as deeply as a file can, and what names as many
// edges, is read or refused, in no time.
func TestDeepDOT(t *testing.T) {
	deep := 1 << 15
	for _, text := range []string{
		"graph {" + strings.Repeat("{", deep-10) + strings.Repeat("}", deep-10) + "}",
		"graph {" + strings.Repeat("{", 2*deep-10),
		"graph { 1" + strings.Repeat("--{}", deep/2-10) + "}",
		"graph { {" + strings.Repeat("1 2 ", deep/8) + "} -- {" + strings.Repeat("3 1 ", deep/4-10) + "}}",
		"strict graph { 1" + strings.Repeat("--2--1", deep/4) + "}",
	} {
		if len(text) > maxFile {
			t.Errorf("%.20s: %d bytes", text, len(text))
		}
		edges, err := parseDOT([]byte(text), 3)
		if err == nil {
			t.Errorf("%.20s: %v", text, edges)
		}
	}
}

// FuzzList holds that what is read is a tree, which its edges name, and that
// what is refused is refused in one clean line.
func FuzzList(f *testing.F) {
	for _, seed := range []string{"", "1-2\n2 3 # x\n", "1-2-3", "1 - 2\r\n", "-", "#", "2\t1\n\n3 2", "1-2\n1-2", "\x00", "1 2\n2 3\n3 4\n4 1"} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, text string, n int) { checkReader(t, parseList, text, n) })
}

// FuzzDOT holds the same of DOT.
func FuzzDOT(f *testing.F) {
	for _, seed := range []string{"graph{1--2--3}", "strict digraph x{1->{2 3}}", "graph{subgraph a{1}subgraph b{2 3}}", "graph{a[b=c]}",
		"graph{\"1\":n--2 node[x=y];z=1;}", "graph{1--<a<b>>}", "{", "graph{{{}}}", "graph{1--2}graph{}", "/*", "graph{1--2//"} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, text string, n int) { checkReader(t, parseDOT, text, n) })
}

func checkReader(t *testing.T, read func([]byte, int) ([]config.Edge, error), text string, n int) {
	if n < 1 || n > 30 || len(text) > maxFile {
		return
	}
	edges, err := read([]byte(text), n)
	if err != nil {
		if line := err.Error(); len(line) > 1500 || strings.ContainsAny(line, "\n\r\x1b\x00") {
			t.Errorf("%d bytes, not one clean line: %.500q", len(line), line)
		}
		return
	}
	slices.SortFunc(edges, func(a, b config.Edge) int { return slices.Compare(a[:], b[:]) })
	if why := noTree(edges, n); why != "" {
		t.Errorf("%q over %d: %v: %s", text, n, edges, why)
	}
	again, err := Parse(Portable("file:x", edges), n)
	if err != nil || len(edges) > 0 && !reflect.DeepEqual(again, edges) {
		t.Errorf("%v becomes %v, %v", edges, again, err)
	}
}

// FuzzParse holds the same of the specifications that name no file.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"line", "star:2", "radiating:2", "tree:2", "random:1", "edges:1-2,2-3", "edges:1-2,2-3,3-1", "x:"} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, spec string, n int) {
		if strings.HasPrefix(spec, "file") {
			return
		}
		checkReader(t, func(text []byte, n int) ([]config.Edge, error) { return Parse(string(text), n) }, spec, n)
	})
}
