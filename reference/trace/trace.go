// Package trace is the file format of runs: JSON Lines, a header and then one
// event a line, described in docs/trace.md and docs/trace.schema.json.
//
// A Writer and a Reader hold one line at a time, however long the file is.
// The Reader is strict: what it does not understand completely it refuses,
// with the number of the line.  Whether the events of a trace can happen is
// not its question; Replay answers that.
//
// Numbers in a trace are those of the program, not of a normal form.
package trace

import (
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Schema names the format and its version.
const Schema = "mxgen.trace/v1"

// MaxLine is the largest length of a line in bytes, its end included.
const MaxLine = 1 << 20

// Header is the first line: what the events are events of.
type Header struct {
	Config config.Config
	Origin Origin
}

// Origin is where a trace comes from.  Only Driver is always there.
type Origin struct {
	Driver    string  `json:"driver"`              // one of Drivers
	Seed      *uint64 `json:"seed,omitempty"`      // of whatever was left to chance
	Scheduler string  `json:"scheduler,omitempty"` // of the simulator
	Entries   int     `json:"entries,omitempty"`   // of each node, 0: not known
	Program   string  `json:"program,omitempty"`   // which foreign program, in its author's words
}

// The drivers: who let the events happen.
const (
	Sim      = "sim"      // package simulate
	Live     = "live"     // package live
	SPIN     = "spin"     // a trail of the model
	Explorer = "explorer" // package explore
	Foreign  = "foreign"  // a program that is not ours
)

// Drivers are the names that Origin.Driver may have.
var Drivers = []string{Sim, Live, SPIN, Explorer, Foreign}

// Step is one event line.  A trace of a foreign program may leave out what
// was sent and the state, and may list only some variables of it.
type Step struct {
	reference.Record
	Line    int  // in the file, 2 for the first event; not written
	NoSends bool // the line does not say what was sent
	NoState bool // the line does not say the state afterwards
}

// SameSends reports whether two handlers sent the same.  A handler is atomic,
// so the order of what goes to different nodes means nothing.
func SameSends(a, b []event.Send) bool {
	if len(a) != len(b) {
		return false
	}
	a, b = byReceiver(a), byReceiver(b)
	return slices.EqualFunc(a, b, func(a, b event.Send) bool { return a.To == b.To && a.Msg.Equal(b.Msg) })
}

func byReceiver(sends []event.Send) []event.Send {
	order := func(a, b event.Send) int { return a.To - b.To }
	if slices.IsSortedFunc(sends, order) {
		return sends
	}
	sends = slices.Clone(sends)
	slices.SortStableFunc(sends, order)
	return sends
}

// State is the variables of a node.
type State []reference.Var

// MarshalJSON writes an object with the variables in their order.
func (s State) MarshalJSON() ([]byte, error) { return appendState(nil, s), nil }

// String is the variables as "name value", separated by commas.
func (s State) String() string {
	var parts []string
	for _, v := range s {
		parts = append(parts, v.Name+" "+shown(v))
	}
	return strings.Join(parts, ", ")
}

// shown is a value for people to read: phases have names, as in the models.  A
// trace of somebody else's may have numbers that are none.
func shown(v reference.Var) string {
	if v.Name == "phase" && v.List == nil && v.Number >= int(reference.Idle) && v.Number <= int(reference.CS) {
		return strings.ToUpper(reference.Phase(v.Number).String())
	}
	return string(appendValue(nil, v))
}

// Find returns the variable of a name.
func (s State) Find(name string) (reference.Var, bool) {
	for _, v := range s {
		if v.Name == name {
			return v, true
		}
	}
	return reference.Var{}, false
}
