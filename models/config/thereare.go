package config

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

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
		most := max(1, min(2, len(n)/2), len(n)/4)              // two letters that changed places are two slips
		if len(name) > len(n)+most || len(n) > len(name)+most { // long before it is measured: it may be anything
			continue
		}
		if d := levenshtein.ComputeDistance(strings.ToLower(name), strings.ToLower(n)); d <= most && d < fewest {
			nearest, fewest = n, d
		}
	}
	return nearest
}
