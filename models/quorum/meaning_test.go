package quorum

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The model and the program have their sets from this package, so that no comparison of
// the two can notice a wrong one.  Here each form is defined a second time, as a predicate
// that says which node is in which set.

// asks reports whether j is in the set of i, of n nodes.
type asks func(n, i, j int) bool

// meanings are the forms of which each member of each set is told by the numbers alone.
var meanings = map[string]asks{
	"all":         func(n, i, j int) bool { return true },
	"majority":    func(n, i, j int) bool { return stepsOnRing(n, i, j) <= n/2 },
	"singleton":   func(n, i, j int) bool { return j == 1 },
	"singleton:2": func(n, i, j int) bool { return j == min(2, n) },
	"tree":        onTreePath,
	"grid":        func(n, i, j int) bool { return sameRow(n, i, j) || sameColumn(n, i, j) },
	"grid:completed": func(n, i, j int) bool {
		return sameRow(n, i, j) || sameColumn(n, i, j) || inLastRow(n, i) && aboveMissingCell(n, j)
	},
}

// stepsOnRing walks from i to j along 1, 2, .., n, 1.
func stepsOnRing(n, i, j int) (steps int) {
	for ; i != j; steps++ {
		if i++; i > n {
			i = 1
		}
	}
	return steps
}

// onTreePath: in binary digits an ancestor is a prefix, and each step to the left adds a 0.
func onTreePath(_, i, j int) bool {
	own, other := strconv.FormatInt(int64(i), 2), strconv.FormatInt(int64(j), 2)
	below, isBelow := strings.CutPrefix(other, own)
	return strings.HasPrefix(own, other) || isBelow && strings.Trim(below, "0") == ""
}

// gridColumns is the square root of n, rounded up.
func gridColumns(n int) int { return int(math.Ceil(math.Sqrt(float64(n)))) }

func sameColumn(n, i, j int) bool { return (i-j)%gridColumns(n) == 0 }

// sameRow: no row ends between the two.
func sameRow(n, i, j int) bool {
	columns := gridColumns(n)
	for k := min(i, j); k < max(i, j); k++ {
		if k%columns == 0 {
			return false
		}
	}
	return true
}

func inLastRow(n, i int) bool { return sameRow(n, i, n) }

// aboveMissingCell: a row further down there is a cell, but no node.
func aboveMissingCell(n, j int) bool {
	below, last := j+gridColumns(n), n
	for last%gridColumns(n) != 0 {
		last++ // the number of cells
	}
	return n < below && below <= last
}

func TestMeanings(t *testing.T) {
	for spec, in := range meanings {
		for _, n := range counts() {
			if spec == "singleton:2" && n < 2 {
				continue
			}
			checkMembers(t, spec, n, func(i, j int) bool { return in(n, i, j) })
		}
	}
}

// checkMembers compares the sets of a form with a predicate.
func checkMembers(t *testing.T, spec string, n int, in func(i, j int) bool) {
	t.Helper()
	for k, set := range parsed(t, spec, n) {
		for j := 1; j <= n; j++ {
			if want := in(k+1, j); slices.Contains(set, j) != want {
				t.Errorf("%s over %d: %d in S[%d]: %v, want %v", spec, n, j, k+1, !want, want)
				return
			}
		}
	}
}

func parsed(t *testing.T, spec string, n int) [][]int {
	t.Helper()
	sets, err := Parse(spec, n)
	if err != nil {
		t.Fatal(err)
	}
	return sets
}

// TestWeightedMeaning: i itself; a majority of the votes; nobody left out who is heavier than
// a member, or as heavy with a smaller number; no majority without the lightest but i.
func TestWeightedMeaning(t *testing.T) {
	for _, n := range counts() {
		votes, total := somebodysVotes(n), 0
		for _, v := range votes {
			total += v
		}
		for k, set := range parsed(t, "weighted:"+join(votes), n) {
			i, sum, lightest := k+1, 0, 0
			for _, j := range set {
				sum += votes[j-1]
				if j != i && (lightest == 0 || heavier(votes, lightest, j)) {
					lightest = j
				}
			}
			for j := 1; j <= n; j++ {
				if lightest > 0 && !slices.Contains(set, j) && heavier(votes, j, lightest) {
					t.Errorf("votes %v: S[%d] has %d, but not %d", votes, i, lightest, j)
				}
			}
			if !slices.Contains(set, i) || 2*sum <= total || lightest > 0 && 2*(sum-votes[lightest-1]) > total {
				t.Errorf("votes %v: S[%d] = %v", votes, i, set)
			}
		}
	}
}

// heavier reports whether a comes before b.
func heavier(votes []int, a, b int) bool {
	return votes[a-1] > votes[b-1] || votes[a-1] == votes[b-1] && a < b
}

func somebodysVotes(n int) []int {
	votes := []int{1}
	for k := 1; k < n; k++ {
		votes = append(votes, (k*k+n)%7)
	}
	return votes
}

