//go:build !race

package algorithms_test

const largestFigure4 = 5
