package compare

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results/testenv"
	"github.com/mxgen/mxgen/runner/process"
)

// edit is one change to a line of a model.
type edit struct {
	line int
	from string
	to   string
}

func (e edit) name(handler string) string {
	return fmt.Sprintf("%s: %s => %s", handler, strings.TrimSpace(e.from), strings.TrimSpace(e.to))
}

var (
	inlineLine = regexp.MustCompile(`^inline (\w+)\(`)
	macroLine  = regexp.MustCompile(`^#define (may_\w+|precedes|earlier)\([ij, ]*\)\s+\((.*)\)$`)
	assignLine = regexp.MustCompile(`^(\t+(?::: [^>]*-> )?)(\w[\w.\[\]\-+]*(?:\([^=]*\))?) = (.*?)(;?)$`)
	countLine  = regexp.MustCompile(`^(\t+)(\w+\[\w+\])\+\+(;?)$`)
	callLine   = regexp.MustCompile(`^(\t+(?::: .*-> )?)((?:send|add|drop|ask|give|append|serve_next|normalise)\w*\(.*\))(;?)$`)
	guardLine  = regexp.MustCompile(`^(\t+:: )(.*?)( ->.*)$`)
	eventGuard = regexp.MustCompile(`^(\t\t)(may_\w+\(.*\))( ->)$`)
)

// edits lists changes to every handler of a model: each guard negated and
// weakened, each assignment left out and wrong, each send and call left out.
func edits(source string) map[string]edit {
	found := map[string]edit{}
	handler := ""
	for k, line := range strings.Split(source, "\n") {
		if m := inlineLine.FindStringSubmatch(line); m != nil {
			handler = m[1]
		} else if line == "}" {
			handler = ""
		}
		add := func(to string) {
			e := edit{k, line, to}
			where := handler
			if where == "" {
				where = "macro"
			}
			found[e.name(where)] = e
		}
		if m := macroLine.FindStringSubmatch(line); m != nil {
			conjuncts := strings.Split(m[2], " && ")
			for drop := range conjuncts {
				if len(conjuncts) > 1 {
					rest := slices.Delete(slices.Clone(conjuncts), drop, drop+1)
					add(strings.Replace(line, m[2], strings.Join(rest, " && "), 1))
				}
			}
			add(strings.Replace(line, "("+m[2]+")", "!("+m[2]+")", 1))
		}
		if handler == "" {
			continue
		}
		if m := assignLine.FindStringSubmatch(line); m != nil {
			add(m[1] + "skip" + m[4])
			add(m[1] + m[2] + " = (" + m[3] + ") + 1" + m[4])
		}
		if m := countLine.FindStringSubmatch(line); m != nil {
			add(m[1] + "skip" + m[3])
			add(m[1] + m[2] + " = " + m[2] + " + 2" + m[3])
		}
		if m := callLine.FindStringSubmatch(line); m != nil {
			add(m[1] + "skip" + m[3])
		}
		if m := guardLine.FindStringSubmatch(line); m != nil && m[2] != "else" {
			add(m[1] + "!(" + m[2] + ")" + m[3])
		}
		if m := eventGuard.FindStringSubmatch(line); m != nil {
			add(m[1] + "true" + m[3])
		}
	}
	return found
}

// apply makes the edited model.
func (e edit) apply(source string) string {
	lines := strings.Split(source, "\n")
	lines[e.line] = e.to
	return strings.Join(lines, "\n")
}

func testComparer(t testing.TB) Comparer {
	t.Helper()
	return Comparer{Tools: testenv.Tools(t), Limits: testenv.Limits, Slots: process.NewSlots(0)}
}

// equivalent lists the edits that change no reachable behaviour, with the reason.
var equivalent = map[string]string{}

