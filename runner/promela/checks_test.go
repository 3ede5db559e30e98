package promela

import (
	"slices"
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
	watch := Check{9, "active proctype watch() { end : do :: other -> x = 1; assert(x) od }"}
	for _, c := range []struct {
		compared []string
		want     []Check
	}{
		{nil, []Check{{5, "assert_range(c)"}, {5, "assert(c)"}, {7, "assert_range(x <= limit)"}, {9, "end:"}, {9, ":: d_step { !small -> assert(small)"},
			{9, "assert(x)"}, watch, {5, "assert_range(c) assert(c)"}, {3, "limit 3"}, {1, "small(x < limit)"}}},
		{[]string{"small"}, []Check{{5, "assert_range(c)"}, {5, "assert(c)"}, {7, "assert_range(x <= limit)"}, {9, "end:"}, {9, ":: d_step { !small -> assert(small)"},
			{9, "assert(x)"}, watch, {5, "assert_range(c) assert(c)"}, {3, "limit 3"}}},
	} {
		if got := Checks([]byte(checked), c.compared); !slices.Equal(got, c.want) {
			t.Errorf("%v:\n%+v\n%+v", c.compared, got, c.want)
		}
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
	f.Fuzz(func(t *testing.T, text string) {
		Checks([]byte(text), []string{"small"})
		Provided([]byte(text))
		WithoutExclusive([]byte(text))
		HiddenState([]byte(text))
	})
}
