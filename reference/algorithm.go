package reference

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// Algorithm is what the frame must know of an algorithm.  Every algorithm is
// one file, which registers it.
type Algorithm struct {
	// Name as on the command line.
	Name string
	// Messages lists the classes of messages.
	Messages []string
	// Check says what is wrong with a configuration for this algorithm; the
	// frame has checked N, network and rounds.  An unbounded configuration
	// without finite form must be refused here.
	Check func(config.Config) error
	// Node makes the program of node i in its initial state.
	Node func(cfg config.Config, i int) (Node, error)
	// Normalise brings a world into its normal form (spec section 0.6) and
	// returns what was subtracted from every number, or the most of it where
	// that differs from node to node.  One event after
	// a world in normal form, it must return something other than 0 if it
	// changes another node than that of the event.  It is nil where no
	// number grows without bound.
	Normalise func(*World) (shift int)
	// Map fills the variables that are compared with a model, always the
	// same ones in the same order.  Phases and requests are filled by the
	// frame.
	RefinementMapping func(*World, *Cells)
	// Serves tells whose requests a message is sent for.
	SentFor SentFor
	// Passed tells the arbiters at which an entry of node by passes the request
	// with which node i waits.  Entries are then counted at each, and the most at
	// one is what matters.  It is nil where there are no arbiters.
	BypassedAt func(w *World, i, by int) Set
	// Properties are the algorithm's own, for this configuration.
	Properties func(config.Config) []Property
}

// normalise is Normalise, nothing where there is none.
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
