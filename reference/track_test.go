package reference

import (
	"slices"
	"testing"
)

// TestRewritten: messages that are written anew in another order are followed to their new places,
// and those that are gone stay gone.
func TestRewritten(t *testing.T) {
	followed := &tracks{at: []int{1, gone, 0, 3}}
	before := followed.rewrite()
	for _, place := range []int{0, 0, 1, 1} { // of the messages at the places 0 to 3, one after another
		followed.put(place)
	}
	// they are at 0, then 1 0, then 2 0 1, then 3 0 2 1: each moves those behind it
	followed.rewritten(before)
	if want := []int{0, gone, 3, 1}; !slices.Equal(followed.at, want) {
		t.Errorf("the places are %v; want %v", followed.at, want)
	}
	followed.take(1)
	if want := []int{0, gone, 2, gone}; !slices.Equal(followed.at, want) {
		t.Errorf("after one is taken the places are %v; want %v", followed.at, want)
	}
	var nothing *tracks
	nothing.rewritten(nothing.rewrite())
}
