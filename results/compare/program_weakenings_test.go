package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/results/testenv"
)

// Every weakening of a property of a Go program is noticed: on some state that the
// comparison tries, it says otherwise than the property as it is written, which says the
// same as the model's.  One build has all weakenings; a variable selects one.
func TestWeakenedProgramPropertiesAreNoticed(t *testing.T) {
	if testenv.Racing {
		return // it runs another test
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(root, "reference", "algorithms", "*", "properties.go"))
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, filepath.Join(root, "reference", "property.go"), filepath.Join(root, "reference", "algorithms", "common", "token.go"))
	dir := t.TempDir()
	overlay := map[string]string{}
	add := func(path string, text []byte) {
		copied := filepath.Join(dir, fmt.Sprintf("%d.go", len(overlay)))
		if err := os.WriteFile(copied, text, 0o600); err != nil {
			t.Fatal(err)
		}
		overlay[path] = copied
	}
	var all []string // names of weakenings, by number from 1
	for _, path := range files {
		text, names := weakenedSource(t, path, len(all))
		add(path, text)
		all = append(all, names...)
	}
	add(filepath.Join(root, "reference", "weakening.go"), []byte("package reference\n\n// Weakening selects one.\nvar Weakening int\n\n// Weakened tells whether it is selected.\nfunc Weakened(k int) bool { return Weakening == k }\n"))
	add(filepath.Join(root, "results", "compare", "inner_test.go"), []byte(strings.Replace(innerTest, "NAMES", fmt.Sprintf("%#v", all), 1)))
	list, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	listFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(listFile, list, 0o600); err != nil {
		t.Fatal(err)
	}
	inner := exec.CommandContext(t.Context(), "go", "test", "-overlay", listFile, "-vet=off", "-count=1", "-run", "^TestInner$", "-v", "./results/compare")
	inner.Dir = root
	out, err := inner.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	same, used := 0, map[int]bool{}
	for line := range strings.Lines(string(out)) {
		name, is := strings.CutPrefix(strings.TrimSpace(line), "UNNOTICED ")
		if !is {
			continue
		}
		if i := slices.IndexFunc(sameInProgram, func(s [2]string) bool { return regexp.MustCompile(s[0]).MatchString(name) }); i >= 0 {
			same++
			used[i] = true
		} else {
			t.Errorf("not noticed: %s", name)
		}
	}
	if !strings.Contains(string(out), "--- PASS: TestInner") || len(all) < 100 {
		t.Errorf("%d weakenings\n%s", len(all), out)
	}
	for k := range sameInProgram {
		if !used[k] {
			t.Errorf("every one is noticed: %s", sameInProgram[k][0])
		}
	}
	t.Logf("%d weakenings, %d mean the same", len(all), same)
}

// sameInProgram lists the weakenings that mean the same, with the reason.
var sameInProgram = [][2]string{
	{`waiting\.Len\(\) == 1`, "the number of the noun in the text of a violation"},
	{`maekawa.*\|\| !a.inq => `, "an open question of an arbiter that has not inquired is what question.check finds"},
	{`q.held && q.succeeded => q.succeeded`, "who has all its members has m"},
	{`q.released > 0 => `, "the question has no answer under way here, and a RELEASE is one"},
	{`inquired && open > 1 => `, "without an INQUIRE, an open question is found before"},
	{`raymond_k.*j != i\+1`, "a node counts no REPLY from itself"},
	{`e\.Kind == event\.Receive && .* => .?e\.Msg\.Kind`, "only a receipt has a message"},
	{`e\.Kind == event\.Exit && memberAt.* => e\.Kind == event\.Exit$`, "each node is a member of its own set here"},
	{`e\.Kind != event\.Exit && answersItself`, "an exit is in the case before"},
	{`numbered && was\.pend`, "the program without numbers has no pending INQUIRE: the state would not be defined"},
	{`neilsen_mizuno/properties.go.*(is == 0 && e\.Kind == event\.Exit|f\.From == e\.Node)`, "in whatever state, the program itself changes FOLLOW but for a REQUEST only where it sends the token"},
	{`neilsen_mizuno/properties.go.*n != 1 => .*(% 2|3)`, "three on one of two edges are more than there are edges, which is found as well"},
	{`maekawa.*untold\.Len\(\) (== 1 \+ 1|> 1 && .* != 3)`, "where nodes wait, one of the three has the lock"},
	{`ricart_agrawala_token/.*: open != 1 => .*(% 2|3)`, "more than one open request is found in the case before"},
	{`token_ring.*len\(flights\)`, "without a token and without a message, the index is out of range: the world has no place of the token"},
}

