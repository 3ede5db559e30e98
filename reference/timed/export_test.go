package timed

import (
	"math/rand/v2"
)

// SampleMean is the mean of n samples.
func SampleMean(d Distribution, n int) (mean float64) {
	random := rand.New(rand.NewPCG(1, 1))
	for range n {
		mean += d.sample(random) / float64(n)
	}
	return mean
}
