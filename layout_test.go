// Package mxgen has no code of its own: this test holds the layout together.
package mxgen

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/mxgen/mxgen"

// layout says what the packages below a directory may reach through their
// imports, directly or not: the packages below a listed directory, or, with !,
// that directory alone.  Of several rules the one with the longest directory
// counts; a package below none of them is a mistake as well.
//
// Package reference and its rooms reach nothing of the Promela side: only so
// can a comparison of the two find an error in either.  The machinery in
// package reference, the search, the simulator and the live runs work for any
// algorithm and do not reach reference/algorithms.
var layout = map[string][]string{
	"cmd/mxgen":     {"results", "runner", "models", "templates", "reference"},
	"results":       {"results", "runner", "models", "templates", "reference"},
	"models":        {"models", "templates"},
	"models/config": {},
	"templates":     {},
	"reference":     {"reference/event", "models/config"},
	"runner":        {"runner"},
	"bench":         {},

	"reference/algorithms": {"reference", "models/config"},
	"reference/explore":    {"reference/event", "reference!", "models/config"},
	"reference/simulate":   {"reference/event", "reference!", "models/config"},
	"reference/live":       {"reference/event", "reference!", "models/config"},
	"reference/trace":      {"reference", "models/config"},
	"reference/diff":       {"reference", "models/config"},
}

// A graph has the imports of each package, both relative to the module.
type graph map[string][]string

// allowed reports whether an element of a rule names a package.
func allowed(element, p string) bool {
	if exact, found := strings.CutSuffix(element, "!"); found {
		return p == exact
	}
	return below(p, element)
}

func below(p, directory string) bool {
	return p == directory || strings.HasPrefix(p, directory+"/")
}

// rule returns the directory whose rule applies to a package.
func rule(p string) (directory string, found bool) {
	for d := range layout {
		if below(p, d) && len(d) >= len(directory) {
			directory, found = d, true
		}
	}
	return directory, found
}

// violations lists what the layout does not allow, with the way it is reached.
func violations(g graph) []string {
	var all []string
	for _, p := range slices.Sorted(maps.Keys(g)) {
		directory, found := rule(p)
		if !found {
			all = append(all, p+": the layout does not know this directory")
			continue
		}
		for _, path := range paths(g, p) {
			if q := path[len(path)-1]; !slices.ContainsFunc(layout[directory], func(d string) bool { return allowed(d, q) }) {
				all = append(all, strings.Join(path, " -> ")+": not allowed")
			}
		}
	}
	return all
}

// paths returns a shortest path to every package that from reaches.
func paths(g graph, from string) [][]string {
	var all [][]string
	seen := map[string]bool{from: true}
	for queue := [][]string{{from}}; len(queue) > 0; queue = queue[1:] {
		for _, next := range g[queue[0][len(queue[0])-1]] {
			if !seen[next] {
				seen[next] = true
				path := append(slices.Clone(queue[0]), next)
				all, queue = append(all, path), append(queue, path)
			}
		}
	}
	return all
}

// ours is the import graph of this module, without the tests'.
func ours() (graph, error) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			err = fmt.Errorf("%w: %s", err, failed.Stderr)
		}
		return nil, err
	}
	g := graph{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&p); err == io.EOF {
			return g, nil
		} else if err != nil {
			return nil, err
		}
		name, inside := strings.CutPrefix(p.ImportPath, module+"/")
		if !inside {
			continue // this package
		}
		g[name] = nil
		for _, q := range p.Imports {
			if q, inside := strings.CutPrefix(q, module+"/"); inside {
				g[name] = append(g[name], q)
			}
		}
	}
}

func TestLayout(t *testing.T) {
	g, err := ours()
	if err != nil {
		t.Fatal(err)
	}
	for directory := range layout {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(g)), func(p string) bool { return below(p, directory) }) {
			t.Errorf("%s: no package there", directory)
		}
	}
	for _, v := range violations(g) {
		t.Error(v)
	}
}

// The check itself must be able to fail.
func TestViolations(t *testing.T) {
	good := graph{
		"cmd/mxgen": {"results", "models"}, "results": {"runner", "models", "reference"}, "runner": {"runner/pan"},
		"runner/pan": nil, "models": {"models/config", "templates"}, "models/config": nil, "templates": nil,
		"reference/live": {"reference"}, "reference": {"models/config"}, "reference/algorithms": {"reference"},
		"reference/trace": {"reference/algorithms"},
	}
	if got := violations(good); got != nil {
		t.Errorf("good graph: %q", got)
	}
	for _, c := range []struct{ from, to, want string }{
		{"models/config", "templates", "models/config -> templates: not allowed"},
		{"runner/pan", "models/config", "runner/pan -> models/config: not allowed"},
		{"runner/pan", "models/config", "runner -> runner/pan -> models/config: not allowed"},
		{"reference", "models", "reference/live -> reference -> models -> templates: not allowed"},
		{"reference", "results", "reference -> results -> runner: not allowed"},
		{"reference", "reference/algorithms", "reference -> reference/algorithms: not allowed"},
		{"reference/live", "reference/algorithms", "reference/live -> reference/algorithms: not allowed"},
		{"reference", "resultsx", "resultsx: the layout does not know this directory"},
		{"models", "results", "models -> results -> reference: not allowed"},
		{"templates", "models/config", "templates -> models/config: not allowed"},
		{"results", "cmd/mxgen", "results -> cmd/mxgen: not allowed"},
	} {
		bad := maps.Clone(good)
		bad[c.from] = append(slices.Clone(bad[c.from]), c.to)
		if bad[c.to] == nil {
			bad[c.to] = nil
		}
		if got := violations(bad); !slices.Contains(got, c.want) {
			t.Errorf("%s -> %s: got %q, want %q among them", c.from, c.to, got, c.want)
		}
	}
}
