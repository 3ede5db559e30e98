package models

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// flags reads "--n 3 --network fifo" as parameters.
func flags(t testing.TB, text string) Params {
	t.Helper()
	words := strings.Fields(text)
	p := ParamsOf(words)
	count := len(p)
	for name, value := range p {
		if !slices.Contains(ParamNames, name) {
			t.Fatalf("%q: no flag %q", text, name)
		}
		if value != "true" {
			count++
		}
	}
	if count != len(words) {
		t.Fatalf("%q: not flags with values", text)
	}
	return p
}

func mustResolve(t testing.TB, algorithm, text string) config.Config {
	t.Helper()
	c, err := Resolve(algorithm, flags(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func mustRender(t testing.TB, c config.Config, b Build) *Model {
	t.Helper()
	m, err := Render(c, b)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// configurations returns configurations of every algorithm for each n: every
// network, and one after another every switch and other values of what it
// takes.  Large models take long to make, and they differ from small ones in
// their lengths alone: for them, switches are left out.
func configurations(t testing.TB, ns ...int) []config.Config {
	t.Helper()
	if racing {
		ns = []int{2}
	}
	var all []config.Config
	seen := map[string]bool{} // flags that say the same, such as rounds that are needed anyway
	for _, a := range algorithms.All() {
		for _, n := range ns {
			if n < a.MinN || n > a.MaxN {
				continue
			}
			for _, network := range a.Networks {
				base := fmt.Sprintf("--n %d --network %s", n, network)
				for _, more := range others(a, n) {
					if text := able(a, base+more); !clashes(t, a, text) && !needsOneRound(t, a, text) {
						if c := mustResolve(t, a.Name, text); !seen[c.String()] {
							seen[c.String()] = true
							all = append(all, c)
						}
					}
				}
			}
		}
	}
	return all
}

// able adds --rounds 2, or 1 where no more can be, to flags that are refused
// without, for want of a finite form.  (Where the flags have --rounds, they are not changed.)
func able(a *registry.Algorithm, text string) string {
	if strings.Contains(text, "--rounds") {
		return text
	}
	switch _, err := Resolve(a.Name, ParamsOf(strings.Fields(text))); {
	case err == nil || !strings.Contains(err.Error(), "--rounds"):
		return text
	case strings.Contains(err.Error(), "--rounds 1,"):
		return text + " --rounds 1"
	}
	return text + " --rounds 2"
}

// needsOneRound tells whether more than one request of each node is refused.
func needsOneRound(t testing.TB, a *registry.Algorithm, text string) bool {
	_, err := Resolve(a.Name, flags(t, text))
	return err != nil && strings.Contains(err.Error(), "needs --rounds 1,")
}

// clashes tells whether switches give two rules for the same thing, which no
// algorithm has to make sense of.
func clashes(t testing.TB, a *registry.Algorithm, text string) bool {
	_, err := Resolve(a.Name, flags(t, text))
	return err != nil && strings.Contains(err.Error(), "two rules for")
}

// together tells whether each of two switches goes with the other.
func together(s, other registry.Switch) bool {
	return s.Group == "" || other.Group == "" ||
		(len(s.With) == 0 || slices.Contains(s.With, other.Name)) && (len(other.With) == 0 || slices.Contains(other.With, s.Name))
}

// others are further flags that an algorithm takes with n nodes.
func others(a *registry.Algorithm, n int) []string {
	more := []string{"", " --rounds 3"}
	if n <= 3 {
		more = append(more, " --rounds 1")
	}
	for _, s := range a.Switches {
		if n > 3 {
			continue
		}
		more = append(more, " --variant "+s.Name)
		more = append(more, " --rounds 2 --variant "+s.Name)
		for _, other := range a.Switches {
			if n == 3 && s.Name < other.Name && (s.Group == "" || s.Group != other.Group) && together(s, other) {
				more = append(more, " --variant "+s.Name+","+other.Name)
			}
		}
	}
	if slices.Contains(a.Takes, "topology") {
		for _, form := range []string{"star", fmt.Sprintf("star:%d", n), "tree:2"} {
			if n > 2 || strings.HasPrefix(form, "star") {
				more = append(more, " --topology "+form)
			}
		}
	}
	if slices.Contains(a.Takes, "order") {
		var order []string
		for i := n; i >= 1; i-- {
			order = append(order, fmt.Sprint(i))
		}
		more = append(more, " --order "+strings.Join(order, ","))
	}
	if slices.Contains(a.Takes, "k") {
		more = append(more, " --k 1", fmt.Sprintf(" --k %d", n))
	}
	if slices.Contains(a.Takes, "never-exit") && n > 2 {
		more = append(more, fmt.Sprintf(" --k 3 --never-exit %d,1", n))
	}
	if slices.Contains(a.Takes, "quorum") {
		more = append(more, " --quorum majority", " --quorum singleton", " --quorum sets:1"+strings.Repeat("/2", n-1)+" --allow-invalid-quorums")
	}
	if slices.Contains(a.Takes, "requesters") && n > 1 {
		more = append(more, " --requesters 1", fmt.Sprintf(" --requesters 1,%d", n))
	}
	for _, name := range []string{"token", "coordinator"} {
		if slices.Contains(a.Takes, name) && n > 1 {
			more = append(more, fmt.Sprintf(" --%s %d", name, n))
		}
	}
	return more
}

// builds returns every model that a configuration has.
func builds(c config.Config) []Build {
	all := []Build{{}, {Bare: true}, {Formula: &Formula{Name: "served", Text: "[] (waiting(1) -> <> inside(1))"}}}
	for _, p := range lookup(c).PropertiesOf(c) {
		all = append(all, Build{Property: p.Name})
	}
	return all
}

func describe(c config.Config, b Build) string {
	text := c.String()
	switch {
	case b.Bare:
		text += " bare"
	case b.Formula != nil:
		text += " --ltl " + b.Formula.Name
	case b.Property != "":
		text += " --property " + b.Property
	}
	return text
}

// tool finds a program that these tests cannot do without.
func tool(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%s: not found in PATH: install it with: apt-get install spin gcc tcc", name)
	}
	return path
}

// lookup returns the entry of a configuration's algorithm.
func lookup(c config.Config) *registry.Algorithm {
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil {
		panic(err)
	}
	return a
}
