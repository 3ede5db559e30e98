package reference

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// Algorithm describes an algorithm to the machinery of this package.
type Algorithm struct {
	// Name as on the command line.
	Name string
	// Messages lists the classes of messages.
	Messages []string
	// Check returns what is wrong with a configuration for this algorithm.
	// Assemble checks N, network and rounds.  Check must refuse an unbounded
	// configuration for which no finite normal form is known.
	Check func(config.Config) error
	// Programs returns what makes the program of node i in its initial state.
	// It computes once what the initial states of all nodes need, such as the
	// directions on a tree.
	Programs func(cfg config.Config) (program func(i int) (Node, error), err error)
	// Normalise brings a world into its normal form (docs/algorithms.md,
	// section 0.6) and returns the number that it subtracted from every
	// number, or the largest such number if they differ between nodes.  When
	// one event has followed a world in normal form and Normalise changes a
	// node other than that of the event, it must not return 0.  Normalise is
	// nil for an algorithm in which no number grows without bound.
	Normalise func(*World) (shift int)
	// Numbers names the variables of a node that hold numbers which grow from request to
	// request, where no normal form is known.  What the node does when all is quiet must
	// not depend on their values: explore.Average checks it.
	Numbers []string
	// RefinementMapping maps a world to the values of the compared variables.
	// It fills the same variables in the same order for every world.  The
	// machinery has filled phases and counts of requests before.
	RefinementMapping func(*World, *Cells)
	// SentFor returns the nodes for whose requests a message is sent.
	SentFor SentFor
	// SentForLatest reports whether a message that is sent for node i is sent for its
	// latest request, and not for the one before.  Outstanding reports whether messages
	// can still be sent for the latest request of node i, which has been served, or else
	// for the one before.  Both are nil for an algorithm in which a node's request is
	// over before its next one.
	SentForLatest func(w *World, i, from int, s event.Send) bool
	Outstanding   func(w *World, i int, latest bool) bool
	// BypassedAt returns the arbiters at which an entry of node by bypasses
	// the request of the waiting node i.  The bypass bound then counts entries
	// for each arbiter and takes the maximum.  BypassedAt is nil for an
	// algorithm without arbiters.
	BypassedAt func(w *World, i, by int) Set
	// Picture returns what the sources draw of a world of the algorithm.  It is nil
	// for an algorithm without a picture of its own.
	Picture func(*World) Picture
	// Properties returns the invariants that only this algorithm has.
	Properties func(config.Config) []Property
}

// normalise calls Normalise if there is one.
func (a *Algorithm) normalise(w *World) (shift int) {
	if a.Normalise == nil {
		return 0
	}
	return a.Normalise(w)
}

// SentFor returns the nodes for whose requests a message is sent: the
// accounting behind "messages per critical section entry".  w is the world
// after the event in which from sent the message.
type SentFor func(w *World, from int, s event.Send) Set
