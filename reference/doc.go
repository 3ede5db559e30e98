// Package reference holds the algorithms as Go state machines, written from
// the papers and from spec/algorithms.md alone, so that they are a second
// derivation against which the Promela models can be held.
//
// An algorithm is one file: the program of one node, with the names of its
// paper, and the map from its states to the variables that are compared with
// a model.  The frame around it is the same for all: a System is an algorithm
// in a configuration, a World is one global state of it, and a World moves by
// one event at a time.
//
// Drivers own time and the network: package explore visits every world,
// package simulate runs one schedule, package live runs goroutines.  What
// happened is kept as a file by package trace, and compared by package diff.
//
// Non-goals: no crash, loss or duplication of messages, no time, no I/O, and
// no knowledge of Promela.  The package reads models/config and nothing else
// of mxgen; what it shared with the models, the comparison could not check.
package reference
