// Package reference executes algorithms for distributed mutual exclusion as
// state machines in Go.  It is a second implementation against which mxgen
// compares the Promela models.
//
// A System is an Algorithm in a configuration.  A World is one global state of
// the system: the nodes and the messages under way.  One event changes a World
// at a time, see docs/design.md, "One event is one step":
//
//	sys, err := algorithms.New(cfg) // or Assemble, for an algorithm of your own
//	if err != nil {
//		return err
//	}
//	w := sys.World()
//	for e := range w.Enabled() {
//		sends, err := w.Step(e)
//		...
//		break
//	}
//
// The programs of the algorithms are in package algorithms, which imports this
// package and not the other way round.  An algorithm implements Node with an
// embedded Client, sends messages through an Outbox and names its variables to
// a Visitor.  Its refinement mapping fills Cells: it maps a state of the
// program to the values of named variables, and the comparison reads the
// variables of the model by the same names.
//
// Drivers decide which events happen: package explore visits every reachable
// world, package simulate runs one schedule, package live runs goroutines.
// Package trace stores runs in files, package diff compares two of them.
//
// Non-goals: crashes, loss and duplication of messages, time, and I/O.  The
// package reads models/config and nothing else of mxgen: code that it shared
// with the models could hide an error from the comparison.
package reference
