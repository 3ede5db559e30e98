package promela

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestLexer splits texts into tokens, of which blanks are left out.
func TestLexer(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"x1=y->z", []string{"word x1", "symbol =", "word y", "symbol ->", "word z"}},
		{"do::a!!b..c", []string{"word do", "symbol ::", "word a", "symbol !!", "word b", "symbol ..", "word c"}},
		{"3c_code", []string{"number 3", "word c_code"}},
		{`"a\"b\" c" d`, []string{`string "a\"b\" c"`, "word d"}},
		{"\"open\nc", []string{"string \"open\n", "word c"}},
		{`'"' '\'' '''`, []string{`char '"'`, `char '\''`, "char '''"}},
		{"'ab'", []string{"symbol '", "word ab", "symbol '"}},
		{"a//b\nc/*d\ne*/f", []string{"word a", "comment //b", "word c", "comment /*d\ne*/", "word f"}},
		{"a// b \\\nc\nd// \\ \t\n\\\\\ne\nf", []string{"word a", "comment // b \\\nc", "word d", "comment // \\ \t\n\\\\\ne", "word f"}},
		{"// \\", []string{"comment // \\"}},
		{"/* open", []string{"symbol /", "symbol *", "word open"}},
		{"# 3 \"a.pml\" 2\nx\n # 4 \"b\"", []string{"marker # 3 \"a.pml\" 2", "word x", "symbol #", "number 4", "string \"b\""}},
		{`c_code { a = '}'; s = "}"; /* } */ { } } b`, []string{"word c_code", `c { a = '}'; s = "}"; /* } */ { } }`, "word b"}},
		{"c_expr\n# 2 \"m\"\n[a[1] > 0] { b } [c]", []string{"word c_expr", "marker # 2 \"m\"", "c [a[1] > 0]", "c { b }", "symbol [", "word c", "symbol ]"}},
		{"c_code { open", []string{"word c_code", "c { open"}},
		{"c_track \"&x\" { y", []string{"word c_track", "string \"&x\"", "symbol {", "word y"}},
	} {
		var got []string
		for token := range Tokens([]byte(c.text)) {
			if token.Kind != Space {
				name := []string{"space", "comment", "marker", "word", "number", "string", "char", "symbol", "c"}[token.Kind]
				got = append(got, fmt.Sprintf("%s %s", name, token.Text))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q:\n%q, want\n%q", c.text, got, c.want)
		}
	}
}

// FuzzLexer splits any text: the tokens together are the text, none is empty, and their
// lines are those where they stand.
func FuzzLexer(f *testing.F) {
	for _, seed := range []string{"", "\"", "'", "'\\", "\"\\", "/*", "//", "//\\\n", "c_code", "c_code{", "c_expr[\"]\"]{'}'}", "# 1 \"a\"\n\n::->\n", "\xff\x00\r\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var all strings.Builder
		line := 1
		l := NewLexer(text)
		for token, more := l.Next(); more; token, more = l.Next() {
			if token.Text == "" {
				t.Fatal("an empty token")
			}
			if want := 1 + strings.Count(all.String(), "\n"); token.Line < line || len(text) < 10_000 && token.Line != want {
				t.Fatalf("%q is said to be in line %d, after %d", token.Text, token.Line, line)
			}
			line = token.Line
			all.WriteString(token.Text)
		}
		if all.String() != text {
			t.Errorf("%q became %q", text, all.String())
		}
	})
}

// TestEmbeddedC finds the words that bring C into a model, and no others.
func TestEmbeddedC(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"active proctype A() { c_code { } }", "c_code"},
		{"x=c_expr{1}", "c_expr"},
		{`"c_code"`, ""},
		{`"\"c_code"`, ""},
		{`"\\"c_code`, "c_code"},
		{"\"open\nc_decl", "c_decl"},
		{"my_c_code c_codes C_CODE", ""},
		{`'"' c_state '"'`, "c_state"},
		{`'\'' c_track`, "c_track"},
		{"/* c_code */ x", ""},
		{"/* c_code", "c_code"},
		{"# 1 \"c_code\"", ""},
		{"", ""},
		{`"`, ""},
		{`"\`, ""},
		{"'", ""},
	} {
		if got := EmbeddedC([]byte(c.text)); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// FuzzText asks every question about any text, and rewrites it: nothing may fail, and
// no line may be lost.
func FuzzText(f *testing.F) {
	f.Add([]byte("# 1 \"a\" 2\nbyte x; \"c_code\" 'a' accept_x: assert(x)\n"))
	f.Add([]byte("# 999999999 \"\\\"\"\n'\\"))
	f.Add([]byte("inline f(a, b) { b; g(a, (b, a)); f(b) } inline g(a) { if :: a :: f(a, ) fi } d_step { f(x, y) }"))
	f.Add([]byte("trace { c!1;\nc?1 } d_step { do :: if :: x fi :: int a[3"))
	f.Fuzz(func(t *testing.T, text []byte) {
		EmbeddedC(text)
		Files(text)
		Warnings(text, InlinesOf(text))
		StepGuards(text, 1)
		SetsPriority(text)
		RemoteLabels(text)
		for name, got := range map[string][]byte{"HarmlessNames": HarmlessNames(text, "/dir"), "WithoutTrace": WithoutTrace(text)} {
			if strings.Count(string(got), "\n") != strings.Count(string(text), "\n") {
				t.Errorf("%s: lines were lost: %q", name, got)
			}
		}
		if got, _ := Replace(text, nil); string(got) != string(text) {
			t.Errorf("changed: %q", got)
		}
		if got := WithoutAcceptLabels(text); !strings.HasSuffix(string(got), string(text)) {
			t.Errorf("changed: %q", got)
		}
	})
}
