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

// layout says what the packages below a directory may reach through their imports,
// directly or not.  Of several directories the longest counts.  A package below none of
// them is an error.  "=DIR" allows the package of a directory without those below it.
//
// reference reaches nothing of the Promela side: otherwise a comparison of the two sides
// would show nothing.  results is data.  Of its rooms, verify, bounds and convert stand on replay;
// compare and sweep do not reach the engine.  Tests alone import results/testenv.
var layout = map[string][]string{
	".": {}, // the sources of what decides, and their version

	"cmd/mxgen": {"cmd/mxgen/terminal", ".", "=results", "results/conclude", "results/engine", "results/formula", "results/notation", "results/report",
		"results/replay", "results/verify", "results/convert", "results/compare", "results/bounds", "results/changes", "results/shards",
		"results/sweep", "runner", "models", "templates", "reference", "results/simulate", "results/diff", "results/batch", "results/show",
		"results/scenarios", "results/explore", "results/claims"},
	"cmd/mxgen/terminal": {},

	"results":                  {"models/config"},
	"results/conclude":         {"=results", "models/config", "runner/pan", "runner/process"},
	"results/formula":          {"reference", "models/config"},
	"results/notation":         {"reference", "models/config"},
	"results/report":           {"=results", "results/report", "models", "templates"},
	"results/diff":             {"=results", "results/report", "models", "templates"},
	"results/replay":           {"=results", "results/formula", "results/notation", "runner", "models", "templates", "reference"},
	"results/engine":           {".", "=results", "results/conclude", "results/formula", "results/notation", "results/replay", "runner", "models", "templates", "reference"},
	"results/verify":           {".", "=results", "results/engine", "results/conclude", "results/formula", "results/notation", "results/report", "results/replay", "runner", "models", "templates", "reference"},
	"results/convert":          {"=results", "results/formula", "results/notation", "results/replay", "runner", "models", "templates", "reference"},
	"results/compare":          {"=results", "results/notation", "results/report", "runner", "models", "templates", "reference"},
	"results/bounds":           {"=results", "results/compare", "results/conclude", "results/formula", "results/notation", "results/replay", "results/report", "results/show/picture", "results/show/scene", "runner", "models", "templates", "reference"},
	"results/claims":           {"runner/process", "models", "templates"},
	"results/changes":          {".", "models", "templates", "runner/process"},
	"results/shards":           {"=results", "models", "templates"},
	"results/batch":            {"=results", "runner/process", "runner/slurm", "models/config"},
	"results/sweep":            {"=results", "results/report", "models", "templates"},
	"results/simulate":         {"=results", "models", "templates", "reference"},
	"results/simulate/figures": {"=results", "=results/simulate", "models", "templates", "reference"},
	"results/show":             {"results/show", "reference", "models/config"},
	"results/show/book":        {"=results", "results/convert", "results/formula", "results/notation", "results/report", "results/replay", "results/show", "runner", "models", "templates", "reference"},
	"results/scenarios":        {"models", "templates", "reference"},
	// The engine and the page use no process and no network: they run in a browser as well.
	"results/explore":        {"results/scenarios", "models", "templates", "reference"},
	"results/explore/page":   {"=results/explore", "results/scenarios", "results/show", "models", "templates", "reference"},
	"results/explore/tty":    {"=results/explore", "results/scenarios", "results/show", "models", "templates", "reference"},
	"results/explore/server": {"=results/explore", "results/explore/page", "results/scenarios", "results/show", "models", "templates", "reference"},
	"results/explore/site":   {"=results/explore", "results/explore/page", "results/scenarios", "results/show", "runner/process", "models", "templates", "reference"},
	"results/testenv":        {"runner", "models", "templates"},

	"models":        {"models", "templates"},
	"models/config": {},
	"templates":     {},
	"reference":     {"reference/event", "models/config"},
	"bench":         {},

	// Above a job are what executes its runs again, and what makes pan visit states for others.
	"runner":            {"runner/cache", "runner/pan", "runner/pancode", "runner/process", "runner/progress", "runner/promela", "runner/toolchain", "runner/trail"},
	"runner/panreplay":  {"=runner", "runner/cache", "runner/pan", "runner/pancode", "runner/process", "runner/progress", "runner/promela", "runner/toolchain", "runner/trail"},
	"runner/statespace": {"=runner", "runner/cache", "runner/graph", "runner/pan", "runner/pancode", "runner/panreplay", "runner/process", "runner/progress", "runner/promela", "runner/toolchain", "runner/trail"},
	"runner/cache":      {"runner/process"},
	"runner/graph":      {},
	"runner/pan":        {"runner/process"},
	"runner/pancode":    {"runner/process"},
	"runner/process":    {},
	"runner/progress":   {"runner/process"},
	"runner/promela":    {},
	"runner/slurm":      {"runner/process"},
	"runner/toolchain":  {"runner/cache", "runner/process"},
	"runner/trail":      {"runner/pancode", "runner/process"},

	// The machinery in package reference, the explorer, the simulator, and the live runs and processes work
	// for any algorithm.
	"reference/algorithms": {"reference", "models/config"},
	"reference/normalform": {"reference", "models/config"},
	"reference/explore":    {"=reference", "reference/event", "models/config"},
	"reference/simulate":   {"=reference", "reference/event", "models/config"},
	"reference/timed":      {"=reference", "reference/event", "models/config"},
	"reference/live":       {"=reference", "reference/event", "models/config"},
	"reference/processes":  {"=reference", "reference/event", "reference/record", "models/config"},
	"reference/trace":      {"reference", "models/config"},
	"reference/diff":       {"reference", "models/config"},
	"reference/check":      {"reference", "models/config"},

	// Somebody else's program uses the recorder, and nothing else of mxgen.
	"reference/record":   {},
	"reference/examples": {"reference/record"},
}

