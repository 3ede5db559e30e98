package config

import (
	"errors"
	"io/fs"
	"os"
)

// CheckFile says why an input file cannot be read: it is not there, or is no
// regular file.  A pipe would be waited for, and some inputs are read twice.
// The error is an *Error about the operand.
func CheckFile(operand, path string) error {
	info, err := os.Stat(path)
	var reason *fs.PathError
	switch {
	case errors.As(err, &reason):
		return &Error{Operand: operand, Reason: reason.Err.Error()}
	case err != nil:
		return &Error{Operand: operand, Reason: err.Error()}
	case info.IsDir():
		return &Error{Operand: operand, Reason: "is a directory"}
	case !info.Mode().IsRegular():
		return &Error{Operand: operand, Reason: "is not a regular file"}
	}
	return nil
}
