//go:build !race

package testenv

// Racing says that the race detector is on.
const Racing = false

// Sampled tells whether the k-th of many similar configurations is tested: all are.
func Sampled(int) bool { return true }
