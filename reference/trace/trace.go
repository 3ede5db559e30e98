// Package trace reads and writes files with runs.  The format is JSON Lines: a
// header, then one event a line, see docs/trace.md and docs/trace.schema.json.
//
//	f, err := trace.Open("run.jsonl")
//	if err != nil {
//		return err
//	}
//	defer f.Close()
//	events, err := trace.Replay(f.Reader)
//
// A Writer and a Reader hold one line at a time.  The Reader is strict: it
// rejects a line that it does not understand completely, and names its number.
// Numbers in a trace are those of the program, not of a normal form.
//
// Non-goals: the Reader does not check whether the events are enabled, Replay
// does; and the package does not compare traces, package diff does.
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

// Header is the first line: the configuration and the origin of the run.
type Header struct {
	Config  config.Config
	Origin  Origin
	Order   string  // OrderTotal ("" as well) or OrderNodes
	From    string  // FromStart ("" as well) or FromUnknown
	Records Records // zero: what occurs in the log
	Names   Names
}

// Origin describes where a trace comes from.  Driver is mandatory.
type Origin struct {
	Driver    string   `json:"driver"`              // one of Drivers
	Seed      *uint64  `json:"seed,omitempty"`      // of the random choices
	Scheduler string   `json:"scheduler,omitempty"` // of the simulator
	Entries   int      `json:"entries,omitempty"`   // of each node, 0: not known
	Disturbed []string `json:"disturbed,omitempty"` // what processes suffer, such as kill 3@20ms
	Program   string   `json:"program,omitempty"`   // the name of a foreign program
}

// The drivers: which program has executed the events.
const (
	Sim       = "sim"       // package simulate
	Live      = "live"      // package live
	Processes = "processes" // package processes
	SPIN      = "spin"      // a trail of the model
	Explorer  = "explorer"  // package explore
	Foreign   = "foreign"   // any other program
)

// Drivers are the names that Origin.Driver may have.
var Drivers = []string{Sim, Live, Processes, SPIN, Explorer, Foreign}

// Step is one event line.  A trace of a foreign program may omit the sent
// messages and the state, and may list only some variables of the state.
type Step struct {
	reference.Record
	Line    int  // in the file, 2 for the first event; not written
	NoSends bool // the line omits the sent messages
	NoState bool // the line omits the state
}

// SameSends reports whether two handlers sent the same messages.  A handler is
// atomic, so the order of messages to different nodes is irrelevant.
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

// State has the variables of a node.
type State []reference.Var

// MarshalJSON writes an object with the variables in their order.
func (s State) MarshalJSON() ([]byte, error) { return appendState(nil, s), nil }

// String returns the variables as "name value", separated by commas.
func (s State) String() string {
	var parts []string
	for _, v := range s {
		parts = append(parts, v.Name+" "+shown(v))
	}
	return strings.Join(parts, ", ")
}

// shown returns a value for people to read: phases have names, as in the
// models.  A foreign trace may have numbers that are not phases.
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
