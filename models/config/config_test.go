package config

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParseVariant(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"no-tie-break", "no-tie-break"},
		{"b,a", "a,b"}, // sorted, so that equal variants have equal names
		{"b=3,a", "a,b=3"},
		{"arbitrary-number=10", "arbitrary-number=10"},
		{"x=007", "x=7"},
	} {
		v, err := ParseVariant(c.text)
		if err != nil || v.String() != c.want {
			t.Errorf("%q: got %q, %v, want %q", c.text, v, err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{",", `variant ",": an empty element; switches are separated by single commas`},
		{"a,", `variant "a,": an empty element; switches are separated by single commas`},
		{"=3", `variant "=3": an empty element; switches are separated by single commas`},
		{"a,b,a", `variant "a,b,a": "a" is given twice`},
		{"a=", `variant "a=": "" is not a number of at least 1`},
		{"a=0", `variant "a=0": "0" is not a number of at least 1`},
		{"a=-1", `variant "a=-1": "-1" is not a number of at least 1`},
		{"a=1=2", `variant "a=1=2": "1=2" is not a number of at least 1`},
		{"a=99999999999999999999", `variant "a=99999999999999999999": "99999999999999999999" is not a number of at least 1`},
	} {
		if _, err := ParseVariant(c.text); err == nil || err.Error() != c.want {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}

// FuzzParseVariant holds that what is accepted is written as it is read.
func FuzzParseVariant(f *testing.F) {
	for _, seed := range []string{"", "a", "a=1,b", "b,a", "a,,b", "a=x", "\x00", "=,="} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ParseVariant(text)
		if err != nil {
			return
		}
		again, err := ParseVariant(v.String())
		if err != nil || !reflect.DeepEqual(again, v) {
			t.Errorf("%q is read as %q, which is read as %q, %v", text, v, again, err)
		}
		if !slices.IsSortedFunc(v, func(a, b Switch) int { return strings.Compare(a.Name, b.Name) }) {
			t.Errorf("%q: %q is not sorted", text, v)
		}
	})
}

func TestConfig(t *testing.T) {
	c := Config{Algorithm: "x", N: 4, Variant: Variant{{"a", 0}, {"b", 2}}, Network: FIFO, Rounds: 3, Topology: "star",
		Edges: []Edge{{1, 2}, {1, 3}, {1, 4}}, Token: 2, Coordinator: 4, Quorum: "sets:1/2/3/4", Quorums: [][]int{{1}, {2}, {3}, {4}},
		AllowInvalidQuorums: true, Requesters: []int{1, 3}, Bug: "oops"}
	want := "x --n 4 --variant a,b=2 --topology star --token 2 --coordinator 4 " +
		"--quorum sets:1/2/3/4 --allow-invalid-quorums --requesters 1,3 --network fifo --rounds 3 --bug oops"
	if got := c.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var again Config
	if err := json.Unmarshal(data, &again); err != nil || !reflect.DeepEqual(again, c) {
		t.Errorf("as JSON and back: %+v, %v", again, err)
	}
	if got := c.Neighbours(1); !slices.Equal(got, []int{2, 3, 4}) {
		t.Errorf("neighbours of the centre: %v", got)
	}
	if got := c.Neighbours(3); !slices.Equal(got, []int{1}) {
		t.Errorf("neighbours of a leaf: %v", got)
	}
	if c.Variant.Value("b") != 2 || c.Variant.Value("a") != 0 || c.Variant.Has("c") {
		t.Errorf("variant %v: wrong value of a switch", c.Variant)
	}
}

func TestError(t *testing.T) {
	e := &Error{Operand: "x: n 0", Reason: "needs at least 1"}
	if got := e.Error(); got != "x: n 0: needs at least 1" {
		t.Errorf("got %q", got)
	}
	e.Remedy = "take 3"
	if got := e.Error(); got != "x: n 0: needs at least 1; take 3" {
		t.Errorf("got %q", got)
	}
}
