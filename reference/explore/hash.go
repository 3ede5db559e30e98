package explore

import (
	"encoding/binary"
	"math/bits"
)

// hash distributes states over shards and slots.  It has no random seed,
// because the numbering of states depends on it.
func hash(b []byte) uint64 {
	h := uint64(len(b)) + 0x9e3779b97f4a7c15
	for ; len(b) >= 8; b = b[8:] {
		h = mix(h ^ binary.LittleEndian.Uint64(b))
	}
	var rest uint64
	for i, c := range b {
		rest |= uint64(c) << (8 * i)
	}
	return mix(h ^ rest)
}

func mix(x uint64) uint64 {
	hi, lo := bits.Mul64(x+0xd6e8feb86659fd93, 0xa0761d6478bd642f)
	return hi ^ lo
}