// weakenedSource is a file with every weakening of its conditions, numbered from first+1.
func weakenedSource(t *testing.T, path string, first int) (text []byte, names []string) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	written := func(n ast.Node) string {
		return string(source[fset.Position(n.Pos()).Offset:fset.Position(n.End()).Offset])
	}
	call := "reference.Weakened"
	if file.Name.Name == "reference" {
		call = "Weakened"
	}
	var rewrite func(n ast.Node) string
	rewrite = func(n ast.Node) string {
		e, is := n.(*ast.BinaryExpr)
		if !is {
			return rewriteWithin(n, written, rewrite, fset, source)
		}
		own := "(" + rewrite(e.X) + " " + e.Op.String() + " " + rewrite(e.Y) + ")"
		for _, other := range alternatives(e, written) {
			names = append(names, fmt.Sprintf("%s:%d: %s => %s", filepath.Join(filepath.Base(filepath.Dir(path)), filepath.Base(path)), fset.Position(e.Pos()).Line, written(e), other))
			k := first + len(names)
			own = fmt.Sprintf("(%s(%d) && (%s) || !%s(%d) && %s)", call, k, other, call, k, own)
		}
		return own
	}
	text, err = format.Source([]byte(rewriteWithin(file, written, rewrite, fset, source)))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return bytes.ReplaceAll(text, []byte("//go:build"), []byte("//")), names
}

// rewriteWithin copies a node's source, with each outermost binary expression that is a
// condition rewritten.
func rewriteWithin(n ast.Node, written func(ast.Node) string, rewrite func(ast.Node) string, fset *token.FileSet, source []byte) string {
	start, end := 0, len(source)
	if _, is := n.(*ast.File); !is {
		start, end = fset.Position(n.Pos()).Offset, fset.Position(n.End()).Offset
	}
	var b strings.Builder
	at := start
	ast.Inspect(n, func(c ast.Node) bool {
		if f, is := c.(*ast.FuncDecl); is && !ofProperties(f) {
			return false
		}
		e, is := c.(*ast.BinaryExpr)
		if !is || c == n || !condition(e.Op) {
			return true
		}
		b.Write(source[at:fset.Position(e.Pos()).Offset])
		b.WriteString(rewrite(e))
		at = fset.Position(e.End()).Offset
		return false
	})
	b.Write(source[at:end])
	return b.String()
}

// ofProperties tells whether a function may belong to a property that is compared: it is not about a configuration, and
// not about the history of a run.
func ofProperties(f *ast.FuncDecl) bool {
	if strings.EqualFold(f.Name.Name, "bypass") {
		return false
	}
	for _, p := range f.Type.Params.List {
		if strings.Contains(fmt.Sprint(p.Type), "config") {
			return f.Name.Name == "queue" // which makes the property of a configuration
		}
	}
	return true
}

func condition(op token.Token) bool {
	switch op {
	case token.LAND, token.LOR, token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
		return true
	}
	return false
}

// alternatives are other conditions for one.
func alternatives(e *ast.BinaryExpr, written func(ast.Node) string) (all []string) {
	x, y := written(e.X), written(e.Y)
	if y == "1" || y == "w.sys.Entries()" { // a count has one more value, as in moreCounts
		switch e.Op {
		case token.GTR:
			all = []string{x + " == " + y + " + 1", x + " > " + y + " && " + x + " != 3"}
		case token.EQL:
			all = []string{"(" + x + ") % 2 == " + y, x + " == " + y + " || " + x + " == 3"}
		case token.NEQ:
			all = []string{"(" + x + ") % 2 != " + y, x + " != " + y + " && " + x + " != 3"}
		}
	}
	switch e.Op {
	case token.LAND, token.LOR:
		return append(all, x, y)
	case token.LSS:
		return append(all, x+" <= "+y)
	case token.LEQ:
		return append(all, x+" < "+y)
	case token.GTR:
		return append(all, x+" >= "+y)
	case token.GEQ:
		return append(all, x+" > "+y)
	case token.EQL, token.NEQ:
		other := map[token.Token]string{token.EQL: " != ", token.NEQ: " == "}[e.Op]
		return append(all, x+other+y)
	}
	return all
}

// innerTest is a test of this package that the build with all weakenings adds.
const innerTest = `package compare

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/results/testenv"
)

func TestInner(t *testing.T) {
	names := NAMES
	noticed := make([]bool, len(names))
	for algorithm, configurations := range propertied {
		file := strings.ReplaceAll(algorithm, "-", "_") + "/properties.go"
		for _, flags := range configurations {
			c := testenv.Config(t, algorithm, flags)
			g, err := explored(t.Context(), c, testenv.Limits)
			if err != nil {
				t.Fatal(err)
			}
			all := predicates(c, g.System())
			states, err := sampleStates(t.Context(), g, all, mostPerturbed)
			if err != nil {
				t.Fatal(err)
			}
			w := g.System().World()
			steps := stepPredicates(c, g.System())
			taken := sampleSteps(g.System(), steps, states)
			for k, name := range names {
				if strings.Contains(name, "/properties.go:") && !strings.HasPrefix(name, file) || noticed[k] {
					continue
				}
				reference.Weakening = k + 1
				for row := 0; row < len(states.keys) && !noticed[k]; row++ {
					w.SetState(states.keys[row])
					for p, one := range all {
						err, defined := evaluated(one, w)
						noticed[k] = noticed[k] || !defined || (err == nil) != states.truths[row][p]
					}
				}
				if !noticed[k] && len(steps) > 0 {
					for at, one := range sampleSteps(g.System(), steps, states).steps {
						noticed[k] = noticed[k] || one.violated != taken.steps[at].violated
					}
				}
				reference.Weakening = 0
			}
		}
	}
	for k, name := range names {
		if !noticed[k] {
			fmt.Println("UNNOTICED", name)
		}
	}
}
`
