package promela

import (
	"strings"
	"testing"
)

// TestReplace replaces whole words of Promela, and nothing in strings, line markers and C.
func TestReplace(t *testing.T) {
	const text = "# 1 \"local.pml\"\nlocal byte x, locals; printf(\"local \\\" local\"); y = 'l'; hidden byte z\nlocal c_code { local }"
	const want = "# 1 \"local.pml\"\n byte x, locals; printf(\"local \\\" local\"); y = 'l'; hidden byte z\n c_code { local }"
	got, met := Replace([]byte(text), map[string]string{"local": "", "show": ""})
	if string(got) != want || !met["local"] || met["show"] || len(met) != 1 {
		t.Errorf("%q, met %v", got, met)
	}
}

// TestMentions finds words in C as well, and none in strings and comments.
func TestMentions(t *testing.T) {
	for text, want := range map[string]bool{
		"_nr_pr == 1": true, "c_expr { now._nr_pr == 1 }": true, `c_code { s = "_nr_pr"; }`: false,
		`"_nr_pr"`: false, "/* _nr_pr */ x": false, "_nr_prs": false,
	} {
		if got := Mentions([]byte(text), "x1", "_nr_pr"); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestWithoutTrace takes a trace out and keeps all lines.
func TestWithoutTrace(t *testing.T) {
	const text = "byte trace_x;\ntrace /* { */ {\n do :: c!1 { } od }\nint y; printf(\"notrace {\")"
	const want = "byte trace_x;\n\n\nint y; printf(\"notrace {\")"
	if got := string(WithoutTrace([]byte(text))); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestWithoutAcceptLabels renames labels, and no formula.
func TestWithoutAcceptLabels(t *testing.T) {
	got := string(WithoutAcceptLabels([]byte("accept_a: skip; accept_a: \"accept_s\"; ltl acceptable { true }")))
	if want := "#define accept_a mx_accept_a\n"; !strings.HasPrefix(got, want) || strings.Count(got, "#define") != 1 {
		t.Errorf("%q", got)
	}
}

// TestQuestions asks what a text has.
func TestQuestions(t *testing.T) {
	for text, want := range map[string]bool{
		"set_priority(_pid, 3)": false, "set_priority ( /* _pid */ 7, 3)": true, "set_priority(": false, "c_code { set_priority(1) }": false,
	} {
		if got := SetsPriority([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	if got := RemoteLabels([]byte("A@in && B[1] @\nout; \"C@no\"")); len(got) != 2 || !got["in"] || !got["out"] {
		t.Errorf("%v", got)
	}
}
