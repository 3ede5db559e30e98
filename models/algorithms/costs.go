package algorithms

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"math/big"
)

// This file has what the sources say that an entry costs on average
// (docs/algorithms.md, section 1).

var centralizedCosts = []registry.Cost{
	averageCost(registry.AnyRegime, "3-3/N", "thesis, 6.2: each node requests equally often", func(c config.Config) float64 { return 3 - 3/float64(c.N) }),
	delayCost("2", 2, "slides"),
	responseCost("2", 2, "slides"),
}

var tokenRingCosts = []registry.Cost{
	averageCost(registry.Heavy, "1", "slides: every node waits", exactly(1)),
}

var lamportCosts = []registry.Cost{
	onlyOf(averageCost(registry.AnyRegime, "3(N-1)", "thesis, 2.1; slides", others(3)), func(c config.Config) bool { return c.Variant.Has("l0") }),
	delayCost("1", 1, "slides"),
	responseCost("2", 2, "slides"),
}

var ricartAgrawalaCosts = []registry.Cost{
	averageCost(registry.AnyRegime, "2(N-1)", "Ricart and Agrawala; thesis, 2.2", others(2)),
	delayCost("1", 1, "slides"),
	responseCost("2", 2, "slides"),
}

var carvalhoRoucairolCosts = []registry.Cost{
	averageCost(registry.Heavy, "2(N-1)", "thesis, 2.3: the most", others(2)),
	delayCost("1", 1, "thesis, 2.3"),
}

var raymondKCosts = []registry.Cost{
	averageCost(registry.Light, "2(N-1)", "Raymond, 7: the most", others(2)),
	averageCost(registry.Heavy, "2N-K-1", "Raymond, 7: the least on average", func(c config.Config) float64 { return float64(2*c.N - c.K - 1) }),
}

var broadcastTokenCosts = []registry.Cost{
	averageCost(registry.Light, "N-1", "0 where the token is, N elsewhere (thesis, 2.4): each node is equally likely", others(1)),
	averageCost(registry.Heavy, "N", "thesis, 2.4; slides", func(c config.Config) float64 { return float64(c.N) }),
	delayCost("1", 1, "slides"),
}

var singhalCosts = []registry.Cost{
	averageCost(registry.Light, "N/2", "slides", func(c config.Config) float64 { return float64(c.N) / 2 }),
	averageCost(registry.Heavy, "N", "slides", func(c config.Config) float64 { return float64(c.N) }),
	delayCost("1", 1, "slides"),
}

var maekawaCosts = []registry.Cost{
	averageCost(registry.Light, "3(K-1)", "Maekawa, 6.2", quorumMembers(3)),
	onlyOf(averageCost(registry.Heavy, "4(K-1)", "Maekawa, 6.2", quorumMembers(4)), isNumbered),
	delayCost("2", 2, "slides"),
	responseCost("2", 2, "slides"),
}

var raymondCosts = []registry.Cost{
	averageCost(registry.Light, "2d", "thesis, 2.7: d is the average distance of two nodes", func(c config.Config) float64 { return 2 * floatOf(meanDistance(c)) }),
	averageCost(registry.Heavy, "4", "slides", exactly(4)),
}

var neilsenMizunoCosts = []registry.Cost{
	averageCost(registry.Light, "d+1-1/N", "thesis, 6.2: d is the average distance of two nodes; 3-5/N+2/N^2 on a star",
		func(c config.Config) float64 { return floatOf(meanDistance(c)) + 1 - 1/float64(c.N) }),
	delayCost("1", 1, "thesis, 6.3"),
}

func averageCost(r registry.Regime, formula, source string, value func(config.Config) float64) registry.Cost {
	return registry.Cost{Metric: registry.CostMessages, Regime: r, Formula: formula, Value: value, Source: source}
}

// delayCost is a synchronisation delay: nodes have to wait for each other, so the load is
// not light.
func delayCost(formula string, messages float64, source string) registry.Cost {
	return registry.Cost{Metric: registry.CostDelay, Regime: registry.Heavy, Formula: formula, Value: exactly(messages), Source: source}
}

// responseCost is the time to an entry for which nobody else has to leave.
func responseCost(formula string, messages float64, source string) registry.Cost {
	return registry.Cost{Metric: registry.CostResponse, Regime: registry.Light, Formula: formula, Value: exactly(messages), Source: source}
}

func onlyOf(c registry.Cost, only func(config.Config) bool) registry.Cost {
	c.Only = only
	return c
}

func exactly(v float64) func(config.Config) float64 {
	return func(config.Config) float64 { return v }
}

// others is a number of messages for each other node.
func others(times float64) func(config.Config) float64 {
	return func(c config.Config) float64 { return times * float64(c.N-1) }
}

// quorumMembers is a number of messages for each other member of a node's set, on
// average over the nodes.
func quorumMembers(times float64) func(config.Config) float64 {
	return func(c config.Config) float64 {
		sum := 0
		for i := range c.Quorums {
			for _, m := range c.Quorums[i] {
				if m != i+1 {
					sum++
				}
			}
		}
		return times * float64(sum) / float64(len(c.Quorums))
	}
}

func floatOf(x *big.Rat) float64 {
	f, _ := x.Float64()
	return f
}
