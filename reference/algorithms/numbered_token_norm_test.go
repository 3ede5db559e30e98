package algorithms_test

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/normalform"
)

func TestNumberedTokenForm(t *testing.T) {
	for _, network := range []config.Network{config.FIFO, config.Unordered} {
		for _, c := range []config.Config{
			{Algorithm: "suzuki-kasami"},
			{Algorithm: "ricart-agrawala-token"},
			{Algorithm: "ricart-agrawala-token", Variant: variant(t, "arbitrary")},
		} {
			for n, rounds := range map[int]int{1: 3, 2: 3, 3: 1} {
				a, _ := algorithms.Lookup(c.Algorithm)
				c.N, c.Network, c.Token = n, network, n
				worlds, err := normalform.CheckNumberedToken(a, c, rounds)
				if err != nil {
					t.Errorf("%s: after %d worlds: %v", c, worlds, err)
				}
			}
		}
	}
}
