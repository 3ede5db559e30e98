package quorum

import (
	"maps"
	"slices"
	"testing"
)

// TestDifferences: every remainder is the difference of exactly one pair.
func TestDifferences(t *testing.T) {
	for n, set := range differences {
		seen := make([]int, n)
		for _, a := range set {
			for _, b := range set {
				seen[(a-b+n)%n]++
			}
		}
		if seen[0] != len(set) || slices.Max(seen[1:]) != 1 || slices.Min(seen[1:]) != 1 {
			t.Errorf("%d points: %v is no perfect difference set", n, set)
		}
	}
}

// TestPlanes holds that both constructions give planes of the same parameters,
// and the printed figures too.
func TestPlanes(t *testing.T) {
	for _, n := range slices.Sorted(maps.Keys(differences)) {
		k := len(differences[n])
		if k*(k-1)+1 != n {
			t.Errorf("%d points, %d on a line", n, k)
		}
		checkPlane(t, cyclic(n), k)
		if n > 3 {
			checkPlane(t, galois(k-1), k)
		}
	}
	for name, k := range map[string]int{"maekawa-fig-1a": 2, "maekawa-fig-1b": 3, "maekawa-fig-1c": 4, "maekawa-fig-2a": 4, "maekawa-fig-1d": 5} {
		checkPlane(t, figures[name], k)
	}
}

func checkPlane(t *testing.T, sets [][]int, k int) {
	t.Helper()
	n := k*(k-1) + 1
	if why := malformed(each(len(sets), func(i int) []int { return ascending(sets[i-1]) }), n); why != "" {
		t.Fatalf("%d points: %s", n, why)
	}
	r := Check(sets)
	if len(r.Disjoint)+len(r.Absent)+len(r.Shared)+len(r.Duplicates)+len(r.Contained) > 0 {
		t.Errorf("%d points: %+v", n, r)
	}
	if !uniform(r.Sizes, k) || !uniform(r.Loads, k) {
		t.Errorf("%d points: sizes %v, loads %v, want %d", n, r.Sizes, r.Loads, k)
	}
}

func uniform(numbers []int, value int) bool {
	low, high := Range(numbers)
	return low == value && high == value
}

// TestField: the axioms, for every field that a plane needs.
func TestField(t *testing.T) {
	for _, q := range []int{2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 19} {
		f := newField(q)
		table := f.products()
		for a := range q {
			if f.add(a, 0) != a || table[a][1] != a || table[a][0] != 0 {
				t.Errorf("GF(%d): 0 and 1 are not neutral for %d", q, a)
			}
			if a > 0 && !slices.Contains(table[a], 1) {
				t.Errorf("GF(%d): %d has no inverse", q, a)
			}
			for b := range q {
				if table[a][b] != table[b][a] || f.add(a, b) != f.add(b, a) {
					t.Errorf("GF(%d): %d and %d do not commute", q, a, b)
				}
				for c := range q {
					if table[a][f.add(b, c)] != f.add(table[a][b], table[a][c]) || table[table[a][b]][c] != table[a][table[b][c]] {
						t.Errorf("GF(%d): %d, %d, %d: not distributive, or not associative", q, a, b, c)
					}
				}
			}
		}
	}
}

// TestNoPlane: the reasons, for every order up to the largest that fits.
func TestNoPlane(t *testing.T) {
	var excluded, unknown []int
	for k := 3; k*(k-1)+1 <= MaxN; k++ {
		switch q := k - 1; {
		case differences[k*(k-1)+1] != nil:
			if bruckRyser(q) {
				t.Errorf("order %d: there is a plane, and there cannot be", q)
			}
		case bruckRyser(q):
			excluded = append(excluded, q)
		default:
			unknown = append(unknown, q)
		}
	}
	if !slices.Equal(excluded, []int{6, 14}) || !slices.Equal(unknown, []int{10, 12, 15}) {
		t.Errorf("excluded %v, otherwise missing %v", excluded, unknown)
	}
}

// TestPerOccurrence: with another number at each place, sets of method 1 need not
// intersect, as Maekawa's wording (section 7, step b) would allow.
func TestPerOccurrence(t *testing.T) {
	sets := [][]int{{1, 2, 3}, {1, 2, 4}, {3, 5}, {1, 4, 5}, {2, 5}} // of 6, 1 in S[2] and 5 in S[3]
	if r := Check(sets); !slices.Contains(r.Disjoint, [2]int{2, 3}) {
		t.Errorf("disjoint: %v", r.Disjoint)
	}
}

// TestTables compares with the numbers that are printed in the paper.
func TestTables(t *testing.T) {
	for number, want := range map[int][]Row{
		1: {{3, 2, 3, 4}, {7, 3, 6, 12}, {13, 4, 9, 24}, {21, 5, 12, 40}, {133, 12, 33, 264}, {381, 20, 57, 760}},
		2: {{5, 0, 4.8, 8}, {6, 0, 5.5, 10}, {10, 0, 8.1, 18}, {18, 0, 11.7, 34}},
	} {
		rows, err := Table(number)
		if err != nil || len(rows) != len(want) {
			t.Fatalf("table %d: %v, %v", number, rows, err)
		}
		for k, row := range rows {
			if row.Maekawa < want[k].Maekawa-0.05 || row.Maekawa > want[k].Maekawa+0.05 {
				t.Errorf("table %d: %+v, want %+v", number, row, want[k])
			}
			row.Maekawa = want[k].Maekawa
			if row != want[k] {
				t.Errorf("table %d: %+v, want %+v", number, row, want[k])
			}
		}
	}
	for _, number := range []int{0, 3, -1} {
		if _, err := Table(number); err == nil {
			t.Errorf("there is a table %d", number)
		}
	}
}
