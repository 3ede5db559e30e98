package algorithms_test

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
)

func mustNew(t testing.TB, cfg config.Config) *reference.System {
	t.Helper()
	sys, err := algorithms.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// configurations returns one of each algorithm and network.
func configurations(n int) (cfgs []config.Config) {
	var line []config.Edge
	for i := 1; i < n; i++ {
		line = append(line, config.Edge{i, i + 1})
	}
	for _, net := range []config.Network{config.FIFO, config.Unordered} {
		cfgs = append(cfgs,
			config.Config{Algorithm: "centralized", N: n, Network: net, Coordinator: n},
			config.Config{Algorithm: "ricart-agrawala", N: n, Network: net},
			config.Config{Algorithm: "neilsen-mizuno", N: n, Network: net, Edges: line, Token: n},
			config.Config{Algorithm: "neilsen-mizuno", N: n, Network: net, Edges: line, Token: n, Variant: config.Variant{{Name: "init"}}},
			config.Config{Algorithm: "raymond", N: n, Network: net, Edges: line, Token: n},
			config.Config{Algorithm: "ricart-agrawala-token", N: n, Network: net, Token: n},
			config.Config{Algorithm: "suzuki-kasami", N: n, Network: net, Token: n},
			config.Config{Algorithm: "token-ring", N: n, Network: net})
	}
	return cfgs
}

// permissionConfigurations returns one of each algorithm and network that all
// properties hold of.
func permissionConfigurations() (cfgs []config.Config) {
	for _, net := range []config.Network{config.FIFO, config.Unordered} {
		cfgs = append(cfgs,
			config.Config{Algorithm: "carvalho-roucairol", N: 3, Network: net, Rounds: 1},
			config.Config{Algorithm: "raymond-k", N: 3, K: 1, Network: net},
			config.Config{Algorithm: "singhal", N: 3, Network: net, Rounds: 1})
	}
	return append(cfgs,
		config.Config{Algorithm: "raymond-k", N: 2, K: 2, Network: config.Unordered, Rounds: 2},
		config.Config{Algorithm: "lamport", N: 2, Network: config.FIFO},
		config.Config{Algorithm: "lamport", N: 2, Network: config.FIFO, Variant: config.Variant{{Name: "l1"}, {Name: "light-clock"}}})
}
