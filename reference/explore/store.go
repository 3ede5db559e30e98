package explore

import "bytes"

// State is the number of a state.  Numbers are not contiguous.
type State uint32

// shards is the number of parts of the store.  One worker at a time inserts
// into a shard, so the store needs no lock.  The number is a constant, because
// the numbering of states depends on it.
const (
	shardBits = 6
	shards    = 1 << shardBits
	maxStates = 1 << 31 // leaves room for shards that fill unevenly
)

const none = ^State(0)

func (s State) shard() int { return int(s % shards) }
func (s State) place() int { return int(s / shards) }

func stateAt(shard, place int) State { return State(place*shards + shard) }

// shardOf and tagOf are the parts of a hash that choose the shard and the
// slot in it.
func shardOf(h uint64) int  { return int(h >> (64 - shardBits)) }
func tagOf(h uint64) uint32 { return uint32(h) }

// store is a set of states, each a string of bytes, in order of insertion.
type store [shards]shard

// shard is one part of the store: an open hash table over one array of bytes.
type shard struct {
	slots   []uint64 // tag<<32 | place+1; 0 is free
	data    []byte
	ends    []uint32 // of the state at each place, in data
	parents []State  // from which each was found first, none for the initial
}

func (s *shard) len() int { return len(s.ends) }

// key returns the bytes of the state at a place.
func (s *shard) key(place int) []byte {
	start := uint32(0)
	if place > 0 {
		start = s.ends[place-1]
	}
	return s.data[start:s.ends[place]]
}

// find returns the slot of a state, or the free slot for it if it is new.
func (s *shard) find(tag uint32, key []byte) (slot uint32, found bool) {
	mask := uint32(len(s.slots) - 1)
	for slot = tag & mask; s.slots[slot] != 0; slot = (slot + 1) & mask {
		v := s.slots[slot]
		if uint32(v>>32) == tag && bytes.Equal(s.key(int(uint32(v))-1), key) {
			return slot, true
		}
	}
	return slot, false
}

// insert adds a state that is new.
func (s *shard) insert(tag uint32, key []byte, parent State) {
	if 2*len(s.ends) >= len(s.slots) {
		s.grow()
	}
	slot, found := s.find(tag, key)
	if found {
		return
	}
	s.data = append(s.data, key...)
	s.ends = append(s.ends, uint32(len(s.data)))
	s.parents = append(s.parents, parent)
	s.slots[slot] = uint64(tag)<<32 | uint64(len(s.ends))
}

// grow doubles the slots.  The tag of a state gives its new slot.
func (s *shard) grow() {
	old := s.slots
	s.slots = make([]uint64, max(16, 2*len(old)))
	mask := uint32(len(s.slots) - 1)
	for _, v := range old {
		if v == 0 {
			continue
		}
		slot := uint32(v>>32) & mask
		for s.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		s.slots[slot] = v
	}
}

// bytes returns the memory in use.
func (s *shard) bytes() int64 {
	return 8*int64(cap(s.slots)) + int64(cap(s.data)) + 4*int64(cap(s.ends)) + 4*int64(cap(s.parents))
}

// full reports whether the shard has almost no places or bytes left: State and
// ends have 32 bits.
func (s *shard) full() bool {
	return len(s.ends) > 1<<(32-shardBits)-1<<20 || len(s.data) > 1<<32-1<<28
}

// key returns the bytes of a state.
func (t *store) key(s State) []byte { return t[s.shard()].key(s.place()) }

// lookup finds a state by its bytes.
func (t *store) lookup(key []byte) (State, bool) {
	h := hash(key)
	sh := &t[shardOf(h)]
	if len(sh.slots) == 0 {
		return none, false
	}
	slot, found := sh.find(tagOf(h), key)
	if !found {
		return none, false
	}
	return stateAt(shardOf(h), int(uint32(sh.slots[slot]))-1), true
}

// bound returns a number above every State in the store.
func (t *store) bound() State {
	most := 0
	for k := range t {
		most = max(most, t[k].len())
	}
	return State(most * shards)
}

// has reports whether there is a state of this number.
func (t *store) has(s State) bool { return s.place() < t[s.shard()].len() }

// size returns the number of states and the memory they take.
func (t *store) size() (states int, memory int64) {
	for k := range t {
		states += t[k].len()
		memory += t[k].bytes()
	}
	return states, memory
}
