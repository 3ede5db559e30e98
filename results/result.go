// Package results is the data that mxgen reports: a Result is the verdict on one
// property of one configuration or of one Promela file, a Report is what verify
// writes as JSON, and a Counterexample is the run that violates a property.
//
// The package decides nothing and executes nothing.  The packages below it do:
//
//	results/conclude  what a run of pan means: its verdict, and the reading of pan's output
//	results/replay    executing a run of the model in the Go program, event by event
//	results/verify    the engine: it decides properties with SPIN
//	results/compare   the model's reachable graph against the program's
//	results/convert   runs in the formats of other tools
//	results/bounds    the least and the most that a request costs
//	results/sweep     all quorum systems of a number of nodes
//	results/report    tables and texts for people to read
//	results/show      runs as pictures, and as pages to step through
//	results/notation  values of the program as a model writes them
//
// results/scenarios has the scenarios of the papers, executed by tests.
package results

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
)

// The versions of the JSON forms, by what is written.
const (
	Schema         = "mxgen.results/v1" // a Report
	ReplaySchema   = "mxgen.replay/v1"
	CompareSchema  = "mxgen.compare/v1"
	BoundsSchema   = "mxgen.bounds/v1"
	SweepSchema    = "mxgen.sweep/v1"
	ParseSchema    = "mxgen.parse/v1"
	SimulateSchema = "mxgen.simulate/v1"
)

// Verdict is the answer to whether a property holds.
type Verdict string

// The four verdicts.
const (
	Pass         Verdict = "pass"         // a complete, exact search found no violation
	Fail         Verdict = "fail"         // a violation was found, and executed once more
	Inconclusive Verdict = "inconclusive" // a limit, or what SPIN cannot do, left the property open
	Error        Verdict = "error"        // a tool, or the model, is not as it must be
)

// The engines that decide.
const (
	EngineSPIN = "spin" // SPIN, on the Promela model
	EngineGo   = "go"   // the explorer, on the Go program
)

// The fairness that a verdict may assume.
const (
	FairnessNone    = "none"
	FairnessWeak    = "weak"    // SPIN's: a process that can move from some point on, moves
	FairnessMessage = "message" // messages arrive, who may enter enters, who is inside leaves; nobody has to request
)

// Report is what verify writes as JSON.
type Report struct {
	Schema string `json:"schema"`
	// Suite is the name of the suite; of several, the names with ", " between them.
	Suite string `json:"suite,omitempty"`
	// Interrupted says what ended the command before everything was decided: SIGINT,
	// SIGTERM or another signal, deadline, or fail-fast.  The results that are not decided
	// for that reason have NotReached.
	Interrupted string `json:"interrupted,omitempty"`
	// Shard is the part of the suite that the report is about; nil: all of it.
	Shard   *Shard   `json:"shard,omitempty"`
	Results []Result `json:"results"`
}

// Shard is a part of a suite.  All parts of one plan together are the suite.
type Shard struct {
	Index   int    `json:"index"`   // from 1
	Of      int    `json:"of"`      // the number of shards
	Plan    string `json:"plan"`    // hash of what all shards verify, with what, and of who verifies what
	Entries []int  `json:"entries"` // numbers of the shard's cases, ascending
	Sum     string `json:"sum"`     // SHA-256 of the report without this field: damage shows
}

// What ends a command early, besides signals.
const (
	InterruptedByDeadline = "deadline"  // --deadline
	InterruptedByFailFast = "fail-fast" // --fail-fast, after a verdict that contradicts the suite
)

// Entry is the entry of a suite that a result belongs to.
type Entry struct {
	Suite  string   `json:"suite"`  // its name
	File   string   `json:"file"`   // that has the entry: the suite's, or one that it includes
	Line   int      `json:"line"`   // of the entry, from 1
	Number int      `json:"number"` // of the case among all of the call, from 1, whatever was selected
	Tags   []string `json:"tags,omitempty"`
}

