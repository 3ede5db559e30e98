package reference

import (
	"iter"
	"math"
	"math/bits"
)

// LargeSet is a set of nodes with any numbers, for the variables of programs that
// are also simulated with more than MaxNodes nodes.  It takes one bit for each node
// up to the largest member that it ever had.  With up to MaxNodes nodes it is a Set,
// and a copy of the struct is a copy of the set.
type LargeSet struct {
	low  Set      // nodes up to 63
	high []uint64 // bit i%64 of high[i/64-1] stands for node i
}

// Has reports whether i is a member.
func (s *LargeSet) Has(i int) bool {
	if i < 64 {
		return s.low.Has(i)
	}
	word := i/64 - 1
	return word < len(s.high) && s.high[word]>>(i%64)&1 != 0
}

// Add makes i a member.
func (s *LargeSet) Add(i int) {
	if i < 64 {
		s.low = s.low.With(i)
		return
	}
	word := i/64 - 1
	if word >= len(s.high) {
		s.high = append(s.high, make([]uint64, word+1-len(s.high))...)
	}
	s.high[word] |= 1 << (i % 64)
}

// AddBelow makes all nodes before i members.
func (s *LargeSet) AddBelow(i int) {
	s.low |= 1<<min(i, 64) - 2
	if i <= 64 {
		return
	}
	words := (i - 1) / 64 // nodes 64 to i-1
	if words > len(s.high) {
		s.high = append(s.high, make([]uint64, words-len(s.high))...)
	}
	for k := range words - 1 {
		s.high[k] = math.MaxUint64
	}
	s.high[words-1] |= math.MaxUint64 >> (63 - (i-1)%64)
}

// Remove removes i.
func (s *LargeSet) Remove(i int) {
	if i < 64 {
		s.low = s.low.Without(i)
	} else if word := i/64 - 1; word < len(s.high) {
		s.high[word] &^= 1 << (i % 64)
	}
}

// Clear removes all members.
func (s *LargeSet) Clear() {
	s.low = 0
	clear(s.high)
}

// Len returns the number of members.
func (s *LargeSet) Len() int {
	n := s.low.Len()
	for _, word := range s.high {
		n += bits.OnesCount64(word)
	}
	return n
}

// All yields the members in ascending order.  A member may be removed when it is
// yielded.
func (s *LargeSet) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range s.low.All() {
			if !yield(i) {
				return
			}
		}
		for k, word := range s.high {
			for ; word != 0; word &= word - 1 {
				if !yield(64*(k+1) + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// Small returns the set; there are at most MaxNodes nodes.
func (s *LargeSet) Small() Set { return s.low }
