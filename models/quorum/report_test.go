package quorum

import (
	"reflect"
	"slices"
	"testing"
)

func TestCheck(t *testing.T) {
	r := Check([][]int{{1, 2}, {2, 3}, {3, 4}, {1, 4}}) // the slides' example of two nodes each
	if want := [][2]int{{1, 3}, {2, 4}}; !reflect.DeepEqual(r.Disjoint, want) {
		t.Errorf("disjoint: %v, want %v", r.Disjoint, want)
	}
	if !uniform(r.Sizes, 2) || !uniform(r.Loads, 2) || len(r.Absent)+len(r.Shared)+len(r.Duplicates)+len(r.Contained) > 0 {
		t.Errorf("%+v", r)
	}
	if r.Messages() != 3 {
		t.Errorf("%v messages", r.Messages())
	}
	r = Check([][]int{{1, 2, 3, 4}, {2, 3}, {2, 3}, {2}})
	want := Report{
		Sizes: []int{4, 2, 2, 1}, Loads: []int{1, 4, 3, 1}, Disjoint: [][2]int{}, Absent: []int{4}, Shared: [][2]int{{1, 2}, {1, 3}},
		Duplicates: [][2]int{{2, 3}}, Contained: [][2]int{{2, 1}, {3, 1}, {4, 1}, {4, 2}, {4, 3}},
	}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("got  %+v\nwant %+v", r, want)
	}
	if r.Messages() != 4.5 { // 3, 1, 1 and 1 others, three messages each
		t.Errorf("%v messages", r.Messages())
	}
}

// TestCheckDumb compares with a comparison of the sets node by node, on every
// system of three nodes.
func TestCheckDumb(t *testing.T) {
	subsets := [][]int{{1}, {2}, {1, 2}, {3}, {1, 3}, {2, 3}, {1, 2, 3}}
	for _, a := range subsets {
		for _, b := range subsets {
			for _, c := range subsets {
				sets := [][]int{a, b, c}
				if got, want := Check(sets), dumb(sets); !reflect.DeepEqual(got, want) {
					t.Errorf("%v:\ngot  %+v\nwant %+v", sets, got, want)
				}
			}
		}
	}
}

func dumb(sets [][]int) Report {
	r := Report{Disjoint: [][2]int{}, Absent: []int{}, Shared: [][2]int{}, Duplicates: [][2]int{}, Contained: [][2]int{}}
	for i := 1; i <= len(sets); i++ {
		load := 0
		for _, set := range sets {
			if slices.Contains(set, i) {
				load++
			}
		}
		r.Sizes, r.Loads = append(r.Sizes, len(sets[i-1])), append(r.Loads, load)
		if !slices.Contains(sets[i-1], i) {
			r.Absent = append(r.Absent, i)
		}
		for j := 1; j <= len(sets); j++ {
			var common []int
			for _, m := range sets[i-1] {
				if slices.Contains(sets[j-1], m) {
					common = append(common, m)
				}
			}
			part, whole := slices.Equal(common, sets[i-1]), slices.Equal(common, sets[j-1])
			if i != j && part && !whole {
				r.Contained = append(r.Contained, [2]int{i, j})
			}
			if i < j && len(common) == 0 {
				r.Disjoint = append(r.Disjoint, [2]int{i, j})
			}
			if i < j && part && whole {
				r.Duplicates = append(r.Duplicates, [2]int{i, j})
			}
			if i < j && len(common) > 1 && !(part && whole) {
				r.Shared = append(r.Shared, [2]int{i, j})
			}
		}
	}
	return r
}

func TestValid(t *testing.T) {
	if err := Check([][]int{{1}, {1}}).Valid("x"); err != nil {
		t.Errorf("a node outside its set: %v", err)
	}
	remedy := "are disjoint, so that both nodes can be inside at once; let any two sets share a node, or add --allow-invalid-quorums"
	for _, c := range []struct {
		sets [][]int
		want string
	}{
		{[][]int{{1, 2}, {2, 3}, {3, 4}, {4, 1}}, `quorum "x": S[1] and S[3], S[2] and S[4] ` + remedy},
		{[][]int{{1}, {2}, {3}, {4}}, `quorum "x": S[1] and S[2], S[1] and S[3], S[1] and S[4], S[2] and S[3], S[2] and S[4] and 1 more ` + remedy},
	} {
		if err := Check(c.sets).Valid("x"); err == nil || err.Error() != c.want {
			t.Errorf("%v:\ngot  %v\nwant %s", c.sets, err, c.want)
		}
	}
}
