package quorum

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

// TestReplace: the example of section 7 is a takeover in figure 1b.
func TestReplace(t *testing.T) {
	for _, c := range []struct {
		spec, text string
		n          int
		want       string
		stay       []int
	}{
		{"maekawa-fig-1b", "7=5,6=4", 7, "sets:1,2,3/2,4/3,4,5/1,4,5/2,5", []int{1, 2, 3, 4, 5}},
		{"maekawa-fig-1b", "6=4,7=5", 7, "sets:1,2,3/2,4/3,4,5/1,4,5/2,5", []int{1, 2, 3, 4, 5}},
		{"fpp", "1=3", 3, "sets:1,2/2", []int{2, 3}}, // {2,3}, and {1,3} is {3} now
		{"all", "2=1,3=1", 3, "sets:1", []int{1}},
	} {
		sets, err := Parse(c.spec, c.n)
		if err != nil {
			t.Fatal(err)
		}
		replacements, err := ParseReplacements(c.text, c.n)
		if err != nil {
			t.Fatal(err)
		}
		got, stay := Replace(sets, replacements)
		if Listed(got) != c.want || !slices.Equal(stay, c.stay) {
			t.Errorf("%s, %s: got %s, %v stay", c.spec, c.text, Listed(got), stay)
		}
	}
}

// TestReplaceKeeps: whoever takes over from whom, sets still intersect and have
// their own nodes.
func TestReplaceKeeps(t *testing.T) {
	for failed := 1; failed <= 13; failed++ {
		for by := 1; by <= 13; by++ {
			if failed == by {
				continue
			}
			sets, stay := Replace(thirteen, []Replacement{{failed, by}})
			r := Check(sets)
			if len(r.Disjoint)+len(r.Absent) > 0 || malformed(sets, 12) != "" || slices.Contains(stay, failed) {
				t.Errorf("%d by %d: %+v", failed, by, r)
			}
		}
	}
	if !reflect.DeepEqual(thirteen, figures["maekawa-fig-2a"]) || len(thirteen[0]) != 4 {
		t.Error("the figure was changed")
	}
}

func TestParseReplacementsRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `replace "": "" is no replacement; write it as 7=5, if node 5 takes over from 7`},
		{"6", `replace "6": "6" is no replacement; write it as 7=5, if node 5 takes over from 7`},
		{"6=4,", `replace "6=4,": "" is no replacement; write it as 7=5, if node 5 takes over from 7`},
		{"8=4", `replace "8=4": node 8: nodes are 1 to 7; --n says how many there are`},
		{"6=0", `replace "6=0": node 0: nodes are 1 to 7; --n says how many there are`},
		{"6=x", `replace "6=x": "x" is not a node; nodes are the numbers 1 to 7`},
		{"6=4=5", `replace "6=4=5": "4=5" is not a node; nodes are the numbers 1 to 7`},
		{"6=6", `replace "6=6": node 6 is to replace itself; name another node`},
		{"6=4,6=5", `replace "6=4,6=5": node 6 is replaced twice; name one node that takes over`},
		{"6=5,5=4", `replace "6=5,5=4": node 5 takes over from 6, and is replaced itself; name a node that stays`},
		{"6=5,5=6", `replace "6=5,5=6": node 5 takes over from 6, and is replaced itself; name a node that stays`},
	} {
		_, err := ParseReplacements(c.text, 7)
		var bad *config.Error
		if !errors.As(err, &bad) || err.Error() != c.want {
			t.Errorf("%q:\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

// FuzzReplacements holds that what is accepted leaves a quorum system, and that
// what is refused is refused in one clean line.
func FuzzReplacements(f *testing.F) {
	for _, seed := range []string{"6=4,7=5", "1=2", "", "1=1", "1=2,2=3", "=", "1=2,1=3", "14=1", "1=2,", "\x00=1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		replacements, err := ParseReplacements(text, 13)
		if err != nil {
			if line := err.Error(); len(line) > 500 || strings.ContainsAny(line, "\n\r\x1b\x00") {
				t.Errorf("%d bytes, not one clean line: %.500q", len(line), line)
			}
			return
		}
		sets, stay := Replace(thirteen, replacements)
		r := Check(sets)
		if why := malformed(sets, 13-len(replacements)); why != "" || len(stay) != len(sets) || len(r.Disjoint)+len(r.Absent) > 0 {
			t.Errorf("%q: %s, %+v", text, why, r)
		}
	})
}
