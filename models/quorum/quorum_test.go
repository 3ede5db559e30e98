package quorum

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		spec string
		n    int
		want string
	}{
		{"fpp", 3, "sets:1,2/2,3/1,3"},
		{"fpp:gf", 7, "sets:1,3,5/2,3,6/3,4,7/1,4,6/2,4,5/5,6,7/1,2,7"},
		{"fpp", 7, "sets:1,2,4/2,3,5/3,4,6/4,5,7/1,5,6/2,6,7/1,3,7"},
		{"method1", 1, "sets:1"},
		{"method1", 2, "sets:1,2/2"},
		{"method1", 5, "sets:1,2,3/2,4/3,4,5/1,4,5/2,5"},
		{"maekawa-section-7", 5, "sets:1,2,3/2,4/3,4,5/1,4,5/2,5"},
		{"method1", 7, "sets:1,2,3/2,4,6/3,5,6/1,4,5/2,5,7/1,6,7/3,4,7"},
		{"maekawa-fig-1b", 7, "sets:1,2,3/2,4,6/3,5,6/1,4,5/2,5,7/1,6,7/3,4,7"},
		{"grid", 1, "sets:1"},
		{"grid", 2, "sets:1,2/1,2"},
		{"grid", 3, "sets:1,2,3/1,2/1,3"},
		{"grid", 4, "sets:1,2,3/1,2,4/1,3,4/2,3,4"},
		{"grid", 5, "sets:1,2,3,4/1,2,3,5/1,2,3/1,4,5/2,4,5"},
		{"grid:completed", 5, "sets:1,2,3,4/1,2,3,5/1,2,3/1,3,4,5/2,3,4,5"},
		{"grid:completed", 8, "sets:1,2,3,4,7/1,2,3,5,8/1,2,3,6/1,4,5,6,7/2,4,5,6,8/3,4,5,6/1,4,6,7,8/2,5,6,7,8"},
		{"grid:completed", 4, "sets:1,2,3/1,2,4/1,3,4/2,3,4"},
		{"majority", 1, "sets:1"},
		{"majority", 4, "sets:1,2,3/2,3,4/1,3,4/1,2,4"},
		{"majority", 5, "sets:1,2,3/2,3,4/3,4,5/1,4,5/1,2,5"},
		{"weighted:3,1,1,1", 4, "sets:1,2/1,2/1,3/1,4"},
		{"weighted:2,2,1,1,1", 5, "sets:1,2/1,2/1,2,3/1,2,4/1,2,5"},
		{"weighted:0,0,1", 3, "sets:1,3/2,3/3"},
		{"weighted:1000000,1000000", 2, "sets:1,2/1,2"},
		{"singleton", 2, "sets:1/1"},
		{"singleton:2", 3, "sets:2/2/2"},
		{"all", 3, "sets:1,2,3/1,2,3/1,2,3"},
		{"tree", 7, "sets:1,2,4/1,2,4/1,3,6/1,2,4/1,2,5/1,3,6/1,3,7"},
		{"tree", 2, "sets:1,2/1,2"},
		{"sets:2,1/2,3/3,1", 3, "sets:1,2/2,3/1,3"},
		{"sets:1,2/2,3/3,4/4,1", 4, "sets:1,2/2,3/3,4/1,4"}, // disjoint: not asked here
	} {
		got, err := Parse(c.spec, c.n)
		if err != nil || Listed(got) != c.want {
			t.Errorf("%s over %d: got %s, %v, want %s", c.spec, c.n, Listed(got), err, c.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	forms := "no such form; the forms are " + Forms
	for _, c := range []struct {
		spec string
		n    int
		want string
	}{
		{"", 3, `quorum "": ` + forms},
		{"plane", 3, `quorum "plane": ` + forms},
		{"Grid", 3, `quorum "Grid": ` + forms},
		{"grid:", 3, `quorum "grid:": ` + forms},
		{"grid", 0, `quorum: n 0: needs 1 to 255`},
		{"all", -1, `quorum: n -1: needs 1 to 255`},
		{"all", 256, `quorum: n 256: needs 1 to 255`},
		{"all:2", 3, `quorum "all:2": the form takes no parameter`},
		{"grid:full", 3, `quorum "grid:full": parameter "full": not known; write grid or grid:completed`},
		{"maekawa-fig-1c:1", 13, `quorum "maekawa-fig-1c:1": the form takes no parameter`},
		{"maekawa-fig-1c", 7, `quorum "maekawa-fig-1c", n 7: the system has 13 nodes; needs n 13`},
		{"fpp:x", 7, `quorum "fpp:x": construction "x": not known; write fpp, or fpp:gf for the one by a Galois field`},
		{"fpp", 1, `quorum "fpp", n 1: the smallest has 3 points; needs n 3, or method1, which takes any`},
		{"fpp", 8, `quorum "fpp", n 8: a projective plane has K(K-1)+1 points; needs n 7 or 13, or method1, which takes any`},
		{"fpp", 43, `quorum "fpp", n 43: there is no plane of order 6: it is 1 or 2 modulo 4 and no sum of two squares (Bruck and Ryser); needs n 31 or 57, or method1, which takes any`},
		{"fpp:gf", 111, `quorum "fpp:gf", n 111: there is no plane of order 10: an exhaustive search found none; needs n 91 or 133, or method1, which takes any`},
		{"fpp", 157, `quorum "fpp", n 157: no plane of order 12 is known: it is no power of a prime; needs n 133 or 183, or method1, which takes any`},
		{"fpp", 211, `quorum "fpp", n 211: there is no plane of order 14: it is 1 or 2 modulo 4 and no sum of two squares (Bruck and Ryser); needs n 183, or method1, which takes any`},
		{"fpp", 241, `quorum "fpp", n 241: no plane of order 15 is known: it is no power of a prime; needs n 183, or method1, which takes any`},
		{"fpp:gf", 3, `quorum "fpp:gf", n 3: the triangle is of order 1, and no field has one element; write fpp`},
		{"singleton:0", 3, `quorum "singleton:0": node 0: nodes are 1 to 3; --n says how many there are`},
		{"singleton:4", 3, `quorum "singleton:4": node 4: nodes are 1 to 3; --n says how many there are`},
		{"singleton:x", 3, `quorum "singleton:x": "x" is not a node; nodes are the numbers 1 to 3`},
		{"weighted", 3, `quorum "weighted": no votes; write a number of votes for each of 3 nodes, separated by commas`},
		{"weighted:1,1", 3, `quorum "weighted:1,1": votes of 2 nodes, not of 3; write a number of votes for each of 3 nodes, separated by commas`},
		{"weighted:1,1,1,1", 3, `quorum "weighted:1,1,1,1": votes of more than 3 nodes; write a number of votes for each of 3 nodes, separated by commas`},
		{"weighted:1,-1,1", 3, `quorum "weighted:1,-1,1": votes -1: must not be negative; write 0 to 1000000`},
		{"weighted:1,1000001,1", 3, `quorum "weighted:1,1000001,1": votes 1000001: too many; write 0 to 1000000`},
		{"weighted:1,99999999999999999999,1", 3, `quorum "weighted:1,99999999999999999999,1": "99999999999999999999" is not a number of votes; write a number of votes for each of 3 nodes, separated by commas`},
		{"weighted:1,,1", 3, `quorum "weighted:1,,1": "" is not a number of votes; write a number of votes for each of 3 nodes, separated by commas`},
		{"weighted:1,01,1", 3, `quorum "weighted:1,01,1": "01" is not a number of votes; write a number of votes for each of 3 nodes, separated by commas`},
		{"weighted:0,0,0", 3, `quorum "weighted:0,0,0": the votes add up to 0, so that there is no majority; give a node a vote`},
		{"sets", 3, `quorum "sets": no sets; write one for each node, as sets:1,2/2,3/1,3`},
		{"sets:1,2/2,3", 3, `quorum "sets:1,2/2,3": has 2 of 3 sets; each node has one; --n says how many nodes there are`},
		{"sets:1/1/1/1", 3, `quorum "sets:1/1/1/1", set 4: more sets than 3; each node has one; --n says how many nodes there are`},
		{"sets:1//1", 3, `quorum "sets:1//1", set 2: empty, so that nobody is asked; a set has one node at least`},
		{"sets:1/1/", 3, `quorum "sets:1/1/", set 3: empty, so that nobody is asked; a set has one node at least`},
		{"sets:1/1,4/1", 3, `quorum "sets:1/1,4/1", set 2: node 4: nodes are 1 to 3; --n says how many there are`},
		{"sets:0/1/1", 3, `quorum "sets:0/1/1", set 1: node 0: nodes are 1 to 3; --n says how many there are`},
		{"sets:1,2,1/1/1", 3, `quorum "sets:1,2,1/1/1", set 1: node 1 stands there twice; name each node once`},
		{"sets:1,a/1/1", 3, `quorum "sets:1,a/1/1", set 1: "a" is not a node; nodes are the numbers 1 to 3`},
		{"sets:1, 2/1/1", 3, `quorum "sets:1, 2/1/1", set 1: " 2" is not a node; nodes are the numbers 1 to 3`},
		{"sets:+1/1/1", 3, `quorum "sets:+1/1/1", set 1: "+1" is not a node; nodes are the numbers 1 to 3`},
	} {
		_, err := Parse(c.spec, c.n)
		var bad *config.Error
		if !errors.As(err, &bad) || err.Error() != c.want {
			t.Errorf("%q over %d:\ngot  %v\nwant %s", c.spec, c.n, err, c.want)
		}
	}
	long := "sets:" + strings.Repeat("1/", maxText/2)
	if _, err := Parse(long, 3); err == nil || !strings.HasSuffix(err.Error(), "longer than 262144 characters; n sets of n nodes are shorter") {
		t.Errorf("a long specification: %.300v", err)
	}
}

// TestForms holds that every form gives a quorum system for any n, as do the
// specifications that list its sets.
func TestForms(t *testing.T) {
	for _, n := range counts() {
		votes := make([]string, n)
		for k := range votes {
			votes[k] = fmt.Sprint((k*k + n) % 7)
		}
		votes[0] = "1"
		specs := []string{"all", "method1", "grid", "grid:completed", "majority", "singleton", fmt.Sprintf("singleton:%d", n), "tree", Default(n),
			"weighted:1" + strings.Repeat(",1", n-1), "weighted:" + strings.Join(votes, ",")}
		for _, spec := range specs {
			sets, err := Parse(spec, n)
			if err != nil {
				t.Errorf("%s over %d: %v", spec, n, err)
				continue
			}
			if why := malformed(sets, n); why != "" {
				t.Fatalf("%s over %d: %s", spec, n, why)
			}
			r := Check(sets)
			if len(r.Disjoint) > 0 {
				t.Errorf("%s over %d: disjoint %v", spec, n, r.Disjoint)
			}
			if len(r.Absent) > 0 && !strings.HasPrefix(spec, "singleton") {
				t.Errorf("%s over %d: %v are not in their own sets", spec, n, r.Absent)
			}
			again, err := Parse(Listed(sets), n)
			if err != nil || !reflect.DeepEqual(again, sets) {
				t.Errorf("%s over %d: listed, it is %v, %v", spec, n, again, err)
			}
		}
	}
}

// counts are small numbers of nodes, and some of the others.
func counts() []int {
	var all []int
	for n := 1; n < MaxN; n += 1 + n/24 {
		all = append(all, n)
	}
	return append(all, MaxN)
}

// malformed says why sets are not one for each node, ascending, of nodes.
func malformed(sets [][]int, n int) string {
	if len(sets) != n {
		return fmt.Sprintf("%d sets", len(sets))
	}
	for k, set := range sets {
		if len(set) == 0 || set[0] < 1 || set[len(set)-1] > n {
			return fmt.Sprintf("set %d is %v", k+1, set)
		}
		for at := 1; at < len(set); at++ {
			if set[at-1] >= set[at] {
				return fmt.Sprintf("set %d is %v", k+1, set)
			}
		}
	}
	return ""
}

// TestGrid: on a full square each set is a row and a column.
func TestGrid(t *testing.T) {
	for side := 1; side <= 15; side++ {
		sets, err := Parse("grid", side*side)
		if err != nil {
			t.Fatal(err)
		}
		r := Check(sets)
		for _, numbers := range [][]int{r.Sizes, r.Loads} {
			if low, high := Range(numbers); low != 2*side-1 || high != 2*side-1 {
				t.Errorf("side %d: %d to %d, want %d", side, low, high, 2*side-1)
			}
		}
		completed, err := Parse("grid:completed", side*side)
		if err != nil || !reflect.DeepEqual(completed, sets) {
			t.Errorf("side %d: completed, it is another: %v", side, err)
		}
	}
}

// TestWeighted: each set has a majority of the votes, and needs its last node.
func TestWeighted(t *testing.T) {
	votes := []int{5, 0, 3, 3, 1, 8, 2}
	sets, err := Parse("weighted:"+join(votes), len(votes))
	if err != nil {
		t.Fatal(err)
	}
	for k, set := range sets {
		sum, least := 0, 8
		for _, i := range set {
			sum += votes[i-1]
			if i != k+1 {
				least = min(least, votes[i-1])
			}
		}
		if 2*sum <= 22 || 2*(sum-least) > 22 {
			t.Errorf("S[%d] = %v has %d of 22 votes", k+1, set, sum)
		}
	}
}

// TestPortable: a specification that names no file stands for itself.
func TestPortable(t *testing.T) {
	sets := [][]int{{1, 2}, {2}}
	for _, c := range [][2]string{{"method1", "method1"}, {"sets:2,1/2", "sets:2,1/2"}, {"file:x", "sets:1,2/2"}} {
		if got := Portable(c[0], sets); got != c[1] {
			t.Errorf("%s: got %s", c[0], got)
		}
	}
}

// TestDefault: there is a system of any number of nodes.
func TestDefault(t *testing.T) {
	var planes []int
	for n := 1; n <= MaxN; n++ {
		if Default(n) == "fpp" {
			planes = append(planes, n)
		} else if Default(n) != "method1" {
			t.Errorf("n %d: %s", n, Default(n))
		}
	}
	if want := []int{3, 7, 13, 21, 31, 57, 73, 91, 133, 183}; !slices.Equal(planes, want) {
		t.Errorf("planes: %v, want %v", planes, want)
	}
}

// FuzzParse holds that what is accepted is a set for each node, which its list
// names, and that what is refused is refused in one clean line.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"fpp", "fpp:gf", "method1", "grid:completed", "majority", "weighted:1,2,3", "singleton:2", "all", "tree",
		"sets:1,2/2,3/3,1", "sets:1//", "maekawa-fig-1a", "x:", "weighted:-1", "sets:1,1/1/1"} {
		f.Add(seed, 3)
	}
	f.Add("fpp:gf", 91)
	f.Add("method1", 250)
	f.Fuzz(func(t *testing.T, spec string, n int) {
		if !strings.HasPrefix(spec, "file") {
			checkReader(t, Parse, spec, n)
		}
	})
}

func checkReader(t *testing.T, read func(string, int) ([][]int, error), text string, n int) {
	sets, err := read(text, n)
	if err != nil {
		if line := err.Error(); len(line) > 1500 || strings.ContainsAny(line, "\n\r\x1b\x00") {
			t.Errorf("%d bytes, not one clean line: %.500q", len(line), line)
		}
		return
	}
	for k, set := range sets {
		sets[k] = ascending(set)
	}
	if why := malformed(sets, n); why != "" {
		t.Fatalf("%q over %d: %s", text, n, why)
	}
	again, err := Parse(Listed(sets), n)
	if err != nil || !reflect.DeepEqual(again, sets) {
		t.Errorf("%v becomes %v, %v", sets, again, err)
	}
}
