package results

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Counterexample is a run that violates the property.
type Counterexample struct {
	Steps []Step `json:"steps"`
	// Cycle is the index of the first step of the part that repeats for ever; the
	// number of steps if nothing happens for ever after; -1 if the run is finite
	// and ends in an error.
	Cycle int  `json:"cycle"`
	Cut   bool `json:"cut,omitempty"`  // the run is longer than Steps
	Gap   *Gap `json:"gap,omitempty"`  // where steps of a long run are missing
	Node  int  `json:"node,omitempty"` // the node that waits for ever, where the run is about one
	// Shortest says, with --shortest, whether no other run is shorter.
	Shortest string `json:"shortest,omitempty"`
	// Blocked has the processes of a user's model where none of them can go on at the end.
	Blocked []Blocked `json:"blocked,omitempty"`
}

// Gap is a part of a run that is missing among the steps.
type Gap struct {
	After int `json:"after"` // so many steps
	Steps int `json:"steps"` // how many are missing
}

// Blocked is where a process is that cannot go on, and what it waits for.
type Blocked struct {
	Process string  `json:"process"`         // PROCTYPE:PID
	Ended   bool    `json:"ended,omitempty"` // it has ended, or may stay where it is
	Waits   []Place `json:"waits"`           // the statements with which it could go on
}

// String says in a sentence where a process waits, and for what.
func (b Blocked) String() string {
	if len(b.Waits) == 0 {
		return b.Process + " has ended"
	}
	var options []string
	for _, w := range b.Waits {
		option := w.Statement
		if at := w.String(); at != "" && at != b.Waits[0].String() {
			option += " (" + at + ")"
		}
		options = append(options, option)
	}
	text := strings.Join(strings.Fields(b.Process+" "+b.Waits[0].String()), " ") + " waits for " + strings.Join(options, " or ")
	if b.Ended {
		text += ", and may do so for ever"
	}
	return text
}

// Place is a statement in a user's file, or in a template of mxgen.
type Place struct {
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`   // from 1; 0: nowhere
	Column    int    `json:"column,omitempty"` // from 1, in characters; 0: not known
	Statement string `json:"statement"`
	// ModelLine is the line of the generated model that mxgen gen --property PROPERTY writes; File is then the template.
	ModelLine int `json:"model_line,omitempty"`
}

// String is FILE:LINE, "" if the statement has no place.
func (p Place) String() string {
	if p.Line == 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
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

	// Place is the statement of a user's model, or the handler of the event in a generated model.
	Place *Place `json:"place,omitempty"`

	// These are of steps of a user's model.
	Printed string `json:"printed,omitempty"` // by the model
	// Wraps are values that did not fit into their variables: "m.pml:3: 256 becomes 0".  Choices are
	// choices in a d_step sequence, of which SPIN takes the first option.
	Wraps   []string `json:"wraps,omitempty"`
	Choices []string `json:"choices,omitempty"`
	Likely  bool     `json:"likely,omitempty"` // the property reads a variable that wrapped, or one that is computed from it
	// Possible says that it is not known whether the property depends on a variable that wrapped: it decides by a condition
	// what happens, say.
	Possible bool `json:"possible,omitempty"`
}

// NotTruncated is between the value of an element of an array of bit or bool, which SPIN's verifier keeps, and what
// would fit, in Wraps.
const NotTruncated = " is not truncated to "

// Notes are what in the step may surprise a reader, in words.
func (s Step) Notes() []string {
	var all []string
	for _, w := range s.Wraps {
		if strings.Contains(w, NotTruncated) {
			all = append(all, "a value does not fit an element of an array of bit or bool, and SPIN's verifier keeps it: "+w)
		} else {
			all = append(all, "a value does not fit its variable, and wraps: "+w)
		}
	}
	return append(all, s.Choices...)
}

// Suspect is a step that is likely to be the reason of a run.
type Suspect struct {
	Index int // of the step
	Note  string
	Sure  bool // else it is not known whether the property depends on it
}

// Role says what the step is for the run.
func (s Suspect) Role() string {
	if s.Sure {
		return "likely the reason"
	}
	return "also on the way"
}

// Suspects are the steps that are likely to be the reason of the run, each note once: first
// those with values that wrap, and last those of which this is not known.
func (c *Counterexample) Suspects() []Suspect {
	var wraps, choices, others []Suspect
	seen := map[string]bool{}
	for k, s := range c.Steps {
		for n, note := range s.Notes() {
			wrap := n < len(s.Wraps)
			if seen[note] || wrap && !s.Likely && !s.Possible {
				continue
			}
			seen[note] = true
			switch {
			case wrap && s.Likely:
				wraps = append(wraps, Suspect{k, note, true})
			case wrap:
				others = append(others, Suspect{k, note, false})
			default:
				choices = append(choices, Suspect{k, note, true})
			}
		}
	}
	return append(append(wraps, choices...), others...)
}

// Left says which channels have messages at the end, as far as the run shows it.
func (c *Counterexample) Left() []string {
	content := map[string]string{}
	for _, s := range c.Steps {
		for _, change := range s.Changes {
			if strings.HasPrefix(change.Value, "[") || strings.HasPrefix(change.Value, "len ") {
				content[change.Variable] = change.Value
			}
		}
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(content)) {
		if strings.HasPrefix(content[name], "[") {
			all = append(all, name+" has "+content[name])
		}
	}
	return all
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
