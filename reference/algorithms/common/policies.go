package common

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
)

// The policies, by the names of their switches.
const (
	ArbitraryPolicy = "arbitrary"
	CyclicPolicy    = "cyclic"
	MinNumberPolicy = "minnumber"
)

// CheckArbitrary refuses the policy arbitrary where the nodes to choose from do
// not fit into a Set.
func CheckArbitrary(cfg config.Config) error {
	if cfg.Variant.Has(ArbitraryPolicy) && cfg.N > reference.MaxNodes {
		return fmt.Errorf("variant %s: n %d: want at most %d", ArbitraryPolicy, cfg.N, reference.MaxNodes)
	}
	return nil
}

// PolicyOf returns the policy of a configuration; the default is cyclic.
func PolicyOf(cfg config.Config) string {
	if len(cfg.Variant) == 0 {
		return CyclicPolicy
	}
	return cfg.Variant[0].Name
}
