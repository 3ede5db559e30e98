package claims

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models/claims"
)

// ledger has a claim for each kind of outcome.  The program of the tests prints its second
// argument and ends with the exit code that is its third.
const ledger = `sources: { T: thesis }
claims:
  - { id: one, algorithm: lamport, source: T 1, claim: c, formally: f, for: N=2, verdict: assumes, because: b, checks: [
      { run: verify yes 0, seconds: 1 },
      { run: verify no 1, agrees: false, exit: 1, finds: [^no], seconds: 1, slow: true },
      { run: bounds yes 1, predicts: '^yes$', exit: 1, seconds: 1 } ] }
needs: []
`

func judgeOf(t *testing.T) Judge {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"$2\"\nif [ \"$3\" = 9 ]; then sleep 60; fi\nexit \"$3\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return Judge{Program: program, Dir: dir, Timeout: time.Minute, Jobs: 3, Note: func(string) {}}
}

func parse(t *testing.T, text string) *claims.Ledger {
	t.Helper()
	l, err := claims.Parse("test", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		old, new, want string
		count          Count
	}{
		{"", "", "", Count{Checks: 3, Judged: 3}},
		// The ledger is wrong.
		{"verify yes 0, seconds", "verify yes 1, seconds", "exit code 1, the ledger has 0", Count{Checks: 3, Judged: 3, Differ: 1}},
		{"no 1, agrees", "no 0, agrees", "exit code 0, the ledger has 1", Count{Checks: 3, Judged: 3, Differ: 1}},
		{"^yes$", "^maybe$", "not as the claim predicts, the ledger says that it is", Count{Checks: 3, Judged: 3, Differ: 1}},
		{"'^yes$', exit", "'^yes$', agrees: false, exit", "is as the claim predicts, the ledger says that it is not", Count{Checks: 3, Judged: 3, Differ: 1}},
		{"[^no]", "[^n, maybe]", `the output has no "maybe"`, Count{Checks: 3, Judged: 3, Differ: 1}},
		// No verdict.
		{"verify yes 0", "verify yes 3", "no verdict: exit status 3", Count{Checks: 3, Judged: 3, Limited: 1}},
		{"verify yes 0", "verify yes 2", "exit status 2", Count{Checks: 3, Judged: 3, Broken: 1}},
		{"verify yes 0", "verify yes 4", "exit status 4", Count{Checks: 3, Judged: 3, Broken: 1}},
	} {
		l := parse(t, strings.Replace(ledger, c.old, c.new, 1))
		outcomes, err := judgeOf(t).All(t.Context(), l)
		if err != nil {
			t.Fatal(err)
		}
		r := NewReport(l, outcomes)
		var text, page bytes.Buffer
		if err := errors.Join(r.Text(&text), r.Markdown(&page)); err != nil {
			t.Fatal(err)
		}
		if r.Count() != c.count || !strings.Contains(text.String(), c.want) || !strings.Contains(page.String(), c.want) {
			t.Errorf("%q: %+v, want %+v and %q in\n%s", c.new, r.Count(), c.count, c.want, &text)
		}
		if (c.want != "") != strings.Contains(text.String(), "NOW DIFFERENT") {
			t.Errorf("%q:\n%s", c.new, &text)
		}
	}
}

func TestQuick(t *testing.T) {
	j := judgeOf(t)
	j.Quick = true
	l := parse(t, ledger)
	outcomes, err := j.All(t.Context(), l)
	if n := NewReport(l, outcomes).Count(); err != nil || n != (Count{Checks: 3, Judged: 2}) || outcomes[0][1].Judged {
		t.Errorf("%+v, %v", n, err)
	}
}

func TestLimits(t *testing.T) {
	j := judgeOf(t)
	j.Timeout = 100 * time.Millisecond
	l := parse(t, strings.Replace(ledger, "verify yes 0", "verify yes 9", 1))
	outcomes, err := j.All(t.Context(), l)
	if err != nil || !outcomes[0][0].Limited {
		t.Errorf("%+v, %v", outcomes, err)
	}
	j = judgeOf(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := j.All(ctx, l); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
