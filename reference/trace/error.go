package trace

import (
	"strconv"

	"github.com/mxgen/mxgen/models/config"
)

// Error is what is wrong with a trace, and where.
type Error struct {
	File   string // as the caller named it
	Line   int    // 1 for the header, 0: the file as a whole
	Reason string // one line
	cause  error
}

// Error is one line: file, line, reason.
func (e *Error) Error() string { return e.asInput().Error() }

// Unwrap lets a caller find the Misfit behind the error, if one is, and see
// that the error is bad input, which is a *config.Error everywhere.
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
