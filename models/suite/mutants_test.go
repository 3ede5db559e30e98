package suite

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
)

var update = flag.Bool("update", false, "write the suites that are derived from the registry anew")

// models/suites/mutants.yaml has every seeded bug of the registry, each with
// the property that catches it; -update writes it.
func TestGoldenMutants(t *testing.T) {
	const path = "../suites/mutants.yaml"
	want := mutants()
	got, err := os.ReadFile(path)
	if err == nil && string(got) == want {
		if _, err := Load(path); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !*update {
		t.Fatalf("%s is not what the registry says; make golden writes it", path)
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// mutants is the suite of all seeded bugs.
func mutants() string {
	var out strings.Builder
	out.WriteString("# yaml-language-server: $schema=../../docs/suite.schema.json\n# Every seeded bug of the registry, and the property that catches it.  make golden writes this file.\nentries:\n")
	for _, a := range algorithms.All() {
		for _, b := range a.Bugs {
			words := strings.Fields(b.On)
			params := models.ParamsOf(words)
			var with []string
			for _, word := range words {
				if name, isFlag := strings.CutPrefix(word, "--"); isFlag {
					with = append(with, fmt.Sprintf("%s: %q", name, params[name]))
				}
			}
			with = append(with, "bug: "+b.Name)
			fmt.Fprintf(&out, "  - algorithm: %s # %s\n    with: { %s }\n    properties: %s\n    expect: { %s: fail }\n",
				a.Name, b.Gloss, strings.Join(with, ", "), b.Caught, b.Caught)
		}
	}
	return out.String()
}
