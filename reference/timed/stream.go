package timed

// stream is a sequence of random numbers (SplitMix64, Steele, Lea and Flood
// 2014) in one word.  Each node has a stream for each purpose.  The k-th time
// that a node thinks is therefore the same in the runs of all algorithms with
// one seed: common random numbers, which make the difference of two algorithms
// more exact than their values.
type stream uint64

// Uint64 implements rand.Source.
func (s *stream) Uint64() uint64 {
	*s += 0x9e3779b97f4a7c15
	return scramble(uint64(*s))
}

func scramble(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// purpose is what a stream decides.
type purpose uint64

const (
	thinking purpose = iota
	inside
	underWay
	choosing
	purposes
)

// newStream returns the stream of node i for a purpose in a run.
func newStream(seed, run uint64, i int, p purpose) stream {
	return stream(scramble(scramble(scramble(seed)+run) + uint64(i)*uint64(purposes) + uint64(p)))
}

// switched is a rand.Source that reads the stream that was selected last.
type switched struct{ *stream }
