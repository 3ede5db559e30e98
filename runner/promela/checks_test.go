package promela

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const checked = `#define small	(x < \\
	limit)
#define limit	3
#define other	(x == 2)
#define assert_range(c)	assert(c)
byte x; /* assert(false) */
inline step() { d_step { x++; assert_range(x <= limit); printf("assert(no)") } }
active proctype p() { do :: step() od }
active proctype watch() { end: do :: d_step { !small -> assert(small) } :: other -> x = 1; assert(x) od }
`

// The assertions of a model are found with their guards and the macros that they are made of.
func TestChecks(t *testing.T) {
	watch := "9 active proctype watch() { end : do :: other -> x = 1; assert(x) od }"
	for _, c := range []struct {
		compared, want []string
	}{
		{nil, []string{"5 assert_range(c) assert(c)", "7 assert_range(x <= limit)", "9 end:", "9 :: d_step { !small -> assert(small)",
			"9 assert(x)", watch, "3 limit 3", "1 small (x < limit)"}},
		{[]string{"small"}, []string{"5 assert_range(c) assert(c)", "7 assert_range(x <= limit)", "9 end:", "9 :: d_step { !small -> assert(small)",
			"9 assert(x)", watch, "3 limit 3"}},
	} {
		var got []string
		for _, one := range Checks([]byte(checked), c.compared, nil) {
			got = append(got, fmt.Sprint(one.Line, " ", one.Text))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v:\n%q\n%q", c.compared, got, c.want)
		}
	}
}

// Checks that differ in blanks, comments and the names of a macro's parameters alone are the same; a formula is a check.
func TestSameChecks(t *testing.T) {
	const text = "#define low(i)\t(x[i] < i)\n#define assert_low(c)\tassert(c)\nactive proctype p() { do :: d_step { skip } :: assert_low(low(1)) od }\nltl p { [] low(2) }\n"
	for edited, same := range map[string]bool{
		"#define low( k ) (x[ k ]<k)\r\n#define assert_low(d) assert( d ) // why\nactive proctype p() {\ndo :: d_step {skip} :: assert_low( low(1) ) od }\nltl p {\n[] low(2) }": true,
		strings.Replace(text, "low(2)", "low(1)", 1):           false,
		strings.Replace(text, "(x[i] < i)", "(x[i] < 1)", 1):   false,
		strings.Replace(text, "\tassert(c)", "\tassert(1)", 1): false,
		strings.Replace(text, "low(i)\t", "low\t(i)", 1):       false,
		strings.Replace(text, "\nltl p { [] low(2) }", "", 1):  false,
	} {
		a, b := Checks([]byte(text), nil, nil), Checks([]byte(edited), nil, nil)
		if got := slices.EqualFunc(a, b, Check.Same); got != same {
			t.Errorf("%s: %t\n%+v\n%+v", edited, got, a, b)
		}
	}
	for edited, want := range map[string]bool{text: true, "#define assert_low( d ) assert( d )": true, "#define assert_low(c) skip": false, "#define assert_low(c) assert(1)": false, "": false} {
		if Asserts([]byte(edited), "assert_low") != want {
			t.Errorf("%s: not %t", edited, want)
		}
	}
}

// The format and the arguments of a printf, and its line.
func TestPrinted(t *testing.T) {
	for text, want := range map[string]string{
		`("enter %d\n", i);`:                    "enter 7",
		`( "a %d<-%d, %d" , f(x, y[2]), 3 ) }`:  "a 7<-8, %d",
		`("plain\n")`:                           "plain",
		`("%d %d %d %d %d\n", a, b, c, d, e) ;`: "7 8 9 10 %d",
		`x`:                                     "",
		`(x`:                                    "",
	} {
		format, arguments := Printed(slices.Collect(Tokens([]byte(text))))
		if got := Formatted(format, []int{7, 8, 9, 10}[:min(len(arguments), 4)]); got != want {
			t.Errorf("%s: %q, %q", text, got, arguments)
		}
	}
	if _, arguments := Printed(slices.Collect(Tokens([]byte(`("a %d<-%d\n", f(x, y[2]), 3)`)))); len(arguments) != 2 || arguments[0] != "f(x, y[2])" {
		t.Errorf("%q", arguments)
	}
}

// What stands beside provided is found, and a model that has one process is told from others.
func TestProvided(t *testing.T) {
	text := []byte("byte a;\nactive proctype P() provided (a == 0 && (a != 2)) { skip }\nproctype Q() { skip }\n")
	if got := Provided(text); len(got) != 1 || got["P"] != "(a == 0 &&(a != 2))" {
		t.Error(got)
	}
	for text, want := range map[string]bool{
		"active proctype P() { skip }": true, "init { skip }": true, "active [2] proctype P() { skip }": false,
		"init { run P() } proctype P() { skip }": false, "active proctype P() { skip } active proctype Q() { skip }": false,
	} {
		if OneProcess([]byte(text)) != want {
			t.Error(text)
		}
	}
}

// Without exclusive channels all else keeps its line.
func TestWithoutExclusive(t *testing.T) {
	if got := string(WithoutExclusive([]byte("proctype P() { xr c,\n d; xs e; c?x -> x!1 }"))); got != "proctype P() { \n  c?x -> x!1 }" {
		t.Errorf("%q", got)
	}
}

func FuzzChecks(f *testing.F) {
	f.Add(checked)
	f.Add("trace { do :: c!1 od }")
	f.Add("#define assert_low(c) assert(c)\ninit { byte i; atomic { do :: i < 3 -> run W(i); x[i] = 1 :: else -> break od } }\nltl p { [] x }")
	f.Fuzz(func(t *testing.T, text string) {
		Checks([]byte(text), []string{"small"}, []string{"p"})
		Options([]byte(text))
		Printed(slices.Collect(Tokens([]byte(text))))
		Provided([]byte(text))
		WithoutExclusive([]byte(text))
		HiddenState([]byte(text))
		StartsAtOnce([]byte(text))
		Asserts([]byte(text), "assert_low")
		Joined([]byte(text))
		Misread(text)
	})
}
