package models

import (
	"bytes"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

// maxColumns is the widest line of a model, tabs counted to multiples of 8.
// The line with the reproducing command may be longer: it must be one line.
const maxColumns = 110

func TestStyle(t *testing.T) {
	t.Parallel()
	for _, c := range configurations(t, 1, 3, 30) {
		all := builds(c)
		if c.N > 3 {
			if c.Network != lookup(c).Networks[0] {
				continue
			}
			all = all[:1] // large ones take long, and differ in their widest lines alone
		}
		for _, b := range all {
			m, err := Render(c, b)
			if tooMany(err) {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", describe(c, b), err)
			}
			if b == all[0] {
				again := mustRender(t, c, b)
				if !bytes.Equal(m.Source, again.Source) || !reflect.DeepEqual(m, again) {
					t.Errorf("%s: rendered twice, it differs", describe(c, b))
				}
			}
			for _, flaw := range flaws(string(m.Source)) {
				t.Errorf("%s: %s", describe(c, b), flaw)
			}
		}
	}
}

// tooMany is the refusal of a liveness model with more processes than SPIN has.
func tooMany(err error) bool {
	return err != nil && strings.Contains(err.Error(), "SPIN has 255")
}

var (
	absolutePath = regexp.MustCompile(`(?:^|[\s"'=(])/[A-Za-z]`)
	spaceIndent  = regexp.MustCompile(`^\t* +`)
	commentStar  = regexp.MustCompile(`^\t* \*`)
)

// flaws lists what a reader of a model would stumble over.
func flaws(source string) []string {
	var all []string
	if !strings.HasSuffix(source, "\n") || strings.HasSuffix(source, "\n\n") {
		all = append(all, "does not end in exactly one newline")
	}
	if strings.Contains(source, "\n\n\n") {
		all = append(all, "has two empty lines in a row")
	}
	if strings.Contains(source, "<no value>") || strings.Contains(source, "%!") {
		all = append(all, "a template was not filled in")
	}
	for _, line := range strings.Split(source, "\n") {
		switch {
		case strings.TrimRight(line, " \t\r") != line:
			all = append(all, "trailing blank: "+line)
		case spaceIndent.MatchString(line) && !commentStar.MatchString(line):
			all = append(all, "indented with blanks: "+line)
		case absolutePath.MatchString(line):
			all = append(all, "absolute path: "+line)
		case columns(line) > maxColumns && !strings.HasPrefix(line, " *\tmxgen gen "):
			all = append(all, "too wide: "+line)
		}
	}
	return all
}

func columns(line string) int {
	n := 0
	for _, r := range line {
		if r == '\t' {
			n = n/8*8 + 8
		} else {
			n++
		}
	}
	return n
}

// The check itself must be able to fail.
func TestFlaws(t *testing.T) {
	if got := flaws("/*\n * x\n */\n#define a(i)\t(b)\n\tc\n"); got != nil {
		t.Errorf("good text: %q", got)
	}
	for _, bad := range []string{
		"a", "a\n\n", "a \n", "a\t\n", "  a\n", "\t  a\n", "a\n\n\nb\n", "\"/tmp/x\"\n", "<no value>\n",
		strings.Repeat("x", maxColumns+1) + "\n", strings.Repeat("\t", 14) + "\n",
	} {
		if flaws(bad) == nil {
			t.Errorf("%q: no flaw found", bad)
		}
	}
}

// TestCommand takes the command from the head of each model, and makes the
// model again from it.
func TestCommand(t *testing.T) {
	t.Parallel()
	for _, c := range append(configurations(t, 1, 3), bugs(t)...) {
		for _, b := range builds(c) {
			if b.Bare || c.Bug != "" && b != (Build{}) {
				continue // no command makes it; the bug's text may be missing from it
			}
			m := mustRender(t, c, b)
			again, build := reproduce(t, string(m.Source))
			if !reflect.DeepEqual(again, c) {
				t.Errorf("%s: its command names %s", describe(c, b), again)
			}
			if !bytes.Equal(mustRender(t, again, build).Source, m.Source) {
				t.Errorf("%s: its command makes another model", describe(c, b))
			}
		}
	}
}

var command = regexp.MustCompile(`(?m)^ \*\tmxgen gen (\S+) (.*?)(?: --property (\S+)| --ltl '(.*)')?$`)

// reproduce reads the command in a model's head.
func reproduce(t *testing.T, source string) (config.Config, Build) {
	t.Helper()
	found := command.FindAllStringSubmatch(source, -1)
	if len(found) != 1 {
		t.Fatalf("%d reproducing commands in\n%.400s", len(found), source)
	}
	c := mustResolve(t, found[0][1], found[0][2])
	b := Build{Property: found[0][3]}
	if text := found[0][4]; text != "" {
		f, err := ParseFormula(c, text)
		if err != nil {
			t.Fatal(err)
		}
		b.Formula = &f
	}
	return c, b
}

// TestHeaderShape holds that a header explains the shape of its model in at most
// five lines.
func TestHeaderShape(t *testing.T) {
	for _, c := range configurations(t, 2) {
		for _, b := range []Build{{}, {Property: "starvation"}} {
			_, rest, found := strings.Cut(string(mustRender(t, c, b).Source), "\n * Shape\t")
			if !found {
				t.Errorf("%s: the header does not explain the shape of the model", describe(c, b))
				continue
			}
			lines := 1
			for _, line := range strings.Split(rest, "\n")[1:] {
				if !strings.HasPrefix(line, " *\t\t") {
					break
				}
				lines++
			}
			if lines > 5 {
				t.Errorf("%s: %d lines explain the shape, want at most 5", describe(c, b), lines)
			}
		}
	}
}
