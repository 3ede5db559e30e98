// Package notation writes values of the Go program as a model writes them.
//
// Which variables of the two sides are compared, and how the program's state
// determines them, is the refinement mapping of package reference.  One thing
// differs in notation only: a phase is a number in the program and a name of an
// mtype in the model.
package notation

import (
	"slices"
	"strconv"

	"github.com/mxgen/mxgen/reference"
)

// phases are the mtype names of the program's phases, by number.
var phases = []string{"IDLE", "WAIT", "CS"}

// Value is a value of a compared variable as pan prints it.  A number that is no
// phase is written as it is.
func Value(v reference.Variable, value int) string {
	if v.Phase && value >= 0 && value < len(phases) {
		return phases[value]
	}
	return strconv.Itoa(value)
}

// Phase is the program's number of the phase that a model names, -1 if it is none.
func Phase(name string) int { return slices.Index(phases, name) }
