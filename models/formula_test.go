package models

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

func TestParseFormula(t *testing.T) {
	c := mustResolve(t, "neilsen-mizuno", "--n 3")
	for _, text := range []string{
		"served=[] (waiting(2) -> <> inside(2))",
		"a=true",
		"  a  =  ! <> (inside(1) && inside(3))  ",
		"a=[] (how_many_inside <= 1)",
		"a=[] (next[1] == 2 || follow[3] != 0 U token[1])",
		"a=[] (phase[2] == WAIT implies eventually (phase[2] == CS))",
		"a=always (may_enter(N) -> eventually !may_enter(N))",
		"a=[] (request_net[1].to[2] == 1 -> <> network_empty)",
		"a=[]\n\t(somebody_waits ->\r\n <> (how_many_inside == 1))",
		"a=how_many_inside == 1 U !inside(2) && [] waiting(1)",
	} {
		f, err := ParseFormula(c, text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if strings.ContainsAny(f.Text, "\n\r\t") {
			t.Errorf("%q: not on one line: %q", text, f.Text)
		}
		if m := mustRender(t, c, Build{Formula: &f}); len(m.Claims) != 1 || m.Claims[0].Name != f.Name {
			t.Errorf("%q: claims %v", text, m.Claims)
		}
	}
}

func TestParseFormulaRefuses(t *testing.T) {
	c := mustResolve(t, "ricart-agrawala", "--n 3")
	long := strings.Repeat("x", 10<<20)
	for _, one := range []struct{ text, want string }{
		{"", `ltl "": no formula; write NAME=FORMULA`},
		{"a", `ltl a: no formula; write NAME=FORMULA`},
		{"a=", `ltl a: no formula; write NAME=FORMULA`},
		{"a= \n ", `ltl a: no formula; write NAME=FORMULA`},
		{"=true", `ltl "": not a name for a formula; needs small letters`},
		{"A=true", `ltl A: not a name for a formula; needs small letters`},
		{"1a=true", `ltl 1a: not a name for a formula; needs small letters`},
		{"a b=true", `ltl a b: not a name for a formula; needs small letters`},
		{"../a=true", `ltl ../a: not a name for a formula; needs small letters`},
		{"a{=true", `ltl a{: not a name for a formula; needs small letters`},
		{"starvation_1=true", `ltl starvation_1: not a name for a formula; needs small letters`},
		{"never_enters_1=true", `ltl never_enters_1: not a name for a formula; needs small letters`},
		{"never=[] inside(1)", `ltl never: the name is a word of Promela; choose another`},
		{"mutex=[] inside(1)", `ltl mutex: the name is that of a property; choose another`},
		{"no_overflow=[] inside(1)", `ltl no_overflow: the name is that of a property; choose another`},
		{"quiet=[] inside(1)", `ltl quiet: the name is a symbol of the model; choose another`},
		{"users=[] inside(1)", `ltl users: the name is a symbol of the model; choose another`},
		{"enter=[] inside(1)", `ltl enter: the name is a symbol of the model; choose another`},
		{"phase=[] inside(1)", `ltl phase: the name is a symbol of the model; choose another`},
		{"waiting=true", `ltl waiting: the name is a symbol of the model; choose another`},
		{"a=true } active proctype x() { skip", `ltl a: "} active proctype x(" is no part of a formula; see explain for the symbols`},
		{"a={true}", `ltl a: "{true}" is no part of a formula`},
		{"a=c_code{system(0)}", `ltl a: "c_code" is not a symbol of the model; there are `},
		{"a=c_expr", `ltl a: "c_expr" is not a symbol of the model; there are `},
		{"a=[] printf", `ltl a: "printf" is not a symbol of the model; there are `},
		{`a="x"`, `ltl a: "\"x\"" is no part of a formula`},
		{"a='x'", `ltl a: "'x'" is no part of a formula`},
		{"a=[] how_many_inside != 1", `ltl a: what stands behind [] or <> needs parentheses before "!=": SPIN reads [] n != 5 as ([] n) != 5; write it as `},
		{"a=[] (inside(1) -> <> phase[2] == CS)", `ltl a: what stands behind [] or <> needs parentheses before "=="`},
		{"a=always !how_many_inside + 1", `ltl a: what stands behind [] or <> needs parentheses before "+"`},
		{"a=true; true", `ltl a: "; true" is no part of a formula`},
		{"a=true */ skip", `ltl a: "/ skip" is no part of a formula`},
		{"a=true \\", `ltl a: "\\" is no part of a formula`},
		{"a=#define x", `ltl a: "#define x" is no part of a formula`},
		{"a=true \x00", `ltl a: "\x00" is no part of a formula`},
		{"a=true = false", `ltl a: "= false" is no part of a formula`},
		{"a=[] X inside(1)", `ltl a: X (next) is not supported; say it without`},
		{"a=[] pending(1)", `ltl a: "pending" is not a symbol of the model; there are `},
		{"a=_pid", `ltl a: "_pid" is not a symbol of the model; there are `},
		{"a=inside(0)", `ltl a: inside(0) is out of range; nodes are 1 to 3`},
		{"a=inside(4)", `ltl a: inside(4) is out of range; nodes are 1 to 3`},
		{"a=inside ( 4 )", `ltl a: inside ( 4 ) is out of range; nodes are 1 to 3`},
		{"a=replies[9]", `ltl a: replies[9] is out of range; nodes are 1 to 3`},
		{"a=1234567890", `ltl a: "1234567890" is no part of a formula`},
		{"a=" + long, `ltl a: longer than 1000 characters`},
		{long + "=true", `ltl "xxxxx`},
		{long, `ltl "xxxxx`},
	} {
		_, err := ParseFormula(c, one.text)
		var bad *config.Error
		if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), one.want) {
			t.Errorf("%.80q:\ngot  %v\nwant %s", one.text, err, one.want)
			continue
		}
		if got := err.Error(); len(got) > 1000 || strings.ContainsAny(got, "\n\r\x1b\x00") {
			t.Errorf("%.80q: %d bytes, not one clean line", one.text, len(got))
		}
	}
}

