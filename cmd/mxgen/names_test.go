package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/algorithms"
)

var update = flag.Bool("update", false, "write the tables of docs/trace.md anew")

// TestGoldenNames: docs/trace.md has the messages and variables that explain prints; -update
// writes them.
func TestGoldenNames(t *testing.T) {
	const document, begin, end = "../../docs/trace.md", "<!-- names: make golden writes this table -->\n", "<!-- end of names -->"
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no table between %q and %q", document, begin, end)
	}
	want := before + begin + namesTable() + end + after
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatalf("%s: the table of names is not what the registry and the programs say; make golden writes it", document)
	}
	if err := os.WriteFile(document, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// namesTable has a line for each algorithm.
func namesTable() string {
	var out strings.Builder
	out.WriteString("| algorithm | messages, with their fields | variables of a node | compared variables that the node does not have |\n|---|---|---|---|\n")
	for _, a := range algorithms.All() {
		var messages, variables, others []string
		for _, m := range a.Messages {
			messages = append(messages, "`"+strings.Join(append([]string{m.Name}, m.Fields...), " ")+"`")
		}
		node, compared := variableRows(a)
		for _, r := range node {
			variables = append(variables, "`"+r[0]+"`")
		}
		for _, r := range compared {
			if !named(node, r[0]) {
				others = append(others, "`"+r[0]+"`")
			}
		}
		fmt.Fprintf(&out, "| `%s` | %s | %s | %s |\n", a.Name, strings.Join(messages, ", "), strings.Join(variables, ", "), strings.Join(others, ", "))
	}
	return out.String()
}
