//go:build race

package results

// racing: the race detector makes this ten times as slow, and what it looks for
// shows in a few configurations; make test runs all of them without it as well.
const racing = true

// sampled tells whether the k-th of many alike is tested.
func sampled(k int) bool { return k%5 == 0 }
