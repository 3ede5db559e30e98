package config

import "strings"

// ThereAre is what to say to a name that is none: the names that there are, and
// before them the one that was probably meant.
func ThereAre(name string, names []string) string {
	list := "there are " + strings.Join(names, ", ")
	if near := Nearest(name, names); near != "" {
		return "did you mean " + near + "? " + list
	}
	return list
}

// Nearest is the name that takes the fewest slips of the keyboard to become this
// one, "" if none is near.
func Nearest(name string, names []string) string {
	nearest, fewest := "", len(name) // a name that has nothing in common with it is not near
	for _, n := range names {
		most := max(1, len(n)/4)
		if len(name) > len(n)+most || len(n) > len(name)+most { // long before it is measured: it may be anything
			continue
		}
		if d := slips(strings.ToLower(name), strings.ToLower(n)); d <= most && d < fewest {
			nearest, fewest = n, d
		}
	}
	return nearest
}

// slips is how many letters must be put in, left out, replaced, or exchanged with
// their neighbour to make one text of the other.
func slips(a, b string) int {
	row := func(start int) []int {
		r := make([]int, len(b)+1)
		r[0] = start
		return r
	}
	var before []int // the row above last
	last := row(0)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		this := row(i)
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			this[j] = min(replaced, last[j]+1, this[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				this[j] = min(this[j], before[j-2]+1)
			}
		}
		before, last = last, this
	}
	return last[len(b)]
}
