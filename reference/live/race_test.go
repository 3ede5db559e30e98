//go:build race

package live_test

// The race detector looks at each run, and makes it twenty times as slow.
const runs = 60
