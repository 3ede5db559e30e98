package reference

import (
	"iter"
	"math/bits"
	"strconv"
	"strings"
)

// Set is a set of nodes as a bit mask: bit i stands for node i.  Bit 0 is
// unused, because the number 0 stands for nobody.
type Set uint64

// MaxNodes is the largest N of any configuration, so that a Set fits into an
// int.
const MaxNodes = 62

// Has reports whether i is a member.
func (s Set) Has(i int) bool { return s>>uint(i)&1 != 0 }

// With returns the set with i as a member.
func (s Set) With(i int) Set { return s | 1<<uint(i) }

// Without returns the set without i.
func (s Set) Without(i int) Set { return s &^ (1 << uint(i)) }

// Len returns the number of members.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// After returns the smallest member above i, 0 if there is none.
func (s Set) After(i int) int {
	for j := range s.All() {
		if j > i {
			return j
		}
	}
	return 0
}

// InWords names the members: "node 3", "nodes 1, 2 and 3".
func (s Set) InWords() string {
	var names []string
	for i := range s.All() {
		names = append(names, strconv.Itoa(i))
	}
	if len(names) < 2 {
		return "node " + strings.Join(names, "")
	}
	last := len(names) - 1
	return "nodes " + strings.Join(names[:last], ", ") + " and " + names[last]
}

// All yields the members in ascending order.
func (s Set) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(bits.TrailingZeros64(uint64(s))) {
				return
			}
		}
	}
}
