//go:build race

package explore_test

// The race detector makes a search twenty times as slow.
const raceDetector = true
