package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

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
	if err := config.CheckFile(fmt.Sprintf("%q", path), path); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("larger than %d bytes", limit)
	}
	if err != nil {
		return nil, unreadable(path, err)
	}
	return data, nil
}
