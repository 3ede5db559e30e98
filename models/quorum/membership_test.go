package quorum

import (
	"slices"
	"testing"
)

// asks says of each form, by its definition, whether node i asks node j.  The forms build
// lists; these predicates share nothing with them.
var asks = map[string]func(n, i, j int) bool{
	"all":       func(n, i, j int) bool { return true },
	"singleton": func(n, i, j int) bool { return j == 1 },
	"majority":  func(n, i, j int) bool { return (j-i+n)%n <= n/2 },
	"grid":      inGrid,
	// The row that is not full has no cell below j: its nodes ask j.
	"grid:completed": func(n, i, j int) bool {
		w := width(n)
		last := (n - 1) / w
		return inGrid(n, i, j) || (i-1)/w == last && (j-1)/w == last-1 && j+w > n
	},
}

// width is that of the smallest square that has room for n cells.
func width(n int) int {
	w := 1
	for w*w < n {
		w++
	}
	return w
}

// inGrid tells whether two nodes are in one row or one column.
func inGrid(n, i, j int) bool {
	w := width(n)
	return (i-1)/w == (j-1)/w || i%w == j%w
}

// Each form has the sets of its definition.
func TestMembership(t *testing.T) {
	for spec, member := range asks {
		for n := 1; n <= 40; n++ {
			sets, err := Parse(spec, n)
			if err != nil {
				t.Fatal(err)
			}
			for i := 1; i <= n; i++ {
				for j := 1; j <= n; j++ {
					if got, want := slices.Contains(sets[i-1], j), member(n, i, j); got != want {
						t.Fatalf("%s over %d: %d asks %d: %v, want %v", spec, n, i, j, got, want)
					}
				}
			}
		}
	}
}
