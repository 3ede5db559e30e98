// Package suite reads suites: YAML files that name configurations and Promela files, each
// with the verdicts that are expected.
//
//	include: more.yaml                       # its entries come first
//	defaults: { timeout: 5m, tags: nightly } # of the entries of this file
//	entries:
//	  - algorithm: ricart-agrawala
//	    with: { n: [2, 3], network: each }   # every combination
//	  - algorithm: ricart-agrawala
//	    with: { n: 2, variant: no-tie-break }
//	    properties: [mutex, deadlock]        # default: all; safety: all that need no fairness
//	    expect:                              # default: pass; registry: as explain says
//	      deadlock: fail
//	      mutex: { verdict: pass, states: 35 }
//	  - model: book.pml
//	    define: { N: [2, 3] }
//	    expect: { "ltl:served": fail }
//
// It is deliberately small: no anchors, no expressions.  keys.go has every key; the
// JSON Schema docs/suite.schema.json is made of it.
package suite

import (
	"strings"
	"time"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
)

// Suite is a list of cases in the order of its files.
type Suite struct {
	// Name is that of the file, without directory and extension; of several suites, the
	// names with ", " between them.
	Name  string
	Cases []Case
}

// Case is one configuration, or one Promela file of the user's, with what is expected of it.
type Case struct {
	Place Place
	Tags  []string // sorted, each once

	Config config.Config // zero for a Model
	Model  *Model        // the user's file, nil for a configuration

	// Properties to decide, in the order of the registry; empty: the Formulas alone.  Of a
	// Model: the names that the entry gives, nil for all that there are in the file.
	Properties []string
	Formulas   []models.Formula // of a configuration, decided after the properties

	// Expect has an expectation for each property and formula.  Of a Model, it has those
	// that the entry gives; every other property is expected to pass.
	Expect map[string]Expectation

	Timeout time.Duration // of each run, 0: that of the call
	Memory  int64         // bytes of each run, 0: that of the call
}

// Place is where a case comes from.
type Place struct {
	Suite string // name of the suite that the call names, whatever file the entry is in
	File  string // that has the entry; one that is included has the path of the including file before it
	Line  int    // of the entry in File, from 1
	// Number counts the cases of a call, from 1.  A selection of cases keeps the numbers.
	Number int
}

// Model is a Promela file of the user's, and how it is verified.
type Model struct {
	Path string // as the suite names it, from the directory of the suite's file

	Defines       []string // NAME or NAME=VALUE
	Fair          bool     // liveness under weak fairness as well
	EmbeddedC     bool     // C code in the file may run
	TrustC        bool     // C code keeps no value outside of SPIN's states
	Lossy         bool     // a send to a full channel loses its message
	EmptyChannels bool     // a process may end only while all channels are empty
}

// Subject names what is verified: the configuration, or the file with its -D.
func (c Case) Subject() string {
	if c.Model == nil {
		return c.Config.String()
	}
	return strings.Join(append([]string{c.Model.Path}, c.Model.Defines...), " -D")
}

// Compared tells whether the program has what is verified: it has neither seeded bugs nor files of
// the user's.
func (c Case) Compared() bool { return c.Model == nil && c.Config.Bug == "" }

// Expectation returns what is expected of a property.
func (c Case) Expectation(property string) Expectation {
	if e, given := c.Expect[property]; given {
		return e
	}
	return Expectation{Verdict: "pass"}
}

// Expectation is what a property should come to.
type Expectation struct {
	Verdict string // pass, fail, inconclusive or error
	// States is the number of states of the safety model, 0: whatever.  Other models have
	// more of them: a claim and history variables multiply states.
	States int
}
