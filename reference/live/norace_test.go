//go:build !race

package live_test

const runs = 1000
