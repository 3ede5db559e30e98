package suite

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
)

func TestParse(t *testing.T) {
	s, err := Parse("s", []byte(`
# a comment
entries:
  - algorithm: ricart-agrawala
    with: { n: [2, 3], network: [fifo, unordered] }
  - algorithm: "ricart-agrawala"
    with:
      n: 2
      variant: no-tie-break
    properties: [starvation, deadlock]
    expect:
      deadlock: fail
      starvation: { verdict: fail }
  - algorithm: centralized
    properties: mutex
    expect: { mutex: { states: 7 } }
`))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range s.Cases {
		names = append(names, c.Config.String())
	}
	want := []string{
		"ricart-agrawala --n 2 --network fifo",
		"ricart-agrawala --n 2 --network unordered",
		"ricart-agrawala --n 3 --network fifo",
		"ricart-agrawala --n 3 --network unordered",
		"ricart-agrawala --n 2 --variant no-tie-break --network unordered",
		"centralized --n 3 --coordinator 1 --network unordered",
	}
	if !reflect.DeepEqual(names, want) {
		t.Errorf("cases: got %q", names)
	}
	if c := s.Cases[0]; len(c.Properties) != 9 || c.Expect["mutex"] != (Expectation{Verdict: "pass"}) {
		t.Errorf("an entry that says nothing: %+v", c)
	}
	c := s.Cases[4]
	if !reflect.DeepEqual(c.Properties, []string{"deadlock", "starvation"}) {
		t.Errorf("properties are not in the order of the registry: %q", c.Properties)
	}
	if c.Expect["deadlock"] != (Expectation{Verdict: "fail"}) || c.Expect["starvation"] != (Expectation{Verdict: "fail"}) {
		t.Errorf("expectations: %v", c.Expect)
	}
	if c := s.Cases[5]; len(c.Properties) != 1 || c.Expect["mutex"] != (Expectation{"pass", 7}) {
		t.Errorf("states alone: %+v", c)
	}
}

// one is an entry with further lines below it.
func one(lines ...string) string {
	return "entries:\n  - algorithm: ricart-agrawala\n" + strings.Join(lines, "\n") + "\n"
}

// model is an entry of a user's file with further lines below it.
func model(lines ...string) string {
	return "entries:\n  - model: testdata/two.pml\n" + strings.Join(lines, "\n") + "\n"
}