// orders are those of the planes of at most 255 points, with the degree of their field.
var orders = map[int]struct{ prime, degree int }{
	1: {}, 2: {2, 1}, 3: {3, 1}, 4: {2, 2}, 5: {5, 1}, 7: {7, 1}, 8: {2, 3}, 9: {3, 2}, 11: {11, 1}, 13: {13, 1},
}

func points(q int) int { return q*q + q + 1 }

// TestDefaultMeaning: a plane where there is one, and only there.
func TestDefaultMeaning(t *testing.T) {
	for n := 1; n <= MaxN; n++ {
		want := "method1"
		for q := range orders {
			if points(q) == n {
				want = "fpp"
			}
		}
		if got := Default(n); got != want {
			t.Errorf("n %d: %s, want %s", n, got, want)
		}
	}
}

// TestCyclicMeaning: the set of i+1 is that of i with each node replaced by the next on the
// ring, 1 and 2 are in that of 1, and no smaller set of this kind is a plane's.
func TestCyclicMeaning(t *testing.T) {
	for q := range orders {
		n := points(q)
		sets := parsed(t, "fpp", n)
		checkMembers(t, "fpp", n, func(i, j int) bool {
			return slices.Contains(sets[0], 1+stepsOnRing(n, i, j))
		})
		checkPlane(t, sets, q+1)
		if q <= 8 { // beyond, trying takes too long
			if least := leastLine(n, q+1, []int{1, 2}); !slices.Equal(sets[0], least) {
				t.Errorf("fpp over %d: S[1] = %v, want %v", n, sets[0], least)
			}
		}
	}
}

// leastLine tries nodes in ascending order until k have different distances on the ring.
func leastLine(n, k int, line []int) []int {
	seen := map[int]bool{}
	for _, a := range line {
		for _, b := range line {
			if d := stepsOnRing(n, a, b); d > 0 && seen[d] {
				return nil
			} else {
				seen[d] = true
			}
		}
	}
	if len(line) == k {
		return line
	}
	for j := line[len(line)-1] + 1; j <= n; j++ {
		if found := leastLine(n, k, append(slices.Clone(line), j)); found != nil {
			return found
		}
	}
	return nil
}

// TestGaloisMeaning: each set is all points of a line u, u.v = 0, with i among them, and no
// two sets are the same line.  Which of the lines through i it has, TestPinned says.
func TestGaloisMeaning(t *testing.T) {
	for q, f := range orders {
		if q == 1 {
			continue
		}
		var coordinates [][3]int // 1 y z, then 0 1 z, then 0 0 1
		for lead := range 3 {
			for _, u := range triples(q) {
				if !slices.ContainsFunc(u[:lead], func(x int) bool { return x != 0 }) && u[lead] == 1 {
					coordinates = append(coordinates, u)
				}
			}
		}
		onLine := map[string]bool{}
		for _, u := range coordinates {
			var line []int
			for k, v := range coordinates {
				if dot(f.prime, f.degree, u, v) == 0 {
					line = append(line, k+1)
				}
			}
			onLine[join(line)] = true
		}
		for k, set := range parsed(t, "fpp:gf", points(q)) {
			if !onLine[join(set)] || !slices.Contains(set, k+1) {
				t.Errorf("fpp:gf over %d: S[%d] = %v: no line through %d, or that of another node", points(q), k+1, set, k+1)
			}
			delete(onLine, join(set))
		}
	}
}

func triples(q int) (all [][3]int) {
	for x := range q {
		for y := range q {
			for z := range q {
				all = append(all, [3]int{x, y, z})
			}
		}
	}
	return all
}

// irreducible are polynomials x^degree + .., as numbers whose digits to the base p are the
// coefficients.
var irreducible = map[[2]int]int{{2, 2}: 0b111, {2, 3}: 0b1011, {3, 2}: 9 + 2*3 + 2}

// dot is the scalar product over the field of p^degree elements: polynomials are multiplied
// as on paper, and divided by the irreducible one at the end.
func dot(p, degree int, u, v [3]int) int {
	sum := make([]int, 2*degree)
	for k := range u {
		for a, x := range digits(p, degree, u[k]) {
			for b, y := range digits(p, degree, v[k]) {
				sum[a+b] = (sum[a+b] + x*y) % p
			}
		}
	}
	if degree > 1 {
		divisor := digits(p, degree+1, irreducible[[2]int{p, degree}])
		for top := len(sum) - 1; top >= degree; top-- {
			factor := sum[top]
			for a, x := range divisor {
				at := top - degree + a
				sum[at] = ((sum[at]-factor*x)%p + p) % p
			}
		}
	}
	number := 0
	for k := degree - 1; k >= 0; k-- {
		number = number*p + sum[k]
	}
	return number
}

func digits(p, count, number int) (all []int) {
	for range count {
		all, number = append(all, number%p), number/p
	}
	return all
}

