package quorum

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// differences has for each number of points a perfect difference set: every
// remainder but 0 is the difference of exactly one pair of its elements, which
// makes its shifts the lines of a projective plane.  Each is the first in
// lexicographic order with 0 and 1; its order is one less than its size.
var differences = map[int][]int{
	3:   {0, 1}, // a triangle, the degenerate plane of order 1
	7:   {0, 1, 3},
	13:  {0, 1, 3, 9},
	21:  {0, 1, 4, 14, 16},
	31:  {0, 1, 3, 8, 12, 18},
	57:  {0, 1, 3, 13, 32, 36, 43, 52},
	73:  {0, 1, 3, 7, 15, 31, 36, 54, 63},
	91:  {0, 1, 3, 9, 27, 49, 56, 61, 77, 81},
	133: {0, 1, 3, 12, 20, 34, 38, 81, 88, 94, 104, 109},
	183: {0, 1, 3, 16, 23, 28, 42, 76, 82, 86, 119, 137, 154, 175},
	273: {0, 1, 3, 7, 15, 31, 63, 90, 116, 127, 136, 181, 194, 204, 233, 238, 255}, // for method 1 alone
}

// cyclic is the plane of n points that a difference set makes.  The set has 0,
// so that i is on line i.
func cyclic(n int) [][]int {
	return each(n, func(i int) []int {
		var set []int
		for _, d := range differences[n] {
			set = append(set, (i-1+d)%n+1)
		}
		return set
	})
}

// fpp is a finite projective plane: sets of K nodes, N = K(K-1)+1, of which any
// two share exactly one, each node in K of them.
func fpp(parameter string, n int) ([][]int, error) {
	switch {
	case parameter != "" && parameter != "gf":
		return nil, &config.Error{Reason: fmt.Sprintf("construction %.20q: not known", parameter), Remedy: "write fpp, or fpp:gf for the one by a Galois field"}
	case differences[n] == nil:
		return nil, &config.Error{Operand: fmt.Sprintf(", n %d", n), Reason: noPlane(n), Remedy: planesNear(n)}
	case parameter == "":
		return cyclic(n), nil
	case n == 3:
		return nil, &config.Error{Operand: ", n 3", Reason: "the triangle is of order 1, and no field has one element", Remedy: "write fpp"}
	}
	return galois(len(differences[n]) - 1), nil
}

// noPlane says why no plane of n points is known here.
func noPlane(n int) string {
	k := 2
	for k*(k-1)+1 < n {
		k++
	}
	q := k - 1
	switch {
	case n < 3:
		return "the smallest has 3 points"
	case k*(k-1)+1 != n:
		return "a projective plane has K(K-1)+1 points"
	case bruckRyser(q):
		return fmt.Sprintf("there is no plane of order %d: it is 1 or 2 modulo 4 and no sum of two squares (Bruck and Ryser)", q)
	case q == 10:
		return "there is no plane of order 10: an exhaustive search found none"
	}
	return fmt.Sprintf("no plane of order %d is known: it is no power of a prime", q)
}

// bruckRyser reports whether the theorem of Bruck and Ryser rules out a plane of
// order q.
func bruckRyser(q int) bool {
	for a := 0; a*a <= q; a++ {
		for b := a; a*a+b*b <= q; b++ {
			if a*a+b*b == q {
				return false
			}
		}
	}
	return q%4 == 1 || q%4 == 2
}

// planesNear names the numbers of points next to n for which there is a plane.
func planesNear(n int) string {
	var near []string
	points := slices.Sorted(maps.Keys(differences))
	at, _ := slices.BinarySearch(points, n)
	for _, p := range points[max(at-1, 0) : at+1] {
		if p <= MaxN {
			near = append(near, fmt.Sprint(p))
		}
	}
	return "needs n " + strings.Join(near, " or ") + ", or method1, which takes any"
}

// method1 is Maekawa's method 1, which also serves an N that is not K(K-1)+1:
// of the next larger plane the sets of the points above n are dropped, and each
// of these points is replaced by one that is kept, the same in all sets.  They
// are replaced as in his example, where 7 and 6 become 5 and 4: each by the
// number that is less by as many as are dropped.
func method1(n int) [][]int {
	points := slices.Sorted(maps.Keys(differences))
	at, _ := slices.BinarySearch(points, n)
	p := points[at]
	sets := cyclic(p)
	for _, drawn := range figures {
		if len(drawn) == p { // his own planes, from which his numbers come
			sets = drawn
		}
	}
	var replacements []Replacement
	for j := n + 1; j <= p; j++ {
		replacements = append(replacements, Replacement{Failed: j, By: max(1, j-(p-n))})
	}
	kept, _ := Replace(sets, replacements)
	return kept
}
