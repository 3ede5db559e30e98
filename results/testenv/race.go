//go:build race

package testenv

// Racing says that the race detector is on.  It makes the tests ten times as slow, and
// what it looks for shows in a few configurations; make test runs all of them
// without it as well.
const Racing = true

// Sampled tells whether the k-th of many similar configurations is tested.
func Sampled(k int) bool { return k%5 == 0 }
