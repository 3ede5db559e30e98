package trace

import (
	"strconv"

	"github.com/mxgen/mxgen/models/config"
)

// Error is an error in a trace, with its place.
type Error struct {
	File   string // as the caller named it
	Line   int    // 1 for the header, 0: the file as a whole
	Reason string // one line
	cause  error
}

// Error returns one line: file, line, reason.
func (e *Error) Error() string { return e.asInput().Error() }

// Unwrap returns the cause, for example a *Misfit, if there is one, and a
// *config.Error, which marks bad input everywhere in mxgen.
func (e *Error) Unwrap() []error {
	if e.cause == nil {
		return []error{e.asInput()}
	}
	return []error{e.cause, e.asInput()}
}

func (e *Error) asInput() *config.Error {
	operand := "trace " + strconv.Quote(e.File)
	if e.Line > 0 {
		operand += ", line " + strconv.Itoa(e.Line)
	}
	return &config.Error{Operand: operand, Reason: e.Reason}
}
