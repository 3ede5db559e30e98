package results

import (
	"reflect"
	"strings"
)

// Counterexample is a run that violates the property.
type Counterexample struct {
	Steps []Step `json:"steps"`
	// Cycle is the index of the first step of the part that repeats for ever; the
	// number of steps if nothing happens for ever after; -1 if the run is finite
	// and ends in an error.
	Cycle int  `json:"cycle"`
	Cut   bool `json:"cut,omitempty"` // the run is longer than Steps
	// Shortest says, with --shortest, whether no other run is shorter.
	Shortest string `json:"shortest,omitempty"`
}

// Values of Counterexample.Shortest.  The length of a run that repeats is counted
// until the model, together with the claim that watches it, is back in a state in
// which it was.
const (
	ShortestProved  = "proved"     // no run has fewer steps
	ShortestNotSure = "not proved" // no shorter run was found
)

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

// Length is the number of steps of the run that violates the property, 0 if the
// result has none.
func (r Result) Length() int {
	if r.Counterexample == nil {
		return 0
	}
	return len(r.Counterexample.Steps)
}

// Subject names what was verified: the configuration, or the user's file with its -D.
func (r Result) Subject() string {
	if r.Model != "" {
		subject := strings.Join(append([]string{r.Model}, r.Defines...), " -D")
		if r.Lossy {
			subject += " --lossy"
		}
		if r.EmptyChannels {
			subject += " --empty-channels"
		}
		return subject
	}
	return r.Configuration.String()
}

// EachRun returns the result once for each counterexample that was asked for: first
// with Counterexample as it is, then with each of Counterexamples in its place.  A
// run that is the first one again is left out.
func (r Result) EachRun() []Result {
	all := []Result{r}
	for k, c := range r.Counterexamples {
		if len(all) < len(r.Counterexamples) && !reflect.DeepEqual(c.Steps, r.Counterexample.Steps) {
			one := r
			one.Counterexample = &r.Counterexamples[k]
			all = append(all, one)
		}
	}
	return all
}
