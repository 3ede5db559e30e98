package quorum

import (
	"strings"
	"testing"
)

func TestNumberings(t *testing.T) {
	for spec, want := range map[string]int{
		"sets:1": 1, "sets:1/1,2": 2, "sets:1,2/2,3/1,3": 2, "sets:1/1,2/1,3/1,4": 4, "sets:1,2/2,3/1,3,4/2,4": 12, "sets:1,2/2,3/1,3/1,2,4": 24,
	} {
		sets, err := Parse(spec, 1+strings.Count(spec, "/"))
		if err != nil {
			t.Fatal(err)
		}
		name, count := leastName(sets), 0
		for renamed := range Numberings(sets) {
			if count++; count == 1 && Listed(renamed) != Listed(sets) {
				t.Errorf("%s: %s comes first", spec, Listed(renamed))
			}
			if leastName(renamed) != name {
				t.Errorf("%s: %s is another system", spec, Listed(renamed))
			}
		}
		if count != want {
			t.Errorf("%s: %d, want %d", spec, count, want)
		}
	}
	for range Numberings(make([][]int, 7)) {
		t.Error("seven nodes")
	}
	for range Numberings([][]int{{1}, {1, 2}}) {
		break // whoever has seen enough may stop
	}
}
