package reference

import (
	"iter"
	"math/bits"
	"unsafe"
)

// Numbers has a number for each node, 0 at first, for the variables of programs that are also
// simulated with more than MaxNodes nodes.  There it stores those alone that are not 0, in a hash
// table with open addressing, until a slice of all numbers takes less memory.  With up to MaxNodes
// nodes it is such a slice.
type Numbers[T int | int32] struct {
	n     int
	all   []T       // the number of node j at j-1; nil: they are in the table
	table []slot[T] // its length is a power of two, or 0
	used  int       // slots with a number
}

// slot is a place of the table: the number of a node, 0 if it is free.
type slot[T int | int32] struct {
	number T
	node   int32
}

// NewNumbers returns the numbers of n nodes.
func NewNumbers[T int | int32](n int) Numbers[T] {
	s := Numbers[T]{n: n}
	if n <= MaxNodes {
		s.all = make([]T, n)
	}
	return s
}

// At returns the number of node j.
func (s *Numbers[T]) At(j int) T {
	if s.all != nil {
		return s.all[j-1]
	}
	if s.used == 0 {
		return 0
	}
	return s.table[s.find(j)].number
}

// Set sets the number of node j.
func (s *Numbers[T]) Set(j int, number T) {
	switch {
	case s.all != nil:
		s.all[j-1] = number
	case number != 0:
		s.put(j, number)
	case s.used > 0:
		s.remove(j)
	}
}

// All yields the nodes whose numbers are not 0, in any order, with the numbers.
func (s *Numbers[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for k, number := range s.all {
			if number != 0 && !yield(k+1, number) {
				return
			}
		}
		for _, x := range s.table {
			if x.number != 0 && !yield(int(x.node), x.number) {
				return
			}
		}
	}
}

// Small returns the number of node j at j-1; there are at most MaxNodes nodes.
func (s *Numbers[T]) Small() []T { return s.all }

// Visit visits the numbers as a list; there are at most MaxNodes nodes.
func (s *Numbers[T]) Visit(v *Visitor, name string) { VisitList(v, name, &s.all) }

// MostBytes is the memory that the numbers take at most, with more than MaxNodes nodes.
func (s *Numbers[T]) MostBytes() int64 { return int64(s.n) * int64(unsafe.Sizeof(T(0))) }

// home is the place of the table where node j belongs.
func (s *Numbers[T]) home(j int) int {
	return int(uint64(j) * 0x9e3779b97f4a7c15 >> (64 - bits.Len(uint(len(s.table)-1)))) // Fibonacci hashing
}

// find returns the place of node j, or the free place where it would be.
func (s *Numbers[T]) find(j int) int {
	k := s.home(j)
	for s.table[k].number != 0 && s.table[k].node != int32(j) {
		k = (k + 1) & (len(s.table) - 1)
	}
	return k
}

func (s *Numbers[T]) put(j int, number T) {
	if 4*(s.used+1) > 3*len(s.table) {
		if s.grow(); s.all != nil {
			s.all[j-1] = number
			return
		}
	}
	k := s.find(j)
	if s.table[k].number == 0 {
		s.used++
	}
	s.table[k] = slot[T]{number, int32(j)}
}

// grow makes room for more numbers.
func (s *Numbers[T]) grow() {
	old := s.table
	size := max(8, 2*len(old))
	if int64(size)*int64(unsafe.Sizeof(slot[T]{})) >= s.MostBytes() {
		s.all = make([]T, s.n)
		for _, x := range old {
			if x.number != 0 {
				s.all[x.node-1] = x.number
			}
		}
		s.table = nil
		return
	}
	s.table = make([]slot[T], size)
	for _, x := range old {
		if x.number != 0 {
			s.table[s.find(int(x.node))] = x
		}
	}
}

// remove frees the place of node j, and moves those after it to where a search finds them.
func (s *Numbers[T]) remove(j int) {
	mask := len(s.table) - 1
	free := s.find(j)
	if s.table[free].number == 0 {
		return
	}
	s.used--
	for k := (free + 1) & mask; s.table[k].number != 0; k = (k + 1) & mask {
		if home := s.home(int(s.table[k].node)); (k-home)&mask >= (k-free)&mask {
			s.table[free] = s.table[k]
			free = k
		}
	}
	s.table[free] = slot[T]{}
}
