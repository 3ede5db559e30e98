package graph

// A graph that is too large for its edges to be written has a hash: the sums, over all edges,
// of two hashes of an edge.  Equal graphs have equal hashes, whatever the order of their
// edges; different graphs have different ones but for a chance of about 2 to the power of
// -128.  graph.c computes the same.

// hashSeeds are the digits of pi.
var hashSeeds = [2]uint64{0x243F6A8885A308D3, 0x13198A2E03707344}

func mix(h, value uint64) uint64 {
	h = (h ^ value) * 0x9E3779B97F4A7C15
	h = (h ^ h>>32) * 0xD6E8FEB86659FD93
	return h ^ h>>32
}

// NameHash is the hash of the name of a cell, or of a label.
func NameHash(text string) uint64 {
	h := uint64(14695981039346656037)
	for k := range len(text) {
		h = (h ^ uint64(text[k])) * 1099511628211
	}
	return h
}

// StateHash is the hash of a state.
type StateHash [2]uint64

// Add adds the value of a cell whose name has a hash.
func (s *StateHash) Add(name, value uint64) {
	for k, seed := range hashSeeds {
		s[k] += mix(name^seed, value)
	}
}

// EdgeHash is the hash of an edge.  label is a NameHash.
func EdgeHash(from StateHash, label uint64, to StateHash) (h [2]uint64) {
	for k, seed := range hashSeeds {
		h[k] = mix(mix(mix(seed, from[k]), label), to[k])
	}
	return h
}
