package models

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// TestAccepted has spin and a C compiler take every kind of model, up to the
// largest.  That what they take is right is for other tests, and so are models
// that results/verify verifies: single variants of two nodes, and seeded bugs.
func TestAccepted(t *testing.T) {
	t.Parallel()
	type one struct {
		c config.Config
		b Build
	}
	var all []one
	for _, c := range configurations(t, 1, 2, 3) {
		if first := c.Network == lookup(c).Networks[0]; !first && (c.N < 3 || len(c.Variant) > 0) {
			continue // a network changes the links and nothing else: three nodes have both
		}
		if c.N == 2 && len(c.Variant) == 1 {
			continue // results/verify verifies each, with all its properties
		}
		if c.N == 1 && (len(c.Variant) > 1 || c.Rounds > 1) {
			continue // one node has no messages for a variant to change
		}
		for _, b := range builds(c) {
			// The properties of one configuration are text that others share, and two
			// nodes differ from three in numbers alone.
			if b == (Build{}) && c.N != 2 || c.Rounds == 0 && c.N == 2 {
				all = append(all, one{c, b})
			}
		}
	}
	for _, a := range algorithms.All() {
		if racing {
			break
		}
		eight := mustResolve(t, a.Name, able(a, "--n 8"))
		all = append(all, one{eight, Build{}}, one{eight, Build{Property: "starvation"}})
		// spin and the compilers take minutes for the largest that have a link
		// between any two nodes: those are seen with twelve.
		for _, n := range []int{12, a.MaxN} {
			c := mustResolve(t, a.Name, able(a, fmt.Sprintf("--n %d", n)))
			if n == 12 || links(a, c) < 300 {
				all = append(all, one{c, Build{}})
			}
		}
	}

	spin, gcc, tcc := tool(t, "spin"), tool(t, "gcc"), tool(t, "tcc")
	work := make(chan one)
	ended := make(chan struct{})
	for range runtime.NumCPU() {
		go func() {
			defer func() { ended <- struct{}{} }()
			for w := range work {
				m, err := Render(w.c, w.b)
				if tooMany(err) {
					continue
				}
				if err != nil {
					t.Errorf("%s: %v", describe(w.c, w.b), err)
					continue
				}
				compiler := []string{tcc, "-w", "-c"}
				if w.c.N == 8 && w.b == (Build{}) {
					compiler = []string{gcc, "-w", "-fsyntax-only"} // slower, stricter
				}
				if text := refusal(t, m, spin, compiler); text != "" {
					t.Errorf("%s: %s", describe(w.c, w.b), text)
				}
			}
		}()
	}
	// The largest are at the end and take longest: start with them.
	for k := len(all) - 1; k >= 0; k-- {
		work <- all[k]
	}
	close(work)
	for range runtime.NumCPU() {
		<-ended
	}
	t.Logf("%d models", len(all))
}

// links counts the places where a message can be received.
func links(a *registry.Algorithm, c config.Config) int {
	n := 0
	for _, m := range a.Messages {
		n += len(m.Links(c))
	}
	return n
}

// refusal is what spin or the compiler has against a model, "" if nothing.
func refusal(t *testing.T, m *Model, spin string, compiler []string) string {
	dir, err := os.MkdirTemp("", "mxgen-test-")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "model.pml"), m.Source, 0o644); err != nil {
		return err.Error()
	}
	generate := exec.Command(spin, "-Ptcc -E -xc", "-o2", "-a", "model.pml") // as package runner has it preprocessed
	generate.Dir = dir
	out, err := generate.CombinedOutput()
	// spin exits 0 on some errors, and warns of what it then gets wrong.
	for _, line := range strings.Split(string(out), "\n") {
		if line != "" && !strings.HasPrefix(line, "ltl ") && !harmless(line) {
			return "spin: " + line
		}
	}
	if err != nil {
		return "spin: " + err.Error()
	}
	defines := []string{"-DNOREDUCE"}
	if len(m.Claims) == 0 {
		defines = append(defines, "-DSAFETY")
	}
	compile := exec.Command(compiler[0], append(append(compiler[1:], defines...), "pan.c")...)
	compile.Dir = dir
	if out, err := compile.CombinedOutput(); err != nil {
		return compiler[0] + ": " + err.Error() + ": " + string(out)
	}
	return ""
}

// harmless tells that spin only says how a model with several claims is used.
func harmless(line string) bool {
	return strings.HasPrefix(line, "  the model contains ") || strings.HasPrefix(line, "  only one claim is used in a verification run") ||
		strings.HasPrefix(line, "  choose which one with ./pan -a -N name") || strings.HasPrefix(line, "  or use e.g.: spin -search -ltl")
}

// bugs returns for each seeded bug the configuration on which it shows.
func bugs(t *testing.T) []config.Config {
	var all []config.Config
	for _, a := range algorithms.All() {
		for _, b := range a.Bugs {
			c := mustResolve(t, a.Name, b.On+" --bug "+b.Name)
			if _, err := a.Property(c, b.Caught); err != nil {
				t.Errorf("bug %s: %v", b.Name, err)
			}
			all = append(all, c)
		}
	}
	if racing {
		all = all[:10]
	}
	return all
}

// TestEveryPropertyHasABug holds that no property is one that cannot fail.
func TestEveryPropertyHasABug(t *testing.T) {
	for _, a := range algorithms.All() {
		caught := map[string]bool{}
		for _, b := range a.Bugs {
			caught[b.Caught] = true
		}
		for _, p := range a.Properties {
			if !caught[p.Name] {
				t.Errorf("%s: no seeded bug is caught by %s", a.Name, p.Name)
			}
		}
	}
}
