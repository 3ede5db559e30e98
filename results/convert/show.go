package convert

import (
	"errors"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/replay"
)

// mostShown is how many events a run in memory may have.
const mostShown = 1_000_000

// Result is the run in the form of a counterexample of verify, with the numbers of the
// program.  The property is the one that the run violates after its last event, "" if there
// is none.
func (r *Run) Result() (results.Result, error) {
	sys, err := r.system()
	if err != nil {
		return results.Result{}, err
	}
	events, err := r.list(mostShown)
	if err != nil {
		return results.Result{}, err
	}
	path, cycle := events, events[len(events):]
	if r.Cycle >= 0 {
		path, cycle = events[:r.Cycle], events[r.Cycle:]
	}
	x, err := replay.ProgramCounterexample(sys, path, cycle, r.Cycle >= 0)
	if err != nil {
		return results.Result{}, errors.Join(errors.New(r.Name), err)
	}
	return results.Result{Algorithm: r.Config.Algorithm, Configuration: r.Config, Property: r.Property, Counterexample: x}, nil
}
