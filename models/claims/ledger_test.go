package claims

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

func ownLedger(t *testing.T) *Ledger {
	t.Helper()
	l, err := Own()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestLedger: every algorithm has claims and a row of the matrix, and CI judges few commands that take long.
func TestLedger(t *testing.T) {
	l := ownLedger(t)
	for _, a := range algorithms.All() {
		if of := l.Of(a.Name); len(of.Claims) < 4 || len(of.Needs) != 1 {
			t.Errorf("%s: %d claims, %d rows of the matrix", a.Name, len(of.Claims), len(of.Needs))
		}
	}
	quick := 0.0
	for _, c := range l.Claims {
		for _, check := range c.Checks {
			if check.Seconds == 0 {
				t.Errorf("%s: %s: no seconds: was it executed?", c.ID, check.Run)
			}
			if !check.Slow {
				quick += check.Seconds
			}
		}
	}
	if quick > 60 {
		t.Errorf("quick commands take %.0f s", quick)
	}
}

// covered reports texts that not exactly one prefix fits, and prefixes that fit no text or, unless many, several.
func covered(texts, prefixes []string) (complaints []string) {
	for _, p := range prefixes {
		n := 0
		for _, text := range texts {
			if strings.HasPrefix(text, p) {
				n++
			}
		}
		if n != 1 {
			complaints = append(complaints, fmt.Sprintf("%q fits %d of %q", p, n, texts))
		}
	}
	for _, text := range texts {
		if !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(text, p) }) {
			complaints = append(complaints, fmt.Sprintf("no claim has %q", text))
		}
	}
	return complaints
}

// rows are the rows of the tables of a page, as "first cell | second cell".
func rows(t *testing.T, page string) []string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return tableRows(string(text))
}

func tableRows(text string) (all []string) {
	lines := strings.Split(text, "\n")
	for k, line := range lines {
		header := k+1 < len(lines) && strings.HasPrefix(lines[k+1], "|--")
		if !strings.HasPrefix(line, "| ") || header {
			continue
		}
		cells := strings.Split(strings.ReplaceAll(line, `\|`, ""), " | ")
		if len(cells) > 1 {
			all = append(all, strings.TrimPrefix(cells[0], "| ")+" | "+cells[1])
		}
	}
	return all
}

// TestEveryFindingIsAClaim: each row of docs/findings.md has a claim.
func TestEveryFindingIsAClaim(t *testing.T) {
	var prefixes []string
	for _, c := range ownLedger(t).Claims {
		prefixes = append(prefixes, c.Findings...)
	}
	findings := rows(t, "../../docs/findings.md")
	if len(findings) < 40 {
		t.Fatalf("%d rows", len(findings))
	}
	for _, complaint := range covered(findings, prefixes) {
		t.Error(complaint)
	}
}

// TestEveryErratumIsAClaim: each row of section 7 of docs/algorithms.md has a claim.
func TestEveryErratumIsAClaim(t *testing.T) {
	text, err := os.ReadFile("../../docs/algorithms.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## 7 ")
	section, _, _ = strings.Cut(section, "\n## ")
	var ids, cited []string
	for _, m := range regexp.MustCompile(`(?m)^\| ([TSMKBX][0-9]+) \|`).FindAllStringSubmatch(section, -1) {
		ids = append(ids, m[1]+"|")
	}
	for _, c := range ownLedger(t).Claims {
		for _, e := range c.Errata {
			cited = append(cited, e+"|")
		}
	}
	if len(ids) < 50 {
		t.Fatalf("%d rows", len(ids))
	}
	for _, complaint := range covered(ids, cited) {
		t.Error(complaint)
	}
}

// stated are the statements of an algorithm in the registry.
func stated(a *registry.Algorithm) (all []string) {
	for _, b := range a.Counting.Bounds {
		side := "at most"
		switch {
		case b.OneOf != nil:
			side = "always"
		case b.Lower:
			side = "at least"
		}
		all = append(all, fmt.Sprintf("%s %s %s %s (%s)", b.Measure, b.Load, side, b.Formula, b.Source))
	}
	for _, s := range a.Counting.Averages {
		all = append(all, fmt.Sprintf("average %s %s (%s)", s.Kind, s.Formula, s.Source))
	}
	for _, s := range a.Counting.Storage {
		all = append(all, fmt.Sprintf("storage %s %s (%s)", s.Of, s.Formula, s.Source))
	}
	for _, c := range a.Costs {
		all = append(all, fmt.Sprintf("cost %s %s %s (%s)", c.Metric, c.Regime, c.Formula, c.Source))
	}
	for _, s := range a.Statements {
		all = append(all, "says "+s)
	}
	return all
}

// TestEveryStatementIsAClaim: each bound, average, size, cost and statement of the registry has a claim.
func TestEveryStatementIsAClaim(t *testing.T) {
	l := ownLedger(t)
	for _, a := range algorithms.All() {
		var prefixes []string
		for _, c := range l.Of(a.Name).Claims {
			prefixes = append(prefixes, c.Registry...)
		}
		for _, complaint := range covered(stated(a), prefixes) {
			t.Errorf("%s: %s", a.Name, complaint)
		}
	}
}

