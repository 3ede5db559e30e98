package suite

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

const schemaPath = "../../docs/suite.schema.json"

// TestGoldenSchema: docs/suite.schema.json is what the parser's tables say; -update writes it.
func TestGoldenSchema(t *testing.T) {
	if got, err := os.ReadFile(schemaPath); err == nil && bytes.Equal(got, Schema()) {
		return
	}
	if !*update {
		t.Fatalf("%s is not what the parser takes; make golden writes it", schemaPath)
	}
	if err := os.WriteFile(schemaPath, Schema(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// compiled is the schema of suites.
func compiled(t testing.TB) *jsonschema.Schema {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("suite.json", value); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("suite.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// validate tells whether a schema takes a YAML text.
func validate(schema *jsonschema.Schema, text string) error {
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		return err
	}
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return schema.Validate(instance)
}

// TestSchemaTakesSuites: the schema takes the suites of mxgen, whose first line names it for editors.
func TestSchemaTakesSuites(t *testing.T) {
	schema := compiled(t)
	paths, err := filepath.Glob("../suites/*.yaml")
	if err != nil || len(paths) < 5 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(schema, string(text)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if !strings.HasPrefix(string(text), "# yaml-language-server: $schema=../../docs/suite.schema.json\n") {
			t.Errorf("%s: the first line does not name the schema", path)
		}
	}
}

// samples are values of each kind that parser and schema take, and values that both refuse.
var samples = map[kind]struct{ good, bad []string }{
	algorithmName: {[]string{"ricart-agrawala"}, []string{"peterson", "[ricart-agrawala]", "", "3"}},
	file:          {[]string{"testdata/two.pml", "'testdata/two.pml'"}, []string{"''", "[testdata/two.pml]", "", "{}"}},
	files:         {[]string{"testdata/one.yaml", "[testdata/one.yaml]"}, []string{"[]", "''", "", "{ a: b }", "[[testdata/one.yaml]]"}},
	parameters: {[]string{"{}", "{ n: 2 }", "{ n: '2' }", "{ n: [2, 3], network: each }", "{ network: [each] }", "{ network: [fifo, unordered] }", "{ variant: own-number, rounds: 2 }"},
		[]string{"", "3", "[]", "{ N: 2 }", "{ n: [] }", "{ n: {} }", "{ n: }", "{ token: 1 }", "{ network: mailbox }", "{ network: [each, fifo] }", "{ n: [[2]] }", "{ bug: none }"}},
	macros:        {[]string{"{}", "{ N: 2 }", "{ N: [2, 3], A: '' }"}, []string{"", "N=2", "[N]", "{ 2N: 2 }", "{ N: }", "{ N: [] }", "{ N: {} }"}},
	formulas:      {[]string{"{ served: '[] (waiting(1) -> <> inside(1))' }"}, []string{"", "{}", "x", "{ served: }", "{ served: [] }"}},
	switchValue:   {[]string{"true", "false"}, []string{"", "1", "'true'", "[true]"}},
	propertyNames: {[]string{"assertions", "[assertions, end-states]"}, []string{"", "[]", "{}", "[[assertions]]"}},
	expectations: {[]string{"{}", "{ assertions: fail }", "{ assertions: { verdict: fail, states: 3 } }", "{ assertions: { states: 3 } }", "{ 'ltl:p': inconclusive }", "{ end-states: {} }"},
		[]string{"", "fail", "[]", "registry", "{ assertions: ok }", "{ assertions: [pass] }", "{ assertions: { states: 0 } }", "{ assertions: { states: many } }", "{ assertions: { depth: 1 } }", "{ 'ltl:p': { states: 3 } }"}},
	duration:  {[]string{"90s", "1h5m", "1.5h", "2000ms"}, []string{"", "5", "-5m", "5 m", "[5m]", "soon"}},
	size:      {[]string{"500MB", "4GB", "1.5g"}, []string{"", "5", "GB", "500", "[1GB]", "much"}},
	tags:      {[]string{"a", "[a, b-c.d_e]", "3"}, []string{"", "[]", "a b", "['']", "{}", "-a", "[[a]]"}},
	entryList: {[]string{"[{ algorithm: raymond }]"}, []string{"", "[]", "{}", "[1]", "[{}]", "[{ algorithm: raymond, model: testdata/two.pml }]", "[{ algorithm: raymond, wiht: {} }]"}},
	defaultEntry: {[]string{"{}", "{ timeout: 5m, with: { n: 2 } }"},
		[]string{"", "[]", "{ algorithm: raymond }", "{ timeout: x }", "{ fair: 1 }", "{ allow-embedded-c: true }", "{ with: { N: 2 } }", "{ tags: [] }"}},
}

// TestSchemaIsTheParser: for each key, the schema takes what the parser takes, and refuses what the
// parser refuses for its form.
func TestSchemaIsTheParser(t *testing.T) {
	schema := compiled(t)
	check := func(text string, good bool) {
		t.Helper()
		_, parsed := Parse("s.yaml", []byte(text))
		if valid := validate(schema, text); (parsed == nil) != good || (valid == nil) != good {
			t.Errorf("%s\nshould be taken: %v; parser: %v; schema: %v", text, good, parsed, valid)
		}
	}
	const algorithm, model = "algorithm: ricart-agrawala", "model: testdata/two.pml"
	for _, k := range suiteKeys {
		for n, text := range append(samples[k.takes].good, samples[k.takes].bad...) {
			suite := k.name + ": " + text
			if k.name == "defaults" {
				suite += "\nentries: [{ algorithm: raymond }]"
			}
			check(suite, n < len(samples[k.takes].good))
		}
	}
	entry := func(lines ...string) string { return "entries:\n  - " + strings.Join(lines, "\n    ") + "\n" }
	for _, k := range entryKeys {
		with, other := algorithm, model
		if k.of&userModel != 0 {
			with, other = model, algorithm
		}
		if k.takes == expectations || k.takes == propertyNames {
			other = ""
		}
		for n, text := range append(samples[k.takes].good, samples[k.takes].bad...) {
			good := n < len(samples[k.takes].good)
			if k.name == "algorithm" || k.name == "model" {
				check(entry(k.name+": "+text), good)
				continue
			}
			check(entry(with, k.name+": "+text), good)
			if other != "" && k.of != anything {
				check(entry(other, k.name+": "+text), false)
			}
		}
	}
	// What depends on the algorithm.
	for text, good := range map[string]bool{
		"properties: safety":                                                 true,
		"properties: [safety]":                                               true,
		"properties: [mutex, starvation]":                                    true,
		"properties: [mutex, token]":                                         false,
		"properties: [mutex, safety]":                                        false,
		"expect: registry":                                                   true,
		"expect: { mutex: { states: 3 } }":                                   true,
		"expect: { mutex: fail }":                                            true,
		"expect: { token: fail }":                                            false,
		"expect: { entry: { states: 3 } }":                                   false,
		"expect: { starvation: { depth: } }":                                 false,
		"ltl: { a: '<> true' }\n    expect: { a: fail }":                     true,
		"ltl: { a: '<> true' }\n    expect: { a: { states: 3 } }":            false,
		"properties: mutex\n    ltl: { a: '<> true' }\n    expect: { a: x }": false,
	} {
		check(entry(algorithm, text), good)
	}
	for _, text := range []string{"{}", "x: 1", "entries: [1]\nmore: 2", "[]", "just text"} {
		check(text, false)
	}
}
