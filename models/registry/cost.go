package registry

import "github.com/mxgen/mxgen/models/config"

// Cost is what a source says that an entry costs on average, for figures: a line
// beside what a simulation measures.
type Cost struct {
	Metric  CostMetric
	Regime  Regime
	Formula string                      // as the source writes it: 2(N-1)
	Value   func(config.Config) float64 // messages, also for delays: messages in sequence
	Source  string
	Only    func(config.Config) bool // configurations for which it is stated, nil: all
}

// CostMetric is what a Cost is about.
type CostMetric string

// The metrics.
const (
	CostMessages CostMetric = "messages"   // for each entry
	CostDelay    CostMetric = "sync-delay" // messages in sequence from an exit to the next entry, while a node waits
	CostResponse CostMetric = "response"   // messages in sequence from a request to the entry
)

// Regime is how often nodes request.
type Regime string

// The regimes.
const (
	AnyRegime Regime = ""      // at every load
	Light     Regime = "light" // nodes rarely wait for each other
	Heavy     Regime = "heavy" // all nodes wait most of the time
)

// CostsOf returns the costs that the sources state for a configuration.
func (a *Algorithm) CostsOf(c config.Config) []Cost {
	var all []Cost
	for _, cost := range a.Costs {
		if cost.Only == nil || cost.Only(c) {
			all = append(all, cost)
		}
	}
	return all
}