// Every edit of a handler that changes what is reachable comes back unequal,
// with the way to the difference.  Edits that survive one configuration are
// tried on the next.
func TestEveryEditOfAHandlerIsSeen(t *testing.T) {
	x := testComparer(t)
	x.Limits.Timeout = 8 * time.Second // an edit may loop for ever
	killed, total := 0, 0
	for algorithm, configurations := range map[string][]string{
		"ricart-agrawala": {
			"--n 2", "--n 3", "--n 2 --network fifo", "--n 3 --network fifo", "--n 2 --rounds 2",
			"--n 2 --variant arbitrary-number", "--n 2 --variant no-request-flag", "--n 3 --variant no-request-flag", "--n 2 --variant no-tie-break",
		},
		"neilsen-mizuno": {"--n 3", "--n 3 --network fifo", "--n 4", "--n 2 --rounds 2"},
		"centralized":    {"--n 3", "--n 3 --network fifo", "--n 2 --rounds 2", "--n 4"},
	} {
		if testenv.Racing { // compared in the same way as seeded bugs are
			continue
		}
		surviving := map[string]bool{}
		for _, flags := range configurations {
			c := testenv.Config(t, algorithm, flags)
			m, err := models.Render(c, models.Build{Bare: true})
			if err != nil {
				t.Fatal(err)
			}
			for name, e := range edits(string(m.Source)) {
				if alive, tried := surviving[name]; tried && !alive {
					continue
				}
				surviving[name] = !x.kills(t, c, name, e.apply(string(m.Source)))
			}
		}
		for name, alive := range surviving {
			total++
			why, known := equivalent[algorithm+": "+name]
			switch {
			case !alive:
				killed++
			case known:
				t.Logf("survives: %s: %s: %s", algorithm, name, why)
			default:
				t.Errorf("survives: %s: %s", algorithm, name)
			}
			if known && !alive {
				t.Errorf("%s: %s is listed as equivalent, and is not", algorithm, name)
			}
		}
	}
	t.Logf("killed %d of %d edits", killed, total)
}

// kills reports whether the comparison sees an edit.  An edited model that SPIN
// refuses, or that never comes to an end, is not taken for equal either.
func (x Comparer) kills(t *testing.T, c config.Config, name, source string) bool {
	t.Helper()
	r, err := x.Compare(t.Context(), c, Options{Model: []byte(source), NoProperties: true})
	if err != nil {
		t.Logf("%s: %s: no comparison: %s", c, name, err)
		return true
	}
	if !r.Equal && r.Difference == nil {
		t.Errorf("%s: %s: unequal without a way to the difference", c, name)
	}
	return !r.Equal
}

// Seeded bugs are edits too; among them a coordinator that serves the newest
// first, which has the same states and as many transitions.
func TestSeededBugsAreSeen(t *testing.T) {
	x := testComparer(t)
	for _, a := range algorithms.All() {
		if testenv.Racing && a.Name != "centralized" {
			continue
		}
		for _, b := range a.Bugs {
			c := testenv.Config(t, a.Name, b.On)
			m, err := models.Render(c, models.Build{Bare: true})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(m.Source), b.Old) {
				t.Errorf("%s: %s: not in the model", a.Name, b.Name)
			}
			if b.Name == "request-sent-twice" {
				continue // the second message falls into the first one's place: only no-overflow sees it
			}
			t.Run(a.Name+" "+b.Name, func(t *testing.T) {
				t.Parallel()
				if !x.kills(t, c, b.Name, strings.Replace(string(m.Source), b.Old, b.New, 1)) {
					t.Error("the comparison does not see it")
				}
			})
		}
	}
}

func TestLIFOCoordinator(t *testing.T) {
	x := testComparer(t)
	c := testenv.Config(t, "centralized", "--n 4")
	a, err := algorithms.Lookup("centralized")
	if err != nil {
		t.Fatal(err)
	}
	b, err := a.Bug("newest-first")
	if err != nil {
		t.Fatal(err)
	}
	m, err := models.Render(c, models.Build{Bare: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int64{0, 10} { // the edges one by one, and a hash of them
		r, err := x.Compare(t.Context(), c, Options{Model: []byte(strings.Replace(string(m.Source), b.Old, b.New, 1)), MaxEdges: most})
		if err != nil {
			t.Fatal(err)
		}
		if r.Equal || r.Difference == nil || len(r.Difference.Path) == 0 {
			t.Errorf("a LIFO coordinator comes back as %+v", r)
		}
		t.Logf("%v states, %v transitions: %s", r.States, r.Transitions, r.Difference.Text)
	}
}
