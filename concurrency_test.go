package mxgen

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// concurrent tells whether a Go file starts goroutines, or guards data against them.
func concurrent(file *ast.File) bool {
	for _, i := range file.Imports {
		if path := strings.Trim(i.Path.Value, `"`); path == "sync" || path == "sync/atomic" || strings.HasPrefix(path, "golang.org/x/sync/") {
			return true
		}
	}
	starts := false
	ast.Inspect(file, func(n ast.Node) bool {
		_, is := n.(*ast.GoStmt)
		starts = starts || is
		return !starts
	})
	return starts
}

// concurrentPackages are the directories of the packages that do, without their tests.
func concurrentPackages(t *testing.T) []string {
	var all []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if dir := filepath.ToSlash(filepath.Dir(path)); err == nil && concurrent(file) && !slices.Contains(all, dir) {
			all = append(all, dir)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// raced are the directories of the packages that make test gives to the race detector.
func raced(t *testing.T) []string {
	text, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	only := regexp.MustCompile(`(?m)^RACE_ONLY := (.*)$`).FindSubmatch(text)
	more := regexp.MustCompile(`(?m)^RACE := \$\(RACE_ONLY\) (.*)$`).FindSubmatch(text)
	if only == nil || more == nil {
		t.Fatal("Makefile: no RACE_ONLY, or RACE does not begin with it")
	}
	args := slices.Concat([]string{"list"}, strings.Fields(string(only[1])), strings.Fields(string(more[1])))
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, p := range strings.Fields(string(out)) {
		all = append(all, strings.TrimPrefix(p, module+"/"))
	}
	return all
}

// TestConcurrent: whatever shares data between goroutines is tested with the race
// detector.
func TestConcurrent(t *testing.T) {
	found, race := concurrentPackages(t), raced(t)
	if len(found) < 5 {
		t.Errorf("only %q share data", found)
	}
	for _, p := range found {
		switch {
		case p == "results/testenv/browser": // of tests, and notes what goes wrong
		case p == "bench": // times the command, and is no part of it
		case p == "cmd/mxgen": // its progress line, by a script
		case p == "results/testenv/testcluster": // a thread that starts daemons; only tests import it
		case p == "templates": // parsed once; results/verify renders at the same time
		case !slices.Contains(race, p):
			t.Errorf("%s shares data between goroutines: RACE in the Makefile does not have it", p)
		}
	}
}
