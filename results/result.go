// Package results decides properties of configurations: which models are run
// and how, what follows from the runs for each property, and how that is
// reported.
package results

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/runner/pan"
)

// Schema is the version of the JSON form of results.
const Schema = "mxgen.results/v1"

// Report is what verify writes as JSON.
type Report struct {
	Schema  string   `json:"schema"`
	Suite   string   `json:"suite,omitempty"`
	Results []Result `json:"results"`
}

// Result is the verdict on one property of one configuration.
type Result struct {
	Algorithm     string        `json:"algorithm,omitempty"`
	Variant       string        `json:"variant"` // switches that are on, comma-separated
	Configuration config.Config `json:"configuration,omitzero"`
	// Model is the name of a user's file, which has no configuration; Defines are its -D.
	Model    string   `json:"model,omitempty"`
	Defines  []string `json:"defines,omitempty"`
	Property string   `json:"property"`
	Formula  string   `json:"formula,omitempty"` // of a property that the user gave

	Verdict  pan.Verdict `json:"verdict"`
	Reason   string      `json:"reason"` // one line
	Warnings []string    `json:"warnings,omitempty"`

	// Cached says that the verdict, or a part of it, was found by an earlier
	// run of mxgen, which is whose commands and seconds these are.
	Cached bool `json:"cached,omitempty"`

	// Expected is what a suite says; AsExpected whether it came true.
	Expected   pan.Verdict `json:"expected,omitempty"`
	AsExpected *bool       `json:"as_expected,omitempty"`

	// Of the run that decided, or of the largest where several did.
	States      int64   `json:"states"`
	Transitions int64   `json:"transitions"`
	Depth       int64   `json:"depth"`
	Vector      int64   `json:"vector"`  // bytes of a state, before compression
	Seconds     float64 `json:"seconds"` // of pan, all runs together
	Memory      int64   `json:"memory"`  // bytes, the largest

	Unbounded bool   `json:"unbounded"`        // verified for any number of requests
	Rounds    int    `json:"rounds,omitempty"` // else for this many of each node
	Fairness  string `json:"fairness"`         // assumed: none or message

	Commands []string          `json:"commands"` // exact, in the order in which they ended
	Retries  []string          `json:"retries,omitempty"`
	Tools    map[string]string `json:"tools"`  // versions by name, mxgen's included
	SHA256   string            `json:"sha256"` // of the model

	// Engine is what decided: spin or go.  CrossCheck says what the other one,
	// the explorer of the Go program, came to: agrees, or why it was not asked.
	Engine     string `json:"engine"`
	CrossCheck string `json:"cross_check"`

	// ConfirmedBy are the sides, spin and go, that executed the violation again.
	ConfirmedBy []string `json:"confirmed_by,omitempty"`

	// Nodes are the parts of a property that is decided node by node.
	Nodes []NodeResult `json:"nodes,omitempty"`

	Counterexample *Counterexample `json:"counterexample,omitempty"`
	// Counterexamples are those that --all has found, each confirmed.
	Counterexamples []Counterexample `json:"counterexamples,omitempty"`
	cut             bool             // the search for them was
}

// NodeResult is the part of a property that is about one node.
type NodeResult struct {
	Node    int         `json:"node"`
	Verdict pan.Verdict `json:"verdict"`
	Reason  string      `json:"reason"`
	States  int64       `json:"states"`
	Seconds float64     `json:"seconds"`
}

// Fairness that a verdict may assume.
const (
	FairnessNone    = "none"
	FairnessWeak    = "weak"    // SPIN's: a process that can go on for ever does
	FairnessMessage = "message" // messages arrive, who may enter enters, who is inside leaves; nobody has to request
)

// Counterexample is a run that violates the property.
type Counterexample struct {
	Steps []Step `json:"steps"`
	// Cycle is the number of the first step that repeats for ever, counted
	// from 0; the number of steps if nothing happens for ever after; -1 if
	// the run simply ends in an error.
	Cycle int  `json:"cycle"`
	Cut   bool `json:"cut,omitempty"` // the run is longer than this
	// Shortest says, where that was asked, whether no other run is shorter.
	Shortest string `json:"shortest,omitempty"`
}

// Step is one event and what it changed.
type Step struct {
	Event   string   `json:"event"`
	Changes []Change `json:"changes"`
}

// Change is a variable with its value after the event.
type Change struct {
	Variable string `json:"variable"`
	Value    string `json:"value"`
}

// Worst returns the verdict that counts for several: error before fail before
// inconclusive before pass.
func Worst(verdicts ...pan.Verdict) pan.Verdict {
	for _, v := range []pan.Verdict{pan.Error, pan.Fail, pan.Inconclusive} {
		for _, w := range verdicts {
			if v == w {
				return v
			}
		}
	}
	return pan.Pass
}
