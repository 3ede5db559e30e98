//go:build !race

package reference_test

const largestFigure4 = 5