// TestMethod1Meaning: j is in the set of i if it is in that of the next larger plane, or if a
// dropped point is there whose role j has.
func TestMethod1Meaning(t *testing.T) {
	for _, n := range counts() {
		p := 16*16 + 16 + 1 // beyond MaxN, the next order after 13
		for q := range orders {
			if points(q) >= n {
				p = min(p, points(q))
			}
		}
		plane := cyclic(p)
		if name := map[int]string{3: "1a", 7: "1b", 13: "1c", 21: "1d"}[p]; name != "" {
			plane = parsed(t, "maekawa-fig-"+name, p)
		}
		checkMembers(t, "method1", n, func(i, j int) bool {
			return slices.ContainsFunc(plane[i-1], func(point int) bool {
				dropped, role := point > n, max(1, n-(p-point))
				return !dropped && point == j || dropped && role == j
			})
		})
	}
}

// TestPinned: a specification names the same sets in every version (docs/quorum.md).
// Nothing here may ever be changed.
func TestPinned(t *testing.T) {
	for spec, want := range map[string]string{
		"fpp 13":           "sets:1,2,4,10/2,3,5,11/3,4,6,12/4,5,7,13/1,5,6,8/2,6,7,9/3,7,8,10/4,8,9,11/5,9,10,12/6,10,11,13/1,7,11,12/2,8,12,13/1,3,9,13",
		"fpp:gf 7":         "sets:1,3,5/2,3,6/3,4,7/1,4,6/2,4,5/5,6,7/1,2,7",
		"fpp:gf 13":        "sets:1,4,7,10/1,2,3,13/3,5,7,12/2,4,9,12/1,5,9,11/2,6,7,11/7,8,9,13/1,6,8,12/3,6,9,10/2,5,8,10/3,4,8,11/10,11,12,13/4,5,6,13",
		"method1 8":        "sets:1,2,3,4/2,5,6,8/3,6,8/4,5,6/1,5,6,7/2,4,6,7/2,5,7,8/1,4,5,8",
		"grid 8":           "sets:1,2,3,4,7/1,2,3,5,8/1,2,3,6/1,4,5,6,7/2,4,5,6,8/3,4,5,6/1,4,7,8/2,5,7,8",
		"grid:completed 8": "sets:1,2,3,4,7/1,2,3,5,8/1,2,3,6/1,4,5,6,7/2,4,5,6,8/3,4,5,6/1,4,6,7,8/2,5,6,7,8",
		"majority 6":       "sets:1,2,3,4/2,3,4,5/3,4,5,6/1,4,5,6/1,2,5,6/1,2,3,6",
		"tree 8":           "sets:1,2,4,8/1,2,4,8/1,3,6/1,2,4,8/1,2,5/1,3,6/1,3,7/1,2,4,8",
	} {
		form, n, _ := strings.Cut(spec, " ")
		number, _ := strconv.Atoi(n)
		if got := Listed(parsed(t, form, number)); got != want {
			t.Errorf("%s: %s, want %s", spec, got, want)
		}
	}
	for spec, want := range digests {
		if got := digest(spec); got != want {
			t.Errorf("%s: the sets of some N have changed: %s, want %s", spec, got, want)
		}
	}
	for form := range builders {
		if form != "sets" && form != "file" && digests[form] == "" {
			t.Errorf("%s is not pinned", form)
		}
	}
}

// digests are those of each form's sets.
var digests = map[string]string{
	"fpp":               "be3f295611b8c5bd",
	"fpp:gf":            "cbe485453db46bdd",
	"method1":           "1dac286c3f9a30d7",
	"grid":              "27fe87a268404c26",
	"grid:completed":    "a0e57c599a377af4",
	"majority":          "28beb15c51d46739",
	"weighted":          "9ac835868908a6aa",
	"singleton":         "33ce34ab642c5b48",
	"all":               "bf3db10876213330",
	"tree":              "69d6c807b712e9b9",
	"maekawa-fig-1a":    "4ff6bfef41a261d5",
	"maekawa-fig-1b":    "c1e93fc7577a08b7",
	"maekawa-fig-1c":    "75b6732295f6c51a",
	"maekawa-fig-1d":    "1ddc0818653a4c2a",
	"maekawa-fig-2a":    "75b6732295f6c51a",
	"maekawa-section-7": "7c7967b7e4571308",
}

// digest is that of the sets of all numbers of nodes up to 60, and of all planes.
func digest(spec string) string {
	hash := sha256.New()
	for n := 1; n <= MaxN; n++ {
		if n > 60 && n < MaxN && differences[n] == nil {
			continue
		}
		full := spec
		if spec == "weighted" {
			full += ":" + join(somebodysVotes(n))
		}
		if sets, err := Parse(full, n); err == nil {
			fmt.Fprintln(hash, n, Listed(sets))
		}
	}
	return fmt.Sprintf("%x", hash.Sum(nil))[:16]
}
