//go:build !race

package results

const racing = false

// sampled tells whether the k-th of many alike is tested: all of them are.
func sampled(int) bool { return true }
