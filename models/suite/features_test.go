package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
)

// load parses a suite among files of a new directory, the first of which is main.yaml.
func load(t *testing.T, files ...string) (*Suite, error) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for k := 0; k < len(files); k += 2 {
		if err := os.MkdirAll(filepath.Dir(files[k]), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(files[k], []byte(files[k+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return Load(files[0])
}

// describe is a case in one line.
func describe(c Case) string {
	text := fmt.Sprintf("%s:%d %d %s", c.Place.File, c.Place.Line, c.Place.Number, c.Subject())
	if len(c.Tags) > 0 {
		text += " " + strings.Join(c.Tags, "+")
	}
	if c.Timeout != 0 || c.Memory != 0 {
		text += fmt.Sprintf(" %s %dMB", c.Timeout, c.Memory>>20)
	}
	return text
}

func descriptions(s *Suite) []string {
	var all []string
	for _, c := range s.Cases {
		all = append(all, describe(c))
	}
	return all
}

// TestFeatures: users' files, macros, defaults, includes, limits, tags, formulas and every network.
func TestFeatures(t *testing.T) {
	s, err := load(t, "main.yaml", `
include: [sub/more.yaml, sub/../sub/more.yaml]
defaults:
  with: { network: each, token: 2 }
  define: { N: 2 }
  fair: true
  timeout: 5m
  tags: nightly
entries:
  - model: book.pml
    define: { N: [3, 4], TWO: "" }
    fair: false
    allow-embedded-c: true
    memory: 1GB
    timeout: 90s
    tags: [big, nightly]
    expect: { "ltl:p": fail, assertions: { states: 7 } }
  - { model: book.pml, properties: [end-states] }
  - algorithm: centralized
    with: { n: 2 }
    properties: mutex
    ltl: { served: '[] (waiting(1) -> <> inside(1))' }
    expect: { served: fail }
  - algorithm: raymond
    with: { n: 2, network: fifo }
    ltl: { a: '[] true', b: '<> true' }
`, "book.pml", "", "sub/more.yaml", "include: ../deep.yaml\nentries: [{ model: ../book.pml }]\n", "deep.yaml", "entries:\n  - { algorithm: centralized, properties: mutex }\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"deep.yaml:2 1 centralized --n 3 --coordinator 1 --network unordered",
		"sub/more.yaml:2 2 book.pml",
		"main.yaml:10 3 book.pml -DN=3 -DTWO= big+nightly 1m30s 1024MB",
		"main.yaml:10 4 book.pml -DN=4 -DTWO= big+nightly 1m30s 1024MB",
		"main.yaml:18 5 book.pml -DN=2 nightly 5m0s 0MB",
		"main.yaml:19 6 centralized --n 2 --coordinator 1 --network unordered nightly 5m0s 0MB",
		"main.yaml:19 7 centralized --n 2 --coordinator 1 --network fifo nightly 5m0s 0MB",
		"main.yaml:24 8 raymond --n 2 --topology line --token 2 --network fifo nightly 5m0s 0MB",
	}
	if got := descriptions(s); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	book := s.Cases[2]
	if m := *book.Model; m.Fair || !m.EmbeddedC || m.TrustC || book.Properties != nil {
		t.Errorf("%+v", m)
	}
	if book.Expectation("ltl:p") != (Expectation{Verdict: "fail"}) || book.Expectation("assertions") != (Expectation{"pass", 7}) || book.Expectation("other") != (Expectation{Verdict: "pass"}) {
		t.Errorf("%+v", book.Expect)
	}
	if m := s.Cases[4]; !m.Model.Fair || !reflect.DeepEqual(m.Properties, []string{"end-states"}) {
		t.Errorf("%+v", m)
	}
	if c := s.Cases[5]; len(c.Properties) != 1 || len(c.Formulas) != 1 || c.Expectation("served").Verdict != "fail" || c.Expectation("mutex").Verdict != "pass" {
		t.Errorf("%+v", c)
	}
	if c := s.Cases[7]; len(c.Properties) != 0 || len(c.Formulas) != 2 || c.Formulas[1].Name != "b" {
		t.Errorf("formulas alone: %+v", c)
	}
}

// TestIncludesRefused: a circle, a file of a bad suite, and too much of all files together.
func TestIncludesRefused(t *testing.T) {
	entry := "entries: [{ algorithm: centralized }]\n"
	for name, test := range map[string]struct {
		files []string
		want  string
	}{
		"itself": {[]string{"a.yaml", "include: a.yaml\n"}, `suite a.yaml:1:10: include "a.yaml": a circle: a.yaml includes a.yaml`},
		"circle": {[]string{"a.yaml", "include: [c.yaml, d/b.yaml]\n" + entry, "c.yaml", entry, "d/b.yaml", "include: ../a.yaml\n" + entry},
			`suite d/b.yaml:1:10: include "../a.yaml": a circle: a.yaml includes d/b.yaml includes a.yaml`},
		"bad":   {[]string{"a.yaml", "include: d/b.yaml\n", "d/b.yaml", "entries: [{ algorithm: peterson }]\n"}, `suite d/b.yaml:1:24: algorithm "peterson": unknown`},
		"large": {[]string{"a.yaml", "include: [b.yaml, c.yaml]\n", "b.yaml", entry + strings.Repeat("#", 3<<20), "c.yaml", entry + strings.Repeat("#", 3<<20)}, "suite c.yaml: larger than"},
		"empty": {[]string{"a.yaml", "include: b.yaml\n", "b.yaml", ""}, "suite b.yaml: empty"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := load(t, test.files...); err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestSeveralSuites: the cases of all suites are numbered through, and know their suite.
func TestSeveralSuites(t *testing.T) {
	if _, err := load(t, "a.yaml", "include: c.yaml\n", "b.yaml", "include: c.yaml\n", "c.yaml", "entries: [{ algorithm: centralized, with: { n: [1, 2] } }]\n"); err != nil {
		t.Fatal(err)
	}
	s, err := Load("a.yaml", "b.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != "a, b" || len(s.Cases) != 4 || s.Cases[0].Place != (Place{"a", "c.yaml", 1, 1}) || s.Cases[3].Place != (Place{"b", "c.yaml", 1, 4}) {
		t.Errorf("%q %+v", s.Name, s.Cases)
	}
	if _, err := Load("a.yaml", "b.yaml", "./a.yaml"); err == nil || !strings.Contains(err.Error(), `suite "./a.yaml": given twice`) {
		t.Error(err)
	}
}

func TestSelect(t *testing.T) {
	s, err := Parse("s.yaml", []byte(`
entries:
  - { algorithm: centralized, with: { n: [1, 2] }, tags: [a, b] }
  - { algorithm: raymond, tags: b }
  - { algorithm: lamport, with: { n: 2 } }
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		tags   []string
		filter string
		want   []int // numbers
	}{
		{nil, "", []int{1, 2, 3, 4}},
		{[]string{"a"}, "", []int{1, 2}},
		{[]string{"a", "b"}, "", []int{1, 2, 3}},
		{[]string{"b", "!a"}, "", []int{3}},
		{[]string{"!a"}, "", []int{3, 4}},
		{nil, "^lamport|--n 2 ", []int{2, 4}},
		{[]string{"a"}, "--n 2", []int{2}},
	} {
		w := Selection{Tags: test.tags}
		if test.filter != "" {
			w.Filter = regexp.MustCompile(test.filter)
		}
		chosen, err := s.Select(w)
		if err != nil {
			t.Errorf("%+v: %v", test, err)
			continue
		}
		var numbers []int
		for _, c := range chosen.Cases {
			numbers = append(numbers, c.Place.Number)
		}
		if !reflect.DeepEqual(numbers, test.want) {
			t.Errorf("%+v: %v", test, numbers)
		}
	}
	for _, w := range []Selection{{Tags: []string{"c"}}, {Tags: []string{"!"}}, {Filter: regexp.MustCompile("peterson")}} {
		if _, err := s.Select(w); err == nil {
			t.Errorf("%+v: not refused", w)
		}
	}
}

// TestTenThousand: 10,000 entries are read and planned within a second and 150 MB on an idle
// machine; the bounds are those of a busy one.
func TestTenThousand(t *testing.T) {
	text := tenThousand()
	began := time.Now()
	s, err := Parse("many.yaml", text)
	if err != nil || len(s.Cases) != 10_000 {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("took %s", took)
	}
}

// tenThousand is a suite of 10,000 different entries.
func tenThousand() []byte {
	var text strings.Builder
	text.WriteString("entries:\n")
	for k := range 10_000 {
		fmt.Fprintf(&text, "  - algorithm: ricart-agrawala\n    with: { n: %d, rounds: %d, network: unordered }\n    expect: { mutex: { verdict: pass, states: %d } }\n    tags: [t%d]\n", k%28+2, k%250+1, k+1, k%7)
	}
	return []byte(text.String())
}

// BenchmarkParse reads a suite of 10,000 entries.
func BenchmarkParse(b *testing.B) {
	text := tenThousand()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse("many.yaml", text); err != nil {
			b.Fatal(err)
		}
	}
}