// A graph has the imports of each package, both relative to the module.
type graph map[string][]string

func below(p, directory string) bool {
	return p == directory || strings.HasPrefix(p, directory+"/")
}

// allowed tells whether an entry of layout allows a package.
func allowed(p, entry string) bool {
	if exact, is := strings.CutPrefix(entry, "="); is {
		return p == exact
	}
	return below(p, entry)
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
			if q := path[len(path)-1]; !slices.ContainsFunc(layout[directory], func(entry string) bool { return allowed(q, entry) }) {
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

// roomOf is a package's directory in this module, "." for the module's own.
func roomOf(importPath string) (directory string, inside bool) {
	if importPath == module {
		return ".", true
	}
	return strings.CutPrefix(importPath, module+"/")
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
		name, _ := roomOf(p.ImportPath)
		g[name] = nil
		for _, q := range p.Imports {
			if q, inside := roomOf(q); inside {
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
		"cmd/mxgen": {"results/verify", "models"}, "results": {"models/config"},
		"results/verify": {"results", "results/replay", "runner", "models", "reference"}, "results/replay": {"results", "runner"},
		"runner": {"runner/pan"}, "runner/pan": nil, "models": {"models/config", "templates"}, "models/config": nil, "templates": nil,
		"reference/live": {"reference"}, "reference": {"models/config"}, "results/sweep": {"results"}, "results/testenv": nil, ".": nil,
	}
	if got := violations(good); got != nil {
		t.Errorf("good graph: %q", got)
	}
	for _, c := range []struct{ from, to, want string }{
		{"models/config", "templates", "models/config -> templates: not allowed"},
		{"runner/pan", "models/config", "runner/pan -> models/config: not allowed"},
		{"runner/pan", "models/config", "runner -> runner/pan -> models/config: not allowed"},
		{"runner/pan", "runner", "runner/pan -> runner: not allowed"},
		{"runner", "runner/panreplay", "runner -> runner/panreplay: not allowed"},
		{"runner/panreplay", "runner/statespace", "runner/panreplay -> runner/statespace: not allowed"},
		{"runner/process", "runner/pan", "runner/process -> runner/pan: not allowed"},
		{"runner/promela", "runner/process", "runner/promela -> runner/process: not allowed"},
		{"reference", "models", "reference/live -> reference -> models -> templates: not allowed"},
		{"reference", "results", "reference -> results: not allowed"},
		{"results", "runner", "results -> runner: not allowed"},
		{"results", "results/verify", "results -> results/verify: not allowed"},
		{"results/replay", "results/verify", "results/replay -> results/verify: not allowed"},
		{"results/sweep", "results/verify", "results/sweep -> results/verify: not allowed"},
		{"results/new", "results/verify", "results/new -> results/verify: not allowed"},
		{"cmd/mxgen", "results/testenv", "cmd/mxgen -> results/testenv: not allowed"},
		{"reference", "reference/algorithms", "reference -> reference/algorithms: not allowed"},
		{"reference/live", "reference/algorithms", "reference/live -> reference/algorithms: not allowed"},
		{"reference", "resultsx", "resultsx: the layout does not know this directory"},
		{"models", "results", "models -> results: not allowed"},
		{"templates", "models/config", "templates -> models/config: not allowed"},
		{"results", "cmd/mxgen", "results -> cmd/mxgen: not allowed"},
		{"reference", ".", "reference -> .: not allowed"},
		{".", "runner", ". -> runner: not allowed"},
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
