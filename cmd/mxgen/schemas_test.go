package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"
)

// TestEveryFormHasASchema: each --json says which form it writes, and the form has a schema in docs and a line in
// docs/reports.md.
func TestEveryFormHasASchema(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "reports.md"))
	if err != nil {
		t.Fatal(err)
	}
	form := regexp.MustCompile(`mxgen\.([a-z-]+)/v1`)
	found := 0
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		flag := c.Flags().Lookup("json")
		if flag == nil || c.Name() == "matrix" { // GitHub's form has no name; docs/matrix.schema.json
			return
		}
		m := form.FindStringSubmatch(flag.Usage)
		if m == nil {
			t.Errorf("%s --json: %q names no form", c.CommandPath(), flag.Usage)
			return
		}
		found++
		if _, err := os.Stat(filepath.Join("..", "..", "docs", m[1]+".schema.json")); err != nil {
			t.Errorf("%s --json: %v", c.CommandPath(), err)
		}
		if !strings.Contains(string(page), "`"+m[0]+"`") {
			t.Errorf("docs/reports.md does not have %s", m[0])
		}
	}
	visit(newRoot())
	if found < 11 {
		t.Errorf("%d commands with --json", found)
	}
}

// TestSchemasAreStrict: every schema compiles, and lists all fields of each object that it describes, so that a new
// field without a description is noticed.
func TestSchemasAreStrict(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.schema.json"))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	open := []string{"trace.schema.json"} // its lines may have fields of other programs
	for _, path := range paths {
		if _, err := compileSchema(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var document any
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(open, filepath.Base(path)) {
			for _, at := range notStrict(document, filepath.Base(path)) {
				t.Errorf("%s: additionalProperties is missing", at)
			}
		}
	}
}

// notStrict are the places of objects that a schema describes with type and properties, but not completely.
func notStrict(node any, at string) []string {
	var all []string
	switch n := node.(type) {
	case map[string]any:
		if n["type"] == "object" && n["properties"] != nil && n["additionalProperties"] == nil {
			all = append(all, at)
		}
		for key, value := range n {
			all = append(all, notStrict(value, at+"/"+key)...)
		}
	case []any:
		for _, value := range n {
			all = append(all, notStrict(value, at)...)
		}
	}
	return all
}

// TestNotStrict: an object that is described in part is noticed.
func TestNotStrict(t *testing.T) {
	var bad any
	if err := json.Unmarshal([]byte(`{"$defs":{"a":{"type":"object","properties":{"b":{}}}}}`), &bad); err != nil {
		t.Fatal(err)
	}
	if len(notStrict(bad, "x")) != 1 {
		t.Error("it is not noticed")
	}
}

// TestReportsPage: the lines of docs/reports.md for CI are YAML where they should be, and mxgen takes their flags.
func TestReportsPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "reports.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(blocks) != 2 {
		t.Fatalf("%d blocks of YAML", len(blocks))
	}
	for _, block := range blocks {
		var any map[string]any
		if err := yaml.Unmarshal([]byte(block[1]), &any); err != nil {
			t.Errorf("%v in\n%s", err, block[1])
		}
	}
	reports := 0
	for _, line := range regexp.MustCompile(`mxgen verify [^'\n]*`).FindAllString(string(page), -1) {
		c := newVerify()
		if err := c.ParseFlags(strings.Fields(line)[2:]); err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		texts, err := c.Flags().GetStringArray("report")
		if err != nil {
			t.Fatal(err)
		}
		if err := (&reportFlags{texts: texts}).check(); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		reports += len(texts)
	}
	if reports < 11 {
		t.Errorf("%d reports in the page", reports)
	}
}
