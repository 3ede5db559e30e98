// Package shiviz reads and writes logs of events with vector clocks, as GoVector writes
// them and ShiViz draws them.
//
//	r, err := shiviz.NewReader("run.log", file)
//	if err != nil {
//		return err
//	}
//	for e, err := range r.Entries() { ... }
//
// A log may begin with two lines that a user gives to ShiViz: a regular expression that
// matches one event, with the groups host, clock and event, and another one, which may be
// empty, that matches the line between two executions.  Without them the log has one of two
// forms: GoVector's, with host and clock on the line before the text, or the default of
// ShiViz, with the text before host and clock.
//
// The Reader is stricter than ShiViz, which passes over what its expression does not match:
// such a line is an error.  It holds one event at a time.
//
// Non-goals: the package knows no algorithm, and does not compare the clocks of different
// events; package convert does.
package shiviz

import (
	"fmt"
	"strconv"

	"github.com/mxgen/mxgen/models/config"
)

// The regular expressions that the Writer writes first, in the dialect of JavaScript.
const (
	GoVector  = `(?<host>\S*) (?<clock>{.*})\n(?<event>.*)`
	Default   = `(?<event>.*)\n(?<host>\S*) (?<clock>{.*})` // of ShiViz
	Delimiter = `^=== (?<trace>.*) ===$`
)

// Limits, which bound the cost of a hostile log.
const (
	MaxLine    = 1 << 20 // bytes of a line, its end included
	MaxCount   = 1 << 53 // events of a host: JavaScript has no larger whole numbers
	maxHosts   = 1000    // of one clock
	maxPattern = 1000    // bytes of a regular expression
	maxLines   = 8       // of one event
)

// Entry is one event of a log.
type Entry struct {
	Line      int    // where it begins
	Execution int    // from 0
	Label     string // of the execution, "" if it has none
	Host      string
	Clock     map[string]int // of each host the number of events that this one knows, itself included
	Text      string
}

// failAt describes what is wrong in a line of a log.
func failAt(file string, line int, reason, remedy string) error {
	operand := "log " + strconv.Quote(file)
	if line > 0 {
		operand = fmt.Sprintf("%s, line %d", operand, line)
	}
	return &config.Error{Operand: operand, Reason: reason, Remedy: remedy}
}
