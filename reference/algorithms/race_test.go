//go:build race

package algorithms_test

// The race detector makes a search twenty times as slow.
const largestFigure4 = 4
