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

// table has a line for each algorithm.
func table() string {
	var out strings.Builder
	out.WriteString("| algorithm | variants | unbounded | channels | expected to fail |\n|---|---|---|---|---|\n")
	for _, a := range algorithms.All() {
		fmt.Fprintf(&out, "| `%s` | %s | %s | %s | %s |\n", a.Name, variants(a), unbounded(a), channels(a), broken3(a))
	}
	return out.String()
}

func variants(a *registry.Algorithm) string {
	var names []string
	for _, s := range a.Switches {
		names = append(names, "`"+s.Name+"`")
	}
	if names == nil {
		return "-"
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

// channels says what goes wrong where messages overtake each other.
func channels(a *registry.Algorithm) string {
	if !slices.Contains(a.Networks, config.Unordered) {
		return "fifo only"
	}
	for _, n := range []string{"3", "4"} {
		c, ok := Sample(a, Params{"n": n, "network": string(config.Unordered)})
		f, both := Sample(a, Params{"n": n, "network": string(config.FIFO)})
		if !ok || !both {
			continue
		}
		var worse []string
		for _, name := range a.ExpectedFailures(c) {
			if !slices.Contains(a.ExpectedFailures(f), name) {
				worse = append(worse, name)
			}
		}
		if worse != nil {
			return "fifo, else " + strings.Join(worse, ", ")
		}
	}
	return "any order"
}

// broken3 lists what fails for three nodes, variant by variant.
func broken3(a *registry.Algorithm) string {
	var parts []string
	for _, s := range append([]registry.Switch{{}}, a.Switches...) {
		p := Params{"n": "3"}
		if s.Name != "" {
			p["variant"] = s.Name
		}
		c, ok := Sample(a, p)
		names := a.ExpectedFailures(c)
		if !ok || names == nil || s.Standard {
			continue
		}
		text := strings.Join(names, ", ")
		if s.Name != "" {
			text = "`" + s.Name + "`: " + text
		}
		parts = append(parts, text)
	}
	if parts == nil {
		return "-"
	}
	return strings.Join(parts, "; ")
}
