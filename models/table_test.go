package models

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// The README's table of algorithms is what the registry says; -update writes it.
func TestGoldenREADME(t *testing.T) {
	const readme, begin, end = "../README.md", "<!-- algorithms: make golden writes this table -->\n", "<!-- end of algorithms -->"
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no table between %q and %q", readme, begin, end)
	}
	want := before + begin + table() + end + after
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatalf("%s: the table of algorithms is not what the registry says; make golden writes it", readme)
	}
	if err := os.WriteFile(readme, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// table has a line for each algorithm, family by family.
func table() string {
	var out strings.Builder
	out.WriteString("| family | algorithm | variants | any number of requests | network | expected to fail |\n|---|---|---|---|---|---|\n")
	for _, f := range families {
		name := f.name // in the first line of the family only
		for _, a := range algorithms.All() {
			if familyOf(a) == f.name {
				fmt.Fprintf(&out, "| %s | `%s` | %s | %s | %s | %s |\n", name, a.Name, variants(a), unbounded(a), network(a), failures(a))
				name = ""
			}
		}
	}
	return out.String()
}

// families are the kinds of algorithms, each with what tells it from those after it.
var families = []struct {
	name string
	has  func(*registry.Algorithm) bool
}{
	{"coordinator", func(a *registry.Algorithm) bool { return slices.Contains(a.Takes, "coordinator") }},
	{"quorums", func(a *registry.Algorithm) bool { return slices.Contains(a.Takes, "quorum") }},
	{"token on a tree", func(a *registry.Algorithm) bool { return slices.Contains(a.Takes, "topology") }},
	{"token", func(a *registry.Algorithm) bool {
		return slices.ContainsFunc(a.Messages, func(m registry.Message) bool { return m.Name == "TOKEN" })
	}},
	{"permissions of all", func(*registry.Algorithm) bool { return true }},
}

func familyOf(a *registry.Algorithm) string {
	for _, f := range families {
		if f.has(a) {
			return f.name
		}
	}
	return ""
}

// fewSwitches is how many names of variants a cell holds.
const fewSwitches = 4

func variants(a *registry.Algorithm) string {
	var names []string
	for _, s := range a.Switches {
		names = append(names, "`"+s.Name+"`")
	}
	switch {
	case names == nil:
		return "-"
	case len(names) > fewSwitches:
		return fmt.Sprintf("%d switches, see `mxgen explain %s`", len(names), a.Name)
	}
	return strings.Join(names, ", ")
}

func unbounded(a *registry.Algorithm) string {
	for _, n := range []string{"3", "2"} {
		if c, ok := Sample(a, Params{"n": n}); ok && c.Rounds == 0 {
			if n == "2" {
				return "N=2"
			}
			return "yes"
		}
	}
	if c, ok := Sample(a, Params{"k": "1"}); ok && c.Rounds == 0 {
		return "K=1"
	}
	return "with `--rounds`"
}

// network says whether something more goes wrong where messages overtake each other.
func network(a *registry.Algorithm) string {
	if !slices.Contains(a.Networks, config.Unordered) {
		return "fifo only"
	}
	for _, n := range []string{"3", "4"} {
		c, ok := Sample(a, Params{"n": n, "network": string(config.Unordered)})
		f, both := Sample(a, Params{"n": n, "network": string(config.FIFO)})
		if !ok || !both {
			continue
		}
		fifo := a.ExpectedFailures(f)
		if slices.ContainsFunc(a.ExpectedFailures(c), func(name string) bool { return !slices.Contains(fifo, name) }) {
			return "needs fifo"
		}
	}
	return "any order"
}

// failures lists what fails for three nodes; variants that fail alike stand together.
func failures(a *registry.Algorithm) string {
	var order []string
	with := map[string][]string{} // the variants, by what fails
	for _, s := range append([]registry.Switch{{}}, a.Switches...) {
		p := Params{"n": "3"}
		if s.Name != "" {
			p["variant"] = s.Name
		}
		c, ok := Sample(a, p)
		names := strings.Join(a.ExpectedFailures(c), ", ")
		if !ok || names == "" || s.Standard {
			continue
		}
		if with[names] == nil {
			order = append(order, names)
		}
		if s.Name != "" {
			s.Name = "`" + s.Name + "`"
		}
		with[names] = append(with[names], s.Name)
	}
	var parts []string
	for _, names := range order {
		if with[names][0] == "" { // the standard variant
			parts = append(parts, names)
		} else {
			parts = append(parts, strings.Join(with[names], ", ")+": "+names)
		}
	}
	if parts == nil {
		return "-"
	}
	return strings.Join(parts, "; ")
}