// Result is the verdict on one property of one configuration.
type Result struct {
	Algorithm     string        `json:"algorithm,omitempty"`
	Variant       string        `json:"variant"` // switches that are on, comma-separated
	Configuration config.Config `json:"configuration,omitzero"`
	// Model is the name of a user's file, which has no configuration; Defines are its -D.
	Model   string   `json:"model,omitempty"`
	Defines []string `json:"defines,omitempty"`
	// Path is where the user's file was read, as the command or the suite names it.
	Path string `json:"path,omitempty"`
	// Lossy says that a message sent to a full channel is lost, EmptyChannels that a process may end only while
	// all channels are empty.
	Lossy         bool `json:"lossy,omitempty"`
	EmptyChannels bool `json:"empty_channels,omitempty"`

	Property string `json:"property"`
	Formula  string `json:"formula,omitempty"` // of a property that the user gave

	Verdict  Verdict  `json:"verdict"`
	Reason   string   `json:"reason"` // one line
	Warnings []string `json:"warnings,omitempty"`
	Next     string   `json:"next,omitempty"` // the command to try where a limit left the verdict open, and whether it may help

	// NotKept says that a file could not be written to the directory that the user
	// asked for (--keep).  A warning says which file, and why.
	NotKept bool `json:"-"`

	// Cached says that the verdict, or a part of it, comes from the cache: the
	// commands and seconds are those of the earlier run of mxgen that found it.
	Cached bool `json:"cached,omitempty"`

	// Expected is the verdict that a suite expects; AsExpected says whether it is
	// the verdict found.
	Expected   Verdict `json:"expected,omitempty"`
	AsExpected *bool   `json:"as_expected,omitempty"`
	// Entry is the entry of the suite; nil without a suite.  The results of a case are
	// next to each other, and have the same Number.
	Entry *Entry `json:"entry,omitempty"`

	// NotReached says that the command ended before the property was decided.  The verdict
	// is then Inconclusive.
	NotReached bool `json:"not_reached,omitempty"`

	// These are of the run that decided, or of the largest where several did.
	States      int64   `json:"states"`
	Transitions int64   `json:"transitions"`
	Depth       int64   `json:"depth"`
	Vector      int64   `json:"vector"`  // bytes of a state, before compression
	Seconds     float64 `json:"seconds"` // of pan, all runs together
	Memory      int64   `json:"memory"`  // bytes, the largest

	Unbounded bool   `json:"unbounded"`        // the verdict is for any number of requests
	Rounds    int    `json:"rounds,omitempty"` // otherwise for this many requests of each node
	Fairness  string `json:"fairness"`         // that the verdict assumes: none, weak or message

	Commands []string          `json:"commands"` // exact, in the order in which they ended
	Retries  []string          `json:"retries,omitempty"`
	Tools    map[string]string `json:"tools"`  // versions by name, mxgen's included
	SHA256   string            `json:"sha256"` // of the model

	// Engine is the engine that decided: spin or go.  CrossCheck is the answer of the
	// other one, the explorer of the Go program: agrees, or why it was not asked.
	Engine     string `json:"engine"`
	CrossCheck string `json:"cross_check"`

	// ConfirmedBy are the sides, spin and go, that executed the violation once more.
	ConfirmedBy []string `json:"confirmed_by,omitempty"`

	// Nodes has the verdict on each node, where a property is decided node by node.
	Nodes []NodeResult `json:"nodes,omitempty"`

	Counterexample *Counterexample `json:"counterexample,omitempty"`
	// Counterexamples are those that --all has found, each confirmed.
	Counterexamples []Counterexample `json:"counterexamples,omitempty"`
	// CutShort says that a limit or an interrupt ended the search for more
	// counterexamples.  The cache does not store such a result.
	CutShort bool `json:"-"`
}

// NodeResult is the part of a property that is about one node.
type NodeResult struct {
	Node    int     `json:"node"`
	Verdict Verdict `json:"verdict"`
	Reason  string  `json:"reason"`
	States  int64   `json:"states"`
	Seconds float64 `json:"seconds"`
}

// Sides is one number for each side: the model, searched by SPIN, and the Go
// program, searched by the explorer.
type Sides struct {
	SPIN int64 `json:"spin"`
	Go   int64 `json:"go"`
}

// Worst returns the verdict that counts for several: error before fail before
// inconclusive before pass.
func Worst(verdicts ...Verdict) Verdict {
	for _, v := range []Verdict{Error, Fail, Inconclusive} {
		for _, w := range verdicts {
			if v == w {
				return v
			}
		}
	}
	return Pass
}

// KeptAll tells whether all files that the user asked to keep were written.
func KeptAll(rs []Result) bool {
	for _, r := range rs {
		if r.NotKept {
			return false
		}
	}
	return true
}

// CountEvents is a number of events in words: "1 event", "2 events".
func CountEvents(n int) string {
	if n == 1 {
		return "1 event"
	}
	return fmt.Sprintf("%d events", n)
}
