// Package verify decides properties with SPIN.
//
// It makes obligations, which package engine decides: [Verifier.Verify] makes them of the properties of
// a configuration, whose model mxgen generates, and [Verifier.VerifyFile] of what there is in a user's
// Promela file.  [Verifier.RunSuite] decides the cases of a suite.
//
//	Task ───── configuration.go ──┐
//	                              ├── engine.Obligation ── package engine ── results.Result
//	FileTask ─ file.go ───────────┘                              │
//	                                                       package runner
package verify

import (
	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/engine"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// Verifier decides properties with SPIN.
type Verifier struct {
	Tools      toolchain.Tools
	Limits     process.Limits // of each run of pan
	Slots      process.Slots  // a run holds one
	Keep       string         // directory for the files of the runs, "" to remove them
	Cache      *engine.Cache  // of results, nil: none
	NormalForm bool           // show the model's numbers, in normal form, instead of the program's
	engine.CounterexampleOptions
	// Seeds, if there are any, are the hash functions, 1 to MaxSwarm, of bitstate searches that take the place of
	// exact ones.  There is no engine.Cache then.
	Seeds []int
	// FailFast ends RunSuite with the first verdict that is not what the suite expects, but for
	// those that a limit left open.
	FailFast bool
	// Progress is told each result; nil: nobody is.  It may be called concurrently.
	Progress func(results.Result)
}

// versions are the versions of the tools that decide.
func (v *Verifier) versions() map[string]string {
	return map[string]string{"mxgen": models.Version(), "spin": v.Tools.Spin.Version}
}

// engine.Settings are what the engine needs.
func (v *Verifier) settings() engine.Settings {
	return engine.Settings{Tools: v.Tools, Limits: v.Limits, Slots: v.Slots, Keep: v.Keep, Cache: v.Cache, CounterexampleOptions: v.CounterexampleOptions, Seeds: v.Seeds}
}