// The checks above must be able to fail.
func TestCovered(t *testing.T) {
	if c := covered([]string{"a b", "c d"}, []string{"a", "c"}); c != nil {
		t.Error(c)
	}
	for _, prefixes := range [][]string{{"a"}, {"a", "c", "e"}, {"a", "c", ""}} {
		if covered([]string{"a b", "c d"}, prefixes) == nil {
			t.Errorf("%q: nothing is noticed", prefixes)
		}
	}
	if got := tableRows("| h | i |\n|---|---|\n| a | b | c |\nx\n"); !slices.Equal(got, []string{"a | b"}) {
		t.Errorf("%q", got)
	}
}

// good is a ledger in which each replacement of TestRefusals makes one mistake.
const good = `sources: { T: thesis }
claims:
  - id: one
    algorithm: lamport
    source: T 2.1
    claim: c
    formally: f
    for: N=2
    verdict: assumes
    because: b
    checks:
      - { run: verify lamport --n 2, seconds: 1 }
      - { run: bounds lamport --n 2, predicts: x, agrees: false, finds: [y] }
  - { id: two, algorithm: lamport, source: T 3, claim: c, formally: f, for: all, verdict: open, because: b }
needs:
  - algorithm: lamport
    order: { needs: 'yes', claims: [one] }
    handlers: { needs: open, because: b }
    numbers: { needs: none, because: b }
    quorums: { needs: none, because: b }
`

func TestRefusals(t *testing.T) {
	if _, err := Parse("good", []byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{
		{"source: T 2.1", "source: Z 2.1", `source "Z 2.1"`},
		{"source: T 2.1", "source: T", "without a place"},
		{"verdict: assumes", "verdict: ''", `verdict ""`},
		{"verdict: assumes", "verdict: true", "verdict"},
		{"verdict: assumes", "verdict: holds", "a command disagrees"},
		{"verdict: assumes", "verdict: open", "a command decides it"},
		{"verdict: open", "verdict: holds", "no command decides it"},
		{"verdict: open", "verdict: refuted", "no command decides it"},
		{", agrees: false", "", "needs a command that agrees"},
		{"    because: b", "", "because: missing"},
		{"claim: c\n", "claim: ''\n", "claim: missing"},
		{"id: two", "id: one", "twice"},
		{"id: two", "id: ''", "has no id"},
		{"algorithm: lamport\n    source", "algorithm: lamprt\n    source", "unknown"},
		{"run: verify lamport", "run: gen lamport", "may run"},
		{"run: verify lamport --n 2", "run: ''", "may run"},
		{"run: verify lamport --n 2", "run: verify lamport --n 2 --keep=d", "names files"},
		{"run: verify lamport --n 2", "run: verify lamport --n 2 -ofile", "names files"},
		{"run: verify lamport --n 2", "run: verify ../suite.yaml", "names files"},
		{"run: verify lamport --n 2", "run: compare lamport --n 2 --model mine.pml", "names files"},
		{"run: verify lamport --n 2", "run: compare lamport --n 2 --model", "names files"},
		{"run: verify lamport --n 2", "run: verify maekawa --quorum file:x", "names files"},
		{"predicts: x", "predicts: '('", "regular expression"},
		{"seconds: 1", "seconds: -1", "seconds"},
		{"seconds: 1", "seconds: .nan", "seconds"},
		{"seconds: 1", "exit: 2", "no exit code of a verdict"},
		{"seconds: 1", "exit: 1", "contradicts agrees"},
		{"seconds: 1", "second: 1", "second"},
		{"claims: [one]", "claims: [three]", `claim "three"`},
		{"claims: [one]", "claims: [two]", "no command shows it"},
		{"needs: open, because: b", "needs: open", "does not say why"},
		{"needs: open", "needs: maybe", `"maybe"`},
		{good, "", "empty"},
		{good, "a: [", "ledger bad"},
		{"needs:\n", "---\nneeds:\n", "more than one document"},
		{"run: verify lamport --n 2", "run: compare lamport --n 2 --model ../models/claims/exercise-8.pml", "names files"},
	} {
		_, err := Parse("bad", []byte(strings.Replace(good, c[0], c[1], 1)))
		if bad := (*config.Error)(nil); !errors.As(err, &bad) || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%q instead of %q: %v, want %q", c[1], c[0], err, c[2])
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte("claims: [{}]"))
	f.Add([]byte("&a [*a]"))
	f.Add([]byte(strings.Replace(good, "verify", "'", 1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > MaxSize {
			return
		}
		l, err := Parse("fuzz", data)
		if bad := (*config.Error)(nil); err != nil && !errors.As(err, &bad) {
			t.Errorf("%T %v", err, err)
		}
		if err != nil {
			return
		}
		for _, c := range l.Claims {
			c.Judges()
			l.Source(c)
		}
	})
}