// TestParseRefuses holds what is said of each kind of bad suite, and where.
func TestParseRefuses(t *testing.T) {
	many := strings.TrimSuffix(strings.Repeat("2, ", 200), ", ")
	parameters := strings.Join(models.ParamNames, ", ")
	var names []string
	for _, a := range algorithms.All() {
		names = append(names, a.Name)
	}
	algorithms := strings.Join(names, ", ")
	const entryNames = "algorithm, model, with, ltl, define, fair, lossy, empty-channels, allow-embedded-c, trust-embedded-c, properties, expect, timeout, memory, tags"
	for _, c := range []struct{ text, want string }{
		{"", "suite s: empty: a suite has entries"},
		{"# nothing\n", "suite s: empty: a suite has entries"},
		{"---\n", "suite s:"},
		{"null\n", "suite s:1:1: suite: must be a mapping of include, defaults, entries"},
		{"just text\n", "suite s:1:1: suite: must be a mapping of include, defaults, entries"},
		{"[]\n", "suite s:1:1: suite: must be a mapping of include, defaults, entries"},
		{"{}\n", "suite s:1:1: no entries: a suite has a list of them"},
		{"entries:\n", "suite s:1:1: no entries: a suite has a list of them"},
		{"entries: []\n", "suite s:1:1: no entries: a suite has a list of them"},
		{"entries: {a: b}\n", "suite s:1:1: no entries: a suite has a list of them"},
		{"entries: [1]\nmore: 2\n", `suite s:2:1: suite: unknown key "more"; there are include, defaults, entries`},
		{"entries: [1]\nentries: [2]\n", `suite s:2:1: suite: key "entries" given twice`},
		{"entries:\n  - 1\n", "suite s:2:5: entry: must be a mapping of " + entryNames},
		{"entries:\n  - with: { n: 2 }\n", "suite s:2:5: entry: no algorithm and no model"},
		{"entries:\n  - algorithm: peterson\n", `suite s:2:16: algorithm "peterson": unknown; there are ` + algorithms},
		{"entries:\n  - algorithm: [a, b]\n", "suite s:2:16: algorithm: must be a single value"},
		{"entries:\n  - algorithm:\n", "suite s:2:15: algorithm: must be a single value"},
		{one("    typo: 1"), `suite s:3:5: entry: unknown key "typo"; there are ` + entryNames},
		{one("    algorithm: centralized"), `suite s:3:5: entry: key "algorithm" given twice`},
		{one("    with: 3"), "suite s:3:11: with: must be a mapping of " + parameters},
		{one("    with: { N: 3 }"), `suite s:3:13: with: unknown key "N"; did you mean n? there are ` + parameters},
		{one("    with: { n: 2, n: 3 }"), `suite s:3:19: with: key "n" given twice`},
		{one("    with: { n: [] }"), "suite s:3:16: n: an empty list"},
		{one("    with: { n: [[2]] }"), "suite s:3:17: n: must be a single value"},
		{one("    with: { n: {a: 2} }"), "suite s:3:16: n: must be a single value"},
		{one("    with: { n: }"), "suite s:3:16: n: must be a single value"},
		{"entries:\n  - algorithm: ricart-agrawala\n\t- x", "suite s:2: not YAML: found a tab character that violates indentation"},
		{"entries:\n\t- algorithm: x", "suite s:2: not YAML: found character that cannot start any token; a tab indents this line, and YAML takes spaces alone"},
		{"entries:\n  - algorithm: @x", "suite s:2: not YAML: found character that cannot start any token"},
		{one("    wiht: { n: 2 }"), `suite s:3:5: entry: unknown key "wiht"; did you mean with? there are ` + entryNames},
		{one("    with: { n: 0 }"), "suite s:3:16: ricart-agrawala: n 0: needs at least 1"},
		{one("    with: { n: [2, 99] }"), "suite s:3:20: ricart-agrawala: n 99: needs at most 30"},
		{one("    with: { token: 1 }"), `suite s:3:20: ricart-agrawala: "token": not a parameter of this algorithm; it takes n, variant, network, rounds, bug`},
		{one("    properties: []"), "suite s:3:17: properties: an empty list"},
		{one("    properties: [mutex, token]"), `suite s:3:17: ricart-agrawala: property "token": unknown here; there are mutex, deadlock, no-overflow, conservation, deferral, ticket-order, bypass, entry, starvation`},
		{one("    expect: fail"), "suite s:3:13: expect: must be a mapping of mutex, deadlock, no-overflow, conservation, deferral, ticket-order, bypass, entry, starvation"},
		{one("    expect: { token: fail }"), `suite s:3:15: expect: unknown key "token"; there are mutex, deadlock, no-overflow, conservation, deferral, ticket-order, bypass, entry, starvation`},
		{one("    properties: mutex", "    expect: { deadlock: fail }"), `suite s:4:15: expect: unknown key "deadlock"; there are mutex`},
		{one("    expect: { mutex: maybe }"), `suite s:3:22: mutex: "maybe" is no verdict; there are pass, fail, inconclusive, error`},
		{one("    expect: { mutex: [pass] }"), "suite s:3:22: mutex: must be a single value"},
		{one("    expect: { mutex: { verdict: Pass } }"), `suite s:3:33: mutex: "Pass" is no verdict; did you mean pass? there are pass, fail, inconclusive, error`},
		{one("    expect: { mutex: { states: 0 } }"), `suite s:3:32: states "0": must be a number of at least 1`},
		{one("    expect: { mutex: { states: many } }"), `suite s:3:32: states "many": must be a number of at least 1`},
		{one("    expect: { mutex: { depth: 3 } }"), `suite s:3:24: mutex: unknown key "depth"; there are verdict, states`},
		{one("    expect: { starvation: { states: 35 } }"), "suite s:3:37: states: are those of the safety model, and starvation has another one"},
		{one("    fair: true"), "suite s:3:11: fair: is for a model, not for an algorithm"},
		{one("    define: { N: 2 }"), "suite s:3:13: define: is for a model, not for an algorithm"},
		{one("    model: m.pml"), "suite s:2:5: entry: algorithm and model: leave out one of the two"},
		{one("    timeout: 5"), `suite s:3:14: timeout "5": needs at least 1s, such as 90s or 5m`},
		{one("    timeout: -5m"), `suite s:3:14: timeout "-5m": needs at least 1s`},
		{one("    memory: 1KB"), `suite s:3:13: memory "1KB": not a valid size; write at least 64MB`},
		{one("    tags: [a, b c]"), `suite s:3:11: tags: "b c": needs at most 50 letters`},
		{one("    tags: []"), "suite s:3:11: tags: an empty list"},
		{one("    with: { network: [fifo, each] }"), "suite s:3:29: ricart-agrawala: network each: not one"},
		{one("    ltl: { served: '[] (' }"), "suite s:3:20: ltl served: "},
		{one("    ltl: { Served: '[] true' }"), "suite s:3:20: ltl Served: not a name for a formula"},
		{one("    ltl: { mutex: '[] true' }"), "suite s:3:19: ltl mutex: the name is "},
		{one("    ltl: {}"), "suite s:3:10: ltl: no formula"},
		{one("    ltl: { served: '[] true' }", "    expect: { mutex: pass }"), `suite s:4:15: expect: unknown key "mutex"; there are served`},
		{"defaults: { algorithm: raymond }\nentries: [1]\n", `suite s:1:13: defaults: unknown key "algorithm"; there are with, define, fair, `},
		{"defaults: { timeout: x }\nentries: [1]\n", `suite s:1:22: timeout "x": needs at least 1s`},
		{"defaults: { fair: 1 }\nentries: [1]\n", "suite s:1:19: fair: must be true or false"},
		{"defaults: { with: { n: 99 } }\nentries: [{ algorithm: raymond }]\n", "suite s:1:24: raymond: n 99: needs at most"},
		{"entries:\n  - model: nowhere.pml\n", `suite s:2:12: model "nowhere.pml": no such file or directory`},
		{"entries:\n  - model: .\n", `suite s:2:12: model ".": is a directory`},
		{"entries:\n  - model: ''\n", "suite s:2:12: model: empty: needs the path of a file"},
		{"entries:\n  - { model: \"a\\eb.pml\" }\n", "suite s:2:14: model: \"a\\x1bb.pml\": a path needs printable characters"},
		{model("    with: { n: 2 }"), "suite s:3:11: with: is for an algorithm, not for a model"},
		{model("    fair: 'true'"), "suite s:3:11: fair: must be true or false"},
		{model("    define: { 2N: 2 }"), `suite s:3:19: define: "2N" is no name of a macro`},
		{model("    define: { N: \"a\\nb\" }"), "suite s:3:18: define: N: needs one line"},
		{model("    define: { [a]: 2 }"), "suite s:3:15: define: a name must be a single value"},
		{model("    expect: registry"), "suite s:3:13: expect: registry is for an algorithm, not for a model"},
		{model("    properties: assertions", "    expect: { end-states: fail }"), `suite s:4:27: expect: "end-states" is not among the properties of the entry; there are assertions`},
		{model("    expect: { \"ltl:p\": { states: 3 } }"), "suite s:3:34: states: are those of the safety model, and ltl:p has another one"},
		{"include: []\n", "suite s:1:10: include: an empty list"},
		{"include: nowhere.yaml\n", `suite s:1:10: include "nowhere.yaml": no such file or directory`},
		{"include: { a: b }\n", "suite s:1:10: include: must be a single value"},
		// Aliases could make a small file huge.
		{one("    with: &w { n: 2 }", "  - algorithm: ricart-agrawala", "    with: *w"), "suite s:5:11: with: must be a mapping of"},
		{one("    with: { n: &n 2, rounds: *n }"), "suite s:3:30: rounds: must be a single value"},
		{one("    <<: { with: { n: 2 } }"), `suite s:3:5: entry: unknown key "<<"; there are ` + entryNames},
		{one("    with: *missing"), "suite s: not YAML: unknown anchor 'missing' referenced"},
		// Nothing may be skipped silently.
		{one() + "---\n" + one(), "suite s:4:1: a second document: a suite is one"},
		{one() + "---\n\tx", "suite s:"},
		// Hostile ones.
		{"\x00\x01\x02\xff\xfe", "suite s:"},
		{"\xff\xff\xff", "suite s:"},
		{"\x7fELF\x02\x01\x01", "suite s: not YAML: control characters are not allowed"},
		{"entries: [", "suite s:1: not YAML: did not find expected node content"},
		{"\tentries:", "suite s: not YAML: found character that cannot start any token; a tab indents this line, and YAML takes spaces alone"},
		{"a: b: c", "suite s: not YAML: mapping values are not allowed in this context"},
		{strings.Repeat("[", 100000), "suite s:"},
		{strings.Repeat("- ", 100000), "suite s:"},
		{strings.Repeat("{a: ", 100000), "suite s:"},
		{"entries: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000), "suite s:1:11: entry: must be a mapping of"},
		{strings.Repeat("x", maxBytes+1), fmt.Sprintf("suite s: larger than %d bytes", maxBytes)},
		{one("    with: { n: [" + many + "], rounds: [" + many + "] }"), "suite s:3:11: more than 20000 combinations"},
		{"entries:\n" + strings.Repeat("  - { algorithm: ricart-agrawala, with: { n: ["+many+"], rounds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } }\n", 11),
			"suite s:12:5: more than 20000 configurations"},
		{one("    " + strings.Repeat("k", 1<<20) + ": 1"), "suite s:3: not YAML: could not find expected ':'"},
		{one("    expect: { mutex: " + strings.Repeat("v", 1<<20) + " }"), "suite s:3:22: mutex: "},
	} {
		began := time.Now()
		_, err := Parse("s", []byte(c.text))
		var bad *config.Error
		switch {
		case !errors.As(err, &bad):
			t.Errorf("%.80q: got %v, want a *config.Error", c.text, err)
		case !strings.HasPrefix(err.Error(), c.want):
			t.Errorf("%.80q:\ngot  %.300v\nwant %s", c.text, err, c.want)
		case len(err.Error()) > 600 || strings.ContainsAny(err.Error(), "\n\x00"):
			t.Errorf("%.80q: not one short line: %.300q", c.text, err)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%.80q: took %s", c.text, took)
		}
	}
}

func TestLoad(t *testing.T) {
	for path, want := range map[string]string{
		"nowhere.yaml":  `suite "nowhere.yaml": no such file or directory`,
		t.TempDir():     `is a directory`,
		"a\nb\x1b.yaml": `suite "a\nb\x1b.yaml": no such file or directory`,
	} {
		_, err := Load(path)
		var bad *config.Error
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", path, err, want)
		}
	}
	s, err := Load(filepath.Join("..", "suites", "quick.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != "quick" {
		t.Errorf("name %q", s.Name)
	}
}

func TestFiles(t *testing.T) {
	s, err := Load(filepath.Join("..", "suites", "quick.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := Files(s)
	if err != nil {
		t.Fatal(err)
	}
	last := files[len(files)-1]
	if last.Name != "manifest.json" {
		t.Fatalf("the last file is %s", last.Name)
	}
	var index manifest
	if err := json.Unmarshal(last.Data, &index); err != nil {
		t.Fatal(err)
	}
	decided := map[string]int{} // configuration and property -> models that decide it
	for _, m := range index.Models {
		for _, p := range m.Properties {
			decided[m.Configuration.String()+" "+p]++
		}
	}
	for _, c := range s.Cases {
		for _, p := range c.Properties {
			if n := decided[c.Config.String()+" "+p]; n != 1 {
				t.Errorf("%s: %d models decide %s", c.Config, n, p)
			}
		}
	}
	names := map[string]bool{}
	for _, f := range files {
		if f.Name != filepath.Base(f.Name) || names[f.Name] || unsafe.MatchString(strings.ReplaceAll(f.Name, "-", "")) {
			t.Errorf("%q: not a name that is safe and unique", f.Name)
		}
		names[f.Name] = true
	}
}

// TestFileName holds that nothing in a configuration gets out of the directory.
func TestFileName(t *testing.T) {
	edges := "edges:2-1"
	for i := 3; i <= 30; i++ {
		edges += fmt.Sprintf(",%d-1", i)
	}
	s, err := Parse("s", []byte("entries:\n  - { algorithm: neilsen-mizuno, with: { n: 30, topology: '"+edges+"' }, properties: mutex }\n"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := Files(s)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 2 || len(files[0].Name) > longest+30 {
		t.Errorf("%d files, the first %q", len(files), files[0].Name)
	}
}

// FuzzParse holds that any text is a suite whose models can be made, or is
// refused in one line.
func FuzzParse(f *testing.F) {
	quick, err := os.ReadFile(filepath.Join("..", "suites", "quick.yaml"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(quick)
	for _, seed := range []string{"", "entries:\n", one("    with: { n: [2, 3] }"), one("    expect: { mutex: fail }"), "a: &a [*a]", "--- x\n--- y"} {
		f.Add([]byte(seed))
	}
	schema := compiled(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("s", data)
		if len(data) < 1000 && err == nil { // an editor has nothing to say of a good suite
			if invalid := validate(schema, string(data)); invalid != nil {
				t.Errorf("%q: the schema refuses it: %v", data, invalid)
			}
		}
		if err != nil {
			var bad *config.Error
			if !errors.As(err, &bad) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: not one line: %q", data, err)
			}
			return
		}
		for _, c := range s.Cases {
			if c.Model == nil && (len(c.Expect) == 0 || len(c.Expect) != len(c.Properties)+len(c.Formulas)) {
				t.Errorf("%q: %+v", data, c)
			}
		}
	})
}

// TestQuickIsComplete holds that the suite of make verify has every algorithm and
// every switch of its variants.
func TestQuickIsComplete(t *testing.T) {
	s, err := Load(filepath.Join("..", "suites", "quick.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range s.Cases {
		seen[c.Config.Algorithm] = true
		for _, on := range c.Config.Variant {
			seen[c.Config.Algorithm+" "+on.Name] = true
		}
	}
	for _, a := range algorithms.All() {
		if !seen[a.Name] {
			t.Errorf("%s is missing", a.Name)
		}
		for _, s := range a.Switches {
			if !seen[a.Name+" "+s.Name] {
				t.Errorf("%s: the variant %s is missing", a.Name, s.Name)
			}
		}
	}
}