var harmlessFormula = regexp.MustCompile(`^[A-Za-z0-9_ \[\]()<>!&|=+.*-]+$`)

// FuzzParseFormula holds that a formula that is accepted adds itself to the
// model and nothing else.
func FuzzParseFormula(f *testing.F) {
	for _, seed := range []string{
		"served=[] (waiting(2) -> <> inside(2))", "a=true", "a=true } c_code { x", "a=\"", "=", "", "a=X true",
		"a=[]\ninside(1)", "a=inside(9)", "a=next[1] == 2", "a=*/", "a=((((",
	} {
		f.Add(seed)
	}
	c := mustResolve(f, "neilsen-mizuno", "--n 2")
	word := regexp.MustCompile(`[A-Za-z_]\w*`)
	f.Fuzz(func(t *testing.T, text string) {
		formula, err := ParseFormula(c, text)
		if err != nil {
			if s := err.Error(); len(s) > 1000 || strings.ContainsAny(s, "\n\r") {
				t.Errorf("%q: not one line: %q", text, s)
			}
			return
		}
		if !harmlessFormula.MatchString(formula.Text) || !formulaName.MatchString(formula.Name) {
			t.Errorf("%q: accepted as %q = %q", text, formula.Name, formula.Text)
		}
		for _, w := range word.FindAllString(formula.Text, -1) {
			if strings.HasPrefix(w, "c_") || w == "X" || strings.HasPrefix(w, "_") {
				t.Errorf("%q: the word %s was accepted", text, w)
			}
		}
		m := mustRender(t, c, Build{Formula: &formula})
		plain := mustRender(t, c, Build{Formula: &Formula{Name: "q", Text: "true"}})
		body := func(source []byte) []byte {
			_, rest, _ := bytes.Cut(source, []byte("*/"))
			rest, _, _ = bytes.Cut(rest, []byte("\nltl "))
			return rest
		}
		if !bytes.Equal(body(m.Source), body(plain.Source)) {
			t.Errorf("%q: changes the model beyond its own line", text)
		}
		if !bytes.HasSuffix(m.Source, []byte("\nltl "+formula.Name+" { "+formula.Text+" }\n")) {
			t.Errorf("%q: the model does not end in it", text)
		}
	})
}
