// Package timed executes a system in simulated time: a discrete-event simulation
// of the same programs that packages explore and simulate execute.  Nodes think,
// request, wait, are inside for a while, and leave; each message is under way for
// a while.  Handlers take no time, and a node enters as soon as it may.
//
//	sys, err := reference.AssembleUnbounded(algorithm, cfg)
//	...
//	opts := timed.Options{Seed: 1, Think: think, Section: section, Delay: delay, Batches: 20, BatchEntries: 100}
//	measured, err := timed.Run(ctx, sys, opts)
//
// The same system and options give the same run.  A run keeps what it must: the
// nodes, what is planned, and some words for each node; it has no World and no
// trace.
//
// Non-goals: the package does not check properties, and it computes no statistics
// beyond the sums of batches.
package timed

import (
	"context"
	"errors"
	"fmt"

	"github.com/mxgen/mxgen/reference"
)

// Options select the run.
type Options struct {
	Seed uint64 // of all random choices
	Run  uint64 // number of the run: runs with different numbers are independent

	Think   Distribution // time from an exit, or the beginning, to the next request
	Section Distribution // time in the critical section
	Delay   Distribution // time that a message is under way

	Warmup       int // entries at the beginning that are not measured
	Batches      int // measured, at least 1
	BatchEntries int // entries of each batch, at least 1

	// Late says that messages for a request may be sent after its node has left.
	Late bool
	// MaxPending limits the messages and timers that are planned at a time, 0: no limit.
	MaxPending int
	// MaxEvents limits the events of the run, 0: no limit.
	MaxEvents uint64
}

// The errors of a run that ends before its entries are made.
var (
	ErrStuck   = errors.New("nodes wait, and nothing can happen any more")
	ErrCrowded = errors.New("too much is under way at the same time")
	ErrTooLong = errors.New("too many events before the entries were made")
)

// Batch has the sums over consecutive entries.
type Batch struct {
	Entries   int
	Time      float64 // from the last entry of the batch before to the last one of this batch
	Waiting   float64 // sum over the entries: from request to entry
	Exits     int
	Response  float64 // sum over the exits: from request to exit
	Handovers int     // exits while a node waits
	Delay     float64 // sum over the handovers: from the exit to the next entry
	Queue     float64 // integral over time of the number of waiting nodes
	Overtaken int     // sum over the entries: how many earlier requests waited
	Messages  []int   // sent, by class

	// Requests are those of which the messages were counted one by one, and
	// Cost the sum of these; 0 beyond MaxNodes nodes.
	Requests, Cost int
}

// Measured is what a run has measured after the warm-up.
type Measured struct {
	Batches []Batch
	Events  uint64 // of the whole run
	Time    float64

	MostWaiting   int     // nodes at the same time
	LongestWait   float64 // of an entry
	OldestWait    float64 // of a node that still waits at the end, until then
	MostOvertaken int     // of a request
	// Least and Most are the smallest and the largest number of messages for a
	// request.  They mean nothing if there are no Requests in the batches.
	Least, Most int

	// Squares is the sum over the nodes of the square of their entries.
	Squares float64
	// Busiest is the node with most messages, sent and received.
	Busiest, BusiestMessages int
	// From and To are the link with most messages, 0 if there were too many links.
	From, To, LinkMessages int
}

// Run executes one run.  It returns ErrStuck, ErrCrowded, ErrTooLong or the error
// of ctx, each with the time, if the run ends before its entries are made.
func Run(ctx context.Context, sys *reference.System, opts Options) (Measured, error) {
	r := newRun(sys, opts)
	err := r.start()
	for err == nil && len(r.measured.Batches) < opts.Batches {
		err = r.step(ctx)
	}
	if err != nil {
		return Measured{}, fmt.Errorf("at time %.6g, after %d events and %d entries: %w", r.now, r.measured.Events, r.entered, err)
	}
	return r.finish(), nil
}

// Bytes is the memory of a run of n nodes in addition to their programs and to
// what is under way.
func Bytes(n int) int64 {
	each := int64(8) + // since
		int64(purposes)*8 + // streams
		3*4 + // entries, handled and broadcasts
		2*4 + 2*2*4*4 + // overtaking, at most 8 places for each node
		16 + // the interface
		PendingBytes // its timer
	return int64(n)*each + linkBytes(n)
}

// PendingBytes is the memory of a message or timer that is planned, in a slice
// that grows.
const PendingBytes = 2 * itemBytes
