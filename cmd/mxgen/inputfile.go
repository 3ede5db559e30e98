package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/mxgen/mxgen/models/config"
)

// maxModel is the greatest size of a model file of the user, in bytes.
const maxModel = 4 << 20

// unreadable describes an input that cannot be read.
func unreadable(path string, err error) error {
	var bad *config.Error
	if errors.As(err, &bad) {
		return err
	}
	var reason *fs.PathError
	if errors.As(err, &reason) {
		err = reason.Err
	}
	return &config.Error{Operand: fmt.Sprintf("%q", path), Reason: err.Error(), Remedy: "name a readable file"}
}

// readAtMost reads a file whose size is limited.
func readAtMost(path string, limit int64) ([]byte, error) {
	return config.ReadFile(path, limit, config.Error{Operand: fmt.Sprintf("%q", path), Remedy: "name a readable file"})
}
